import type { SignatureStep } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { numberToHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTrade, type Trade } from '../offer/testing-trade.ts';
import { operatorByHand } from './testing-operator.ts';

let all: Trade;
let eve: Person;
beforeAll(async () => {
  all = await startTrade({ withWorker: false });
  eve = await all.trader();
});
afterAll(() => all?.stop());

const { operatorAt, follow, nonce } = operatorByHand(() => all);
const taskOf = async (uuid: string) =>
  (
    await all.sql`select status, last_error, attempts, tx_hash from operator_task where kind = 'mint' and subject = ${uuid}`
  )[0];
const spends = () => all.sql`select is_booked from operator_spend`;
/** A token with a signed mint request. */
const asked = async (): Promise<TokenDetail> => {
  const draft = await all.draft(eve, (await all.collection(eve)).uuid);
  const signature = await all.sign(eve, draft.steps?.[0] as SignatureStep);
  const put = await all.call('PUT', `/token/${draft.uuid}`, { as: eve, json: { signature } });
  expect(put.status).toBe(200);
  await all.sql`delete from operator_spend`;
  return draft;
};
const statusOf = async ({ uuid }: TokenDetail) =>
  (await all.call<{ data: TokenDetail }>('GET', `/token/${uuid}`, { as: eve })).body.data.status;

describe('a transaction that the node refuses', () => {
  it('because it already has it counts as sent: it is not sent again and its cost stays reserved', async () => {
    const token = await asked();
    const before = await nonce();
    let sent = 0;
    const twice = operatorAt({
      // The answer to the first request was lost; the second is refused as already known.
      eth_sendRawTransaction: async (params, real) => {
        sent++;
        await real('eth_sendRawTransaction', params);
        return real('eth_sendRawTransaction', params);
      },
    });
    await all.chain.rpc('evm_setAutomine', [false]);
    await twice.step();
    expect(await taskOf(token.uuid)).toMatchObject({ status: 'sent', last_error: null });
    await twice.step();
    expect(sent).toBe(1);
    expect(await spends()).toEqual([{ is_booked: false }]);
    await all.chain.rpc('evm_mine', []);
    await all.chain.rpc('evm_setAutomine', [true]);
    await follow();
    await twice.step();
    expect(await statusOf(token)).toBe('minted');
    expect(await spends()).toEqual([{ is_booked: true }]);
    expect(await nonce()).toBe(before + 1);
  });

  it('because of a low nonce is sent again with the correct one, at no cost, and does not count as a refusal by the contract', async () => {
    // The nonce is above 0 because of the test before this one.
    const token = await asked();
    const before = await nonce();
    expect(before).toBeGreaterThan(0);
    let refusals = 0;
    const behind = operatorAt({
      // A load-balanced node that has not seen the newest transaction yet.
      eth_getTransactionCount: async (params, real) =>
        numberToHex(Math.max(0, Number(await real('eth_getTransactionCount', params)) - 1)),
      eth_sendRawTransaction: async (params, real) => {
        refusals++;
        return real('eth_sendRawTransaction', params);
      },
    });
    await behind.step();
    expect(refusals).toBe(1);
    expect(await taskOf(token.uuid)).toMatchObject({
      status: 'pending',
      last_error: expect.stringMatching(/nonce/i),
      tx_hash: null,
    });
    expect(await spends()).toEqual([]);
    expect(await statusOf(token)).toBe('minting');
    await all.sql`update operator_task set run_at = now() where subject = ${token.uuid}`;
    const level = operatorAt({});
    await level.step();
    await follow();
    await level.step();
    expect(await statusOf(token)).toBe('minted');
    expect(await nonce()).toBe(before + 1);
    expect(await spends()).toEqual([{ is_booked: true }]);
  });
});
