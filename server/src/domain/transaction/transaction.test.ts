import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';
import { sweepTransactions } from './transaction.store.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.stop());

const UNKNOWN: Hex = `0x${'c1'.repeat(32)}`;
const OTHER: Hex = `0x${'c3'.repeat(32)}`;
const UNMINED: Hex = `0x${'c2'.repeat(32)}`;
const report = async (txHash: Hex, token?: string) =>
  (
    await api.call('POST', '/transaction', {
      ...(token && { token }),
      body: { txHash, chainId: api.context.config.chain.id },
    })
  ).body.data.status;
const kept = async () =>
  (await api.context.db.sql<{ tx_hash: Hex }[]>`select tx_hash from followed_transaction`)
    .map(({ tx_hash }) => tx_hash)
    .toSorted();
/** A transaction of this block, which the deployment of the contracts filled. */
const minedIn = async (blockNumber: bigint): Promise<Hex> =>
  (await api.context.chain.public.getBlock({ blockNumber })).transactions[0] as Hex;

it('a reported transaction is stored while few unknown ones are; after a day only mined ones of users stay', async () => {
  const { sql } = api.context.db;
  const { token } = await api.person();
  const [ofNobody, ofUser] = [await minedIn(1n), await minedIn(2n)];
  await sql`insert into followed_transaction (tx_hash, chain_id)
    select '0x' || lpad(to_hex(n), 64, '0'), ${api.context.config.chain.id} from generate_series(1, 999) as n`;
  expect(await report(UNKNOWN)).toBe('pending');
  expect(await report(OTHER)).toBe('pending');
  expect(await kept()).toContain(UNKNOWN);
  expect(await kept()).not.toContain(OTHER);
  expect(await report(UNMINED, token)).toBe('pending');
  expect(await report(ofNobody)).toBe('successful');
  expect(await report(ofUser, token)).toBe('successful');
  expect(await kept()).toEqual(expect.arrayContaining([UNMINED, ofNobody, ofUser]));
  await sweepTransactions(sql);
  expect(await kept()).toHaveLength(999 + 4);
  await sql`update followed_transaction set created_at = created_at - interval '25 hours'`;
  await sweepTransactions(sql);
  expect(await kept()).toEqual([ofUser]);
});
