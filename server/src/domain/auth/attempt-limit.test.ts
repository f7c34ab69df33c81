import { describe, expect, it } from 'vitest';
import { createHashQueue } from './hash-queue.ts';
import { bitsOf, decide, remainingHits, levelOf, ATTEMPT_LIMITS, waitOf, type Counted } from './attempt-limit.rules.ts';
import { isSolution, makeChallenge, readProofOfWork } from './proof-of-work.ts';
import { solve } from './testing-account.ts';

const { pair, subject, networkAddress } = ATTEMPT_LIMITS.password;
const row = (part: Counted['part'], hits: number, wait: number | null = null): Counted => ({
  bucket: part,
  part,
  rate: { device: ATTEMPT_LIMITS.password.device, pair, subject, networkAddress }[part],
  hits,
  wait,
});

describe('the attempt limit', () => {
  it('delays tries by 1, 2, 4 … up to 60 seconds above the free tries, and drains the count evenly', () => {
    const levels = [0, 19.9, 20, 21, 22, 23, 24, 25, 26, 99].map((hits) => levelOf(pair, hits));
    expect(levels).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 7]);
    expect([1, 2, 3, 4, 5, 6, 7].map((level) => waitOf(pair, level))).toEqual([1, 2, 4, 8, 16, 32, 60]);
    expect([remainingHits(pair, 20, 300), remainingHits(pair, 20, 3600), remainingHits(pair, 20, -5)]).toEqual([
      10, 0, 20,
    ]);
    expect([1, 3, 7].map(bitsOf)).toEqual([15, 16, 18]);
  });

  it('allows the free attempts, and further ones only after their delay or with proof of work', () => {
    const rows = (wait: number | null) => [row('pair', 21, wait), row('subject', 3), row('networkAddress', 3)];
    expect(decide([row('pair', 3), row('subject', 3), row('networkAddress', 3)], false).passes).toBe(true);
    expect(decide(rows(null), false)).toMatchObject({ passes: false, seconds: 2, bits: 15 });
    expect(decide(rows(1.4), false)).toMatchObject({ passes: false, seconds: 2, changes: [] });
    expect(decide(rows(-0.1), false).passes).toBe(true);
    expect(decide(rows(1.4), true).passes).toBe(true);
  });

  it('keeps a separate delay for other network addresses when an account is attacked from everywhere', () => {
    const attacked = (wait: number | null) => [row('pair', 0, wait), row('subject', 200), row('networkAddress', 0)];
    expect(decide(attacked(null), false)).toMatchObject({ passes: false, changes: [{ bucket: 'pair', openIn: 60 }] });
    expect(decide(attacked(-1), false).passes).toBe(true);
  });

  it('delays nobody more than five seconds because their network address is busy', () => {
    const busy = decide([row('pair', 0), row('subject', 0), row('networkAddress', 100_000)], false);
    expect(busy).toMatchObject({ passes: false, seconds: 5, changes: [{ bucket: 'networkAddress', openIn: 5 }] });
  });
});

describe('proof of work', () => {
  const config = { dataKey: 'a key of this test' };
  it('is valid for the requested purpose and network address, within two minutes', () => {
    const challenge = makeChallenge(config, 'password ann here', 8);
    const work = solve({ challenge, bits: 8 });
    expect(readProofOfWork(config, 'password ann here', work)?.hash).toMatch(/^[0-9a-f]{64}$/);
    for (const aim of ['password ann there', 'password bob here', 'code ann here'])
      expect(readProofOfWork(config, aim, work)).toBeUndefined();
    expect(readProofOfWork(config, 'password ann here', work, Date.now() + 121_000)).toBeUndefined();
    expect(readProofOfWork({ dataKey: 'another' }, 'password ann here', work)).toBeUndefined();
  });

  it('is refused when it is unsolved, forged or malformed', () => {
    const challenge = makeChallenge(config, 'x', 12);
    let wrong = 0n;
    while (isSolution(challenge, 12, wrong)) wrong++;
    const easier = `${Buffer.from('{"bits":0}').toString('base64url')}.${challenge.split('.')[1]}.1`;
    for (const work of [`${challenge}.${wrong}`, challenge, easier, '', 'a.b.c', undefined])
      expect(readProofOfWork(config, 'x', work)).toBeUndefined();
  });
});

describe('the queue for password hashing', () => {
  const settled = async () => new Promise((resolve) => setImmediate(resolve));
  it('alternates between network addresses, serves known devices first, and refuses the newest of the owner with most waiting', async () => {
    const withSlot = createHashQueue(1, 4);
    const done: string[] = [];
    let open: (() => void)[] = [];
    const ask = (owner: string, isKnown = false) =>
      withSlot({ owner, isKnown }, () => new Promise<void>((resolve) => open.push(resolve))).then(
        () => done.push(owner),
        (error) => done.push(`${owner} ${error.code}`),
      );
    const all = [ask('flood'), ask('flood'), ask('flood'), ask('flood'), ask('flood'), ask('ann'), ask('bob', true)];
    await settled();
    expect(done).toEqual(['flood auth.busy']);
    for (let turn = 0; turn < 6; turn++) {
      open.splice(0).forEach((end) => end());
      await settled();
    }
    await Promise.all(all);
    expect(done.slice(1)).toEqual(['flood', 'bob', 'flood', 'ann', 'flood', 'flood']);
    open = [];
  });

  it('gives one turn in four to the others, however many tasks of known devices wait', async () => {
    const withSlot = createHashQueue(1, 64);
    const done: string[] = [];
    const ask = (owner: string, isKnown: boolean) => withSlot({ owner, isKnown }, async () => done.push(owner));
    const flood = Array.from({ length: 20 }, () => ask('known', true));
    await Promise.all([ask('ann', false), ask('bob', false), ...flood]);
    expect(done.indexOf('ann')).toBe(3);
    expect(done.indexOf('bob')).toBe(7);
  });
});
