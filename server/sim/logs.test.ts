/** Random and extreme logs of every event that is read here, through the real follower into a real database: it never stops. */
import * as abis from '@skarb/contracts/abi';
import { encodeAbiParameters, encodeEventTopics, keccak256, numberToHex, toHex, type AbiEvent, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { randomOf, startHome, type Home, type One } from '../src/domain/token/testing-catalogue.ts';
import { createTestNode, type NewLog } from '../src/platform/chain/testing-node.ts';
import { followerOf } from '../src/worker.ts';

const SEED = Number(process.env.SIM_SEED ?? 1);
const BLOCKS = 40;
const silent = { info: () => {}, warn: () => {}, error: () => {} };
type Parameter = { type: string; components?: readonly Parameter[]; indexed?: boolean };

let home: Home;
let token: One['data'];
beforeAll(async () => {
  home = await startHome();
  token = await home.all.minted(home.ann, home.home.uuid);
});
afterAll(() => home?.all.stop());

const generatorOf = (seed: number) => {
  const { config } = home.all;
  const random = randomOf(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const addresses: Hex[] = [
    home.ann.address,
    home.bob.address,
    config.deployment.weth as Hex,
    token.contractAddress as Hex,
  ];
  let made = 0;
  const uint = (bits: number): bigint => {
    const most = 2n ** BigInt(bits) - 1n;
    return pick([
      0n,
      1n,
      most,
      most - 1n,
      most >> 1n,
      BigInt(Math.floor(random() * 2 ** 31)) & most,
      1n + (BigInt(token.tokenId) & most),
    ]);
  };
  const valueOf = ({ type, components }: Parameter): unknown => {
    const list = /^(.*)\[\]$/.exec(type);
    if (list)
      return Array.from({ length: Math.floor(random() * 4) }, () =>
        valueOf({ type: list[1] as string, ...(components ? { components } : {}) }),
      );
    if (type === 'tuple') return (components ?? []).map(valueOf);
    if (type === 'address') return pick(addresses);
    if (type === 'bool') return random() < 0.5;
    if (type === 'bytes32') return keccak256(toHex(`${seed} ${random() < 0.5 ? made++ : Math.floor(random() * 5)}`));
    if (type === 'string') return pick(['', '\0', 'x'.repeat(5000), '\u{1F600}']);
    if (type.startsWith('bytes')) return `0x${'00ff'.repeat(Math.floor(random() * 200))}`;
    const bits = Number(type.replace(/\D/g, '') || 256);
    return bits <= 48 ? Number(uint(bits)) : uint(bits);
  };
  const named = (value: unknown, parameter: Parameter & { name?: string }): unknown =>
    parameter.type === 'tuple'
      ? Object.fromEntries(
          (parameter.components ?? []).map((part, index) => [
            (part as { name?: string }).name ?? index,
            named((value as unknown[])[index], part),
          ]),
        )
      : parameter.type === 'tuple[]'
        ? (value as unknown[]).map((one) => named(one, { ...parameter, type: 'tuple' }))
        : value;
  const sources: [readonly unknown[], Hex][] = [
    [abis.auctionHouseAbi, config.deployment.auctionHouse as Hex],
    [abis.breedingAbi, config.deployment.breeding as Hex],
    [abis.seaportAbi, config.deployment.seaport as Hex],
    [abis.collectionFactoryAbi, config.deployment.collectionFactory as Hex],
    [abis.collection721Abi, token.contractAddress as Hex],
    [abis.collection1155Abi, token.contractAddress as Hex],
  ];
  const events = sources.flatMap(([abi, address]) =>
    (abi as AbiEvent[]).filter(({ type }) => type === 'event').map((event) => ({ event, address })),
  );
  const logOf = (): NewLog => {
    const { event, address } = pick(events);
    const inputs = event.inputs as (Parameter & { name?: string })[];
    const values = inputs.map((input) => named(valueOf(input), input));
    const indexed = inputs.flatMap((input, index) => (input.indexed ? [values[index]] : []));
    const plain = inputs.flatMap((input, index) => (input.indexed ? [] : [index]));
    let topics = encodeEventTopics({ abi: [event], eventName: event.name, args: indexed } as never) as Hex[];
    let data = encodeAbiParameters(
      plain.map((index) => inputs[index]) as never,
      plain.map((index) => values[index]) as never,
    );
    const dice = random();
    if (dice < 0.06) data = data.slice(0, 2 + 2 * Math.floor(random() * (data.length / 2))) as Hex;
    else if (dice < 0.09) topics = topics.slice(0, 1 + Math.floor(random() * topics.length));
    else if (dice < 0.12) topics = [...topics, numberToHex(uint(256), { size: 32 })].slice(0, 4);
    else if (dice < 0.14) data = `${data}${'ff'.repeat(100_000)}`;
    return {
      address: (random() < 0.1 ? `0x${'5a'.repeat(20)}` : address).toLowerCase() as Hex,
      topics,
      data,
    };
  };
  return { random, logOf, count: events.length };
};

describe('logs of every event, with random and extreme fields, cut short, too long and with the wrong topics', () => {
  it('never stop the follower, reorgs included, and each is either applied or set aside', async () => {
    const { all } = home;
    const { random, logOf, count } = generatorOf(SEED);
    expect(count).toBeGreaterThan(40);
    const node = createTestNode({ id: all.config.chain.id, startBlock: all.config.deployment.blockNumber });
    const context: Context = { ...all.context, chain: node.client };
    const follower = followerOf(context, silent);
    const catchUp = async () => {
      for (let failures = 0; ; failures++) {
        try {
          await follower.catchUp();
          return;
        } catch (error) {
          if (failures > 4 * BLOCKS) throw error;
        }
      }
    };
    const block = () => node.mine(...Array.from({ length: Math.floor(random() * 4) }, () => [logOf(), logOf()]));
    block();
    for (let step = 0; step < BLOCKS; step++) {
      block();
      if (random() < 0.3) await catchUp();
      if (random() < 0.1 && node.head() > all.config.deployment.blockNumber + 6) {
        node.drop(4);
        for (let again = 0; again < 5; again++) block();
      }
    }
    await catchUp();
    const [cursor] = await all.sql`select block_number from chain_cursor`;
    expect(Number(cursor?.block_number)).toBe(node.head());
    const [kept] = await all.sql`
      select (select count(*)::int from chain_log) as applied,
        (select count(*)::int from set_aside where kind = 'log') as aside,
        (select count(*)::int from set_aside where kind = 'undo') as stuck,
        (select count(*)::int from set_aside s join chain_log l using (chain_id, block_hash, log_index)) as both`;
    expect(kept?.applied).toBeGreaterThan(20);
    expect(kept).toMatchObject({ both: 0 });
    const seen = await home.show(token.uuid, home.bob);
    expect(seen.status).toBe(200);
  }, 120_000);
});
