import { erc20Abi, seaportAbi } from '@skarb/contracts/abi';
import type { SignedOrder } from '@skarb/schema/offer';
import type { SignatureStep, TransactionStep } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { encodeFunctionData, type Address, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAcceptedByMaker } from '../../../../web/src/domain/offer/verify/maker-signature.ts';
import { operator } from '@skarb/local/testing.ts';
import { runWorker } from '../../worker.ts';
import { type Person, startTrade, testLog, type Trade, until } from '../offer/testing-trade.ts';
import { type Bundler, startBundler } from './testing-account.ts';

let all: Trade;
let ann: Person;
let site: Bundler;
beforeAll(async () => {
  all = await startTrade({ env: { LOCAL_STACK: '1', TRUST_PROXY: '1' } });
  site = await startBundler(all);
  ann = await all.trader();
});
afterAll(() => all?.stop());

const callOf = ({ to, data, value }: TransactionStep) => ({
  to: to as Address,
  data: data as Hex,
  value: BigInt(value),
});
const transfer = (to: Address, amount = 1n) => ({
  to: all.deployment.weth,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
});

describe('viem’s bundler client, unchanged', () => {
  it('deploys the account with its first operation, buys a token with one press, and the marketplace pays', async () => {
    expect(await site.bundler.getSupportedEntryPoints()).toEqual([all.deployment.entryPoint]);
    expect(await site.bundler.getChainId()).toBe(80_001);
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid, { price: '1.25' });
    const { person, account } = await site.holder(true);
    const before = await site.client.getBalance({ address: account.address });

    const bought = await all.purchase(person, uuid);
    const steps = (bought.body.data.steps ?? []) as TransactionStep[];
    expect(steps.map(({ id }) => id)).toEqual(['approve-weth', 'purchase']);
    const receipt = await site.act(account, steps.map(callOf));
    expect(receipt).toMatchObject({ success: true, actualGasCost: 0n, sender: account.address });
    await all.becomes(uuid, 'SOLD');
    const { data } = (await all.call<{ data: TokenDetail }>('GET', `/token/${token.uuid}`)).body;
    expect(data.ownerships).toMatchObject([{ owner: account.address, quantity: 1 }]);
    expect(await site.client.getBalance({ address: account.address })).toBe(before);

    const [cost] = await until('the cost to be booked', async () => {
      const rows = await all.sql`select * from operator_spend where account_uuid = ${person.uuid} and is_booked`;
      return rows.length > 0 && rows;
    });
    expect(cost).toMatchObject({ kind: 'operation', tx_hash: receipt.receipt.transactionHash });
    expect(BigInt(cost?.gas)).toBe(receipt.receipt.gasUsed);
    const stored = await site.bundler.getUserOperation({ hash: receipt.userOpHash });
    expect(stored).toMatchObject({ transactionHash: receipt.receipt.transactionHash });
  });

  it('sells what the account minted: its order is signed by the passkey and accepted by the chain', async () => {
    const { person, account } = await site.holder();
    const { uuid: home } = await all.collection(person);
    const draft = await all.draft(person, home);
    // The mint request is a signature of an account that does not exist yet: deploy it first.
    await site.act(account, [
      { to: all.deployment.seaport, data: encodeFunctionData({ abi: seaportAbi, functionName: 'incrementCounter' }) },
    ]);
    const sign = async (step: SignatureStep) => {
      const { domain, types, primaryType, message } = step.typedData;
      const signature = await account.signTypedData({ domain, types, primaryType, message } as never);
      const { method, path, field } = step.submit;
      return all.call<{ data: never }>(method, path, { as: person, json: { [field]: signature } });
    };
    expect((await sign(draft.steps?.[0] as SignatureStep)).status).toBe(200);
    await until('the mint', async () => {
      const { data } = (await all.call<{ data: TokenDetail }>('GET', `/token/${draft.uuid}`, { as: person })).body;
      return data.status === 'minted';
    });
    const opened = (await all.open(person, draft.uuid, { price: '0.5' })).body.data;
    const [approve, signing] = opened.steps as [TransactionStep, SignatureStep];
    expect([approve.id, signing.id]).toEqual(['approve-nft', 'sign-offer']);
    expect((await site.act(account, [callOf(approve)])).success).toBe(true);
    const signed = await sign(signing);
    expect(signed.status, JSON.stringify(signed.body)).toBe(200);
    await all.becomes(opened.uuid, 'ACTIVE');
    // In a reader's own browser, too.
    const order = (await all.call<{ data: SignedOrder }>('GET', `/offer/${opened.uuid}/order`)).body.data;
    expect(await isAcceptedByMaker(all.chain, order, 'latest')).toBe(true);
    await all.buy(ann, opened.uuid);
    await all.becomes(opened.uuid, 'SOLD');
  });

  it('reports calls that would fail before anything is sent, in the words of the chain', async () => {
    const { account } = await site.holder();
    const failed = await site.bundler.sendUserOperation({ account, calls: [transfer(ann.address)] }).then(
      () => undefined,
      (error: Error) => error,
    );
    expect(failed?.message).toContain('There is not enough money in the wallet');
  });
});

describe('the operator’s lanes', () => {
  it('land the operations of twenty people who press at once, each in one transaction, also with a second worker', async () => {
    const stopping = new AbortController();
    const second = runWorker(all.context, testLog, stopping.signal);
    await all.settled();
    const count = () => site.client.getTransactionCount({ address: operator.address });
    const people = await Promise.all(Array.from({ length: 20 }, () => site.holder(true)));
    const before = await count();
    // Each at a network address of their own: together they ask for their receipts more often than one address may.
    const receipts = await Promise.all(
      people.map(({ account }, at) => site.act(account, [transfer(ann.address)], site.bundlerFor(`198.51.100.${at}`))),
    );
    expect(receipts.every(({ success }) => success)).toBe(true);
    expect(new Set(receipts.map(({ receipt }) => receipt.transactionHash)).size).toBe(20);
    await all.settled();
    expect(await count()).toBe(before + 20);
    stopping.abort();
    await second;
  });

  it('send an operation once if it is sent again, and answer with the same hash', async () => {
    const { account, person } = await site.holder(true);
    const operation = await site.signed(account, [transfer(ann.address)]);
    const [first, second] = await Promise.all([site.send(operation), site.send(operation)]);
    expect(first.error ?? second.error).toBeUndefined();
    expect(first.result).toBe(second.result);
    await site.bundler.waitForUserOperationReceipt({ hash: first.result as never });
    expect((await site.send(operation)).result).toBe(first.result);
    await all.settled();
    expect(await all.sql`select 1 from operator_spend where account_uuid = ${person.uuid}`).toHaveLength(1);
  });
});
