import { operator } from '@skarb/local/testing.ts';
import type { OfferWithSteps } from '@skarb/schema/offer';
import type { SignatureStep } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { numberToHex, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuctions, until, type Auctions, type Person } from '../offer/auction/testing-auction.ts';
import { operatorByHand } from './testing-operator.ts';

const ENDS_IN = 3600;
let all: Auctions;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  all = await startAuctions({ env: { LOCAL_STACK: '1' } });
  [ann, bob] = await Promise.all([all.trader(), all.trader()]);
});
afterAll(() => all?.stop());

const { operatorAt, nonce } = operatorByHand(() => all);
type Transaction = { gas: Hex; to: Hex; input: Hex };
const transactionOf = (hash: Hex) => all.chain.rpc<Transaction | null>('eth_getTransactionByHash', [hash]);
const taskOf = async (auction: OfferWithSteps) =>
  (
    await all.sql<{ status: string; tx_hash: Hex; nonce: number; last_error: string | null }[]>`
      select t.status, t.tx_hash, t.nonce, t.last_error from operator_task t join auction a on a.auction_id = t.subject
      where a.offer_uuid = ${auction.uuid}`
  )[0];
const setBlockGas = (gas: Hex) => all.chain.rpc('evm_setBlockGasLimit', [gas]);
/** As if 20 s had passed since the operator sent anything. */
const passTime = async () => {
  await all.sql`update operator_task set sent_at = sent_at - interval '1 minute' where status = 'sent'`;
  await all.sql`update operator_spend set sent_at = sent_at - interval '1 minute' where not is_booked`;
};
/** A mint that the operator is asked for. @returns waits for it */
const askMint = async (): Promise<() => Promise<unknown>> => {
  const draft = await all.draft(bob, (await all.collection(bob)).uuid);
  const signature = await all.sign(bob, draft.steps?.[0] as SignatureStep);
  await all.call('PUT', `/token/${draft.uuid}`, { as: bob, json: { signature } });
  return () =>
    until('the mint', async () => {
      const { data } = (await all.call<{ data: TokenDetail }>('GET', `/token/${draft.uuid}`, { as: bob })).body;
      return data.status === 'minted';
    });
};

/**
 * Runs `then` while the operator's settlement of Ann's auction waits in the pool and Bob has settled the auction. Blocks are
 * mined on request only.
 */
const withHeldSettlement = async (
  then: (auction: OfferWithSteps, held: { hash: Hex; nonce: number }) => Promise<void>,
  atSettlement = async () => {},
): Promise<void> => {
  const auction = await all.auction(ann, (await all.mint(ann)).uuid, { endsIn: ENDS_IN });
  await all.settled();
  const { gasLimit } = await all.chain.rpc<{ gasLimit: Hex }>('eth_getBlockByNumber', ['latest', false]);
  await all.chain.rpc('evm_setAutomine', [false]);
  try {
    await all.wait(ENDS_IN + 1);
    const sent = await until('the settlement to be sent', async () => {
      const task = await taskOf(auction);
      return task?.status === 'sent' && task;
    });
    await atSettlement();
    // The gas limit of the next blocks is too low for the settlement and high enough for Bob's transaction.
    const { to, input, gas } = (await transactionOf(sent.tx_hash)) as Transaction;
    const less = BigInt(gas) - 1n;
    await setBlockGas(numberToHex(less));
    const settling = all.sendRaw(bob, { to, data: input, gas: less });
    await until('Bob’s settlement', async () => {
      await all.chain.rpc('evm_mine');
      return Promise.race([settling, new Promise<undefined>((resolve) => setTimeout(resolve, 50))]);
    });
    expect((await settling).status).toBe('success');
    await setBlockGas(gasLimit);
    expect(await transactionOf(sent.tx_hash)).toMatchObject({ blockNumber: null });
    await then(auction, { hash: sent.tx_hash, nonce: sent.nonce });
  } finally {
    await setBlockGas(gasLimit);
    await all.chain.rpc('evm_setAutomine', [true]);
    await all.chain.rpc('evm_mine');
  }
  await all.settled();
};
/** The costs that the operator booked for a nonce. */
const booked = (at: number) =>
  until('the cost to be booked', async () => {
    const rows = await all.sql<{ tx_hash: Hex; kind: string; account_uuid: string; gas: string; is_booked: boolean }[]>`
      select tx_hash, kind, account_uuid, gas::text as gas, is_booked from operator_spend where nonce = ${at}`;
    return rows.length > 0 && rows.every((row) => row.is_booked) && rows;
  });
const expectEmptyPayment = async (at: number) => {
  const rows = await booked(at);
  expect(rows).toMatchObject([{ kind: 'settle', account_uuid: ann.uuid, gas: '21000' }]);
  const own = operator.address.toLowerCase();
  expect(await transactionOf(rows[0]?.tx_hash as Hex)).toMatchObject({ from: own, to: own, input: '0x', value: '0x0' });
};

describe('a stuck transaction of the operator', () => {
  it('whose effect somebody else had is replaced by an empty payment, and the next task is mined', async () => {
    let at = -1;
    await withHeldSettlement(async (auction, held) => {
      await until('the task to be closed', async () => (await taskOf(auction))?.status === 'done');
      const isMinted = await askMint();
      await until('the mint to be sent', async () => {
        const [task] = await all.sql`select nonce from operator_task where kind = 'mint' and status = 'sent'`;
        return task?.nonce === held.nonce + 1;
      });
      expect(await nonce()).toBe(held.nonce);
      await passTime();
      await until('the empty payment', async () => (await transactionOf(held.hash)) === null);
      await all.chain.rpc('evm_mine');
      await isMinted();
      at = held.nonce;
    });
    await expectEmptyPayment(at);
  });

  it('whose call the contract refuses now is replaced before the effect of somebody else is recorded', async () => {
    let at = -1;
    try {
      await withHeldSettlement(
        async (auction, held) => {
          const isMinted = await askMint();
          await passTime();
          const operated = operatorAt();
          await operated.step();
          expect(await taskOf(auction)).toMatchObject({ status: 'pending', last_error: 'chain.auctionGone' });
          expect(await transactionOf(held.hash)).toBeNull();
          await all.chain.rpc('evm_mine');
          all.startWorker();
          await all.chain.rpc('evm_setAutomine', [true]);
          await isMinted();
          at = held.nonce;
        },
        () => all.stopWorker(),
      );
    } finally {
      await all.stopWorker();
      all.startWorker();
    }
    await expectEmptyPayment(at);
  });
});
