/**
 * Attacks on the API: requests generated from the endpoint table, valid and malformed, by visitors, users and an
 * admin, in any order, with ids and signatures from earlier answers. `attack-oracle.ts` checks every answer; after
 * the run, the victim's data must be unchanged.
 */
import { urlOf } from '@skarb/client';
import { listen } from '@skarb/schema/calls/event';
import type { SignatureStep, Step } from '@skarb/schema/primitive';
import { isDeepStrictEqual } from 'node:util';
import { createJudge, parseJson } from './attack-oracle.ts';
import { pageAttack } from './attack-pages.ts';
import { attackOn, rawAttack, type Arsenal, type Attack } from './attack-requests.ts';
import { TARGETS, type Target } from './attack-table.ts';
import { createPool, type Pool } from './attack-values.ts';
import { createSender, type Answer } from './attack-wire.ts';
import { startAttackWorld, type AttackOptions, type AttackWorld } from './attack-world.ts';
import { chanceOf, type Chance } from './chance.ts';

type Finding = {
  seed: number;
  /** The number of the request within the seed. */
  at: number;
  problems: string[];
  actor: string;
  request: string;
  answer: string;
};
export type AttackResult = {
  seed: number;
  requests: number;
  /** Answers by status; 0: the connection closed without one. */
  statuses: Record<string, number>;
  /** Refusals because something is unavailable, by code: documented, and few. */
  away: Record<string, number>;
  /** Calls that succeeded at least once. */
  reached: string[];
  /** The number of rendered pages. */
  pages: number;
  slowestMs: number;
  findings: Finding[];
  seconds: number;
};

const AT_ONCE = 8;
const RECOVER_EVERY = 150;
/** The most findings in a result: more would repeat the same. */
const MOST_FINDINGS = 200;

/** The weight of a call: expensive calls are rarer. */
const weightOf = ({ endpoint }: Target): number => {
  if (endpoint.path === '/dev/faucet') return 0.2;
  if (/^\/auth\/(register|login$|password|reset-password$)/.test(endpoint.path)) return 1.5;
  if (endpoint.path === '/events') return 1;
  if (endpoint.files) return 3;
  return endpoint.method === 'GET' ? 6 : 8;
};

const KINDS: Record<string, string> = {
  creator: 'user',
  owner: 'user',
  seller: 'user',
  buyer: 'user',
  breeder: 'user',
  person: 'user',
  offers: 'offer',
  sale: 'offer',
  matron: 'token',
  sire: 'token',
  child: 'token',
};

/** Stores every id of an answer for later requests. */
const learn = (pool: Pool, kind: string, value: unknown, depth = 0): void => {
  if (typeof value !== 'object' || value === null || depth > 5) return;
  if (Array.isArray(value)) {
    for (const one of value.slice(0, 5)) learn(pool, kind, one, depth + 1);
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'object') learn(pool, key === 'data' ? kind : (KINDS[key] ?? key), inner, depth + 1);
    else if (typeof inner !== 'string') continue;
    else if (key === 'uuid') pool.put(kind, inner);
    else if (key.endsWith('Uuid')) pool.put(KINDS[key.slice(0, -4)] ?? key.slice(0, -4), inner);
    else if (/hash$/i.test(key) && inner.length === 66) pool.put('hash', inner);
    else if (key === 'message' || key === 'refreshToken') pool.put(key, inner);
  }
};

/** The follow-up requests of an answer: its signature steps, signed by the right account or by another one. */
const followUps = async (world: AttackWorld, chance: Chance, attack: Attack, body: unknown): Promise<Attack[]> => {
  const data = (body as { data?: { steps?: Step[] }; steps?: Step[] } | undefined) ?? {};
  const person = world.people[attack.actor];
  if (!person) return [];
  const steps = (data.steps ?? data.data?.steps ?? []).filter((step) => step.kind === 'signature') as SignatureStep[];
  const signer = chance.is(0.8) ? person : (chance.pick(Object.values(world.people)) as typeof person);
  return Promise.all(
    steps.slice(0, 2).map(async ({ submit, typedData }) => ({
      method: submit.method,
      target: `/api${submit.path}`,
      headers: { authorization: `Bearer ${signer.token}`, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ [submit.field]: await world.sign(signer, { typedData } as SignatureStep) })),
      actor: Object.entries(world.people).find(([, one]) => one === signer)?.[0] ?? 'visitor',
    })),
  );
};

const shown = (attack: Attack): string =>
  attack.raw
    ? JSON.stringify(attack.raw.toString('latin1').slice(0, 600))
    : `${attack.method} ${attack.target.slice(0, 400)} ${JSON.stringify(attack.headers)
        .replace(/Bearer [\w.-]{20,}/g, 'Bearer …')
        .slice(0, 300)} ${(attack.body ?? '').toString('latin1').slice(0, 600)}`;

/** The share of page requests, if there are pages. */
const PAGES = 0.12;

/** @param requests the number of requests to send */
export const runAttack = async (seed: number, requests: number, options: AttackOptions = {}): Promise<AttackResult> => {
  const world = await startAttackWorld(options);
  const started = performance.now();
  const chance = chanceOf(seed);
  const pool = createPool(chance);
  for (const [kind, values] of Object.entries(world.known)) for (const value of values) pool.put(kind, value);
  const arsenal: Arsenal = { ...world, pool };
  const judge = createJudge(world.markers);
  const sender = createSender(world.url);
  const weights = Object.fromEntries(TARGETS.map((target, index) => [String(index), weightOf(target)]));
  const result: AttackResult = {
    seed,
    requests: 0,
    statuses: {},
    away: {},
    reached: [],
    pages: 0,
    slowestMs: 0,
    findings: [],
    seconds: 0,
  };
  const reached = new Set<string>();
  const find = (at: number, problems: string[], attack: Attack | undefined, answer?: Answer) => {
    if (result.findings.length >= MOST_FINDINGS) return;
    result.findings.push({
      seed,
      at,
      problems,
      actor: attack?.actor ?? '',
      request: attack ? shown(attack) : '',
      answer: answer ? `${answer.status} ${answer.text.slice(0, 400)}` : '',
    });
  };
  const onStray = (error: unknown) => find(result.requests, [`an error nobody caught: ${String(error)}`], undefined);
  process.on('unhandledRejection', onStray).on('uncaughtException', onStray);

  // Streams of a visitor and of an attacker, open during the whole run, that watch the victim's objects.
  const watch = urlOf(listen, { query: { tokenUuid: world.known.token, offerUuid: world.known.offer } });
  const streams = [sender.listen(watch), sender.listen(watch, world.people.bob?.token)];
  const before = await world.victimsThings();

  const pending: Attack[] = [];
  const next = (): Attack => {
    if (pending.length && chance.is(0.25)) {
      const at = chance.below(pending.length);
      const attack = pending[at] as Attack;
      // Some are sent again later.
      if (chance.is(0.7)) pending.splice(at, 1);
      return attack;
    }
    if (chance.is(0.06)) return rawAttack(chance, arsenal);
    if (options.webDist && chance.is(PAGES)) return pageAttack(chance, arsenal);
    return attackOn(chance, arsenal, TARGETS[Number(chance.weighed(weights))] as Target);
  };
  const attackOnce = async (at: number) => {
    const attack = next();
    const answer = await sender.send(attack);
    result.statuses[answer.status] = (result.statuses[answer.status] ?? 0) + 1;
    if (answer.status === 200 && answer.headers['content-type']?.startsWith('text/html')) result.pages++;
    result.slowestMs = Math.max(result.slowestMs, Math.round(answer.milliseconds));
    const problems = judge(attack, answer);
    if (problems.length) find(at, problems, attack, answer);
    const isJson = answer.headers['content-type']?.includes('json');
    const body = isJson && !attack.raw ? parseJson(answer.text) : undefined;
    if (answer.status === 503 || answer.status === 507) {
      const code = (body as { code?: string } | undefined)?.code ?? 'none';
      result.away[code] = (result.away[code] ?? 0) + 1;
    }
    if (answer.status >= 300 || answer.status < 200 || !attack.endpoint) return;
    if (attack.method === attack.endpoint.method) reached.add(`${attack.method} ${attack.endpoint.path}`);
    const [, first = '', second = ''] = attack.endpoint.path.split('/');
    if (attack.actor !== 'admin') learn(pool, first === 'auth' ? second : first, body);
    if (pending.length < 200) pending.push(...(await followUps(world, chance, attack, body)));
  };

  try {
    let sent = 0;
    const worker = async () => {
      while (sent < requests) {
        const at = sent++;
        if (at % RECOVER_EVERY === 0) await world.recover();
        await attackOnce(at);
        result.requests++;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const after = await world.victimsThings();
    for (const key of Object.keys(before ?? {}))
      if (!isDeepStrictEqual(before?.[key], after?.[key]))
        find(
          requests,
          [`the victim's ${key} changed: ${JSON.stringify([before?.[key], after?.[key]]).slice(0, 1500)}`],
          undefined,
        );
    for (const stream of streams)
      for (const marker of world.markers)
        if (stream.heard().includes(marker))
          find(requests, [`a stream contained another person's data: ${marker}`], undefined);
    if (!streams.every((stream) => stream.heard().includes('ready')))
      find(requests, ['a stream that never opened'], undefined);
    result.reached = [...reached].sort();
    result.seconds = Math.round((performance.now() - started) / 100) / 10;
    return result;
  } finally {
    for (const stream of streams) stream.stop();
    sender.close();
    process.off('unhandledRejection', onStray).off('uncaughtException', onStray);
    await world.stop();
  }
};
