import { seaportAbi } from '@skarb/contracts/abi';
import { OPEN_OFFERS_MAX } from '@skarb/schema/limits';
import type { ErrorBody, SignatureStep, Step, TransactionStep } from '@skarb/schema/primitive';
import type { HistoryEntry, OfferWithSteps } from '@skarb/schema/offer';
import { decodeFunctionData, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addChange } from '../auth/account-change.store.ts';
import { addMailToken } from '../auth/auth.store.ts';
import { hashSecret, makeSecret } from '../auth/auth.tokens.ts';
import type { UserRow } from '../auth/auth.view.ts';
import { offerTasks } from './offer.maker.ts';
import { offerOwnData } from './offer.own-data.ts';
import { type Person, startTrade, type Trade, until } from './testing-trade.ts';

const refusal = (answer: { status: number; body: unknown }) => [answer.status, (answer.body as ErrorBody).code];
const transactionOf = (steps: Step[] | undefined, id: string) =>
  steps?.find((step) => step.id === id) as TransactionStep;
const edit = (all: Trade, as: Person, uuid: string, json: object) =>
  all.call<{ data: OfferWithSteps }>('PUT', `/offer/${uuid}`, { as, json });
const cancel = (all: Trade, as: Person, uuid: string) =>
  all.call<{ data: OfferWithSteps }>('DELETE', `/offer/${uuid}`, { as });

describe('with an operator that pays gas', () => {
  let all: Trade;
  let ann: Person;
  let bob: Person;
  /** Runs the job that cancels what a former wallet of somebody offers, if it has been asked for. */
  const cancelFormer = async (userUuid: string) => {
    const [job] = await all.sql<[{ payload: { userUuid: string } }]>`
      select payload from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
      where task.identifier = 'cancel-former' and payload->>'userUuid' = ${userUuid}`;
    await offerTasks(all.context)['cancel-former']?.(job.payload);
  };
  beforeAll(async () => {
    all = await startTrade();
    [ann, bob] = await Promise.all([all.trader(), all.trader()]);
  });
  afterAll(() => all?.stop());

  const nonceOf = (person: Person) => all.chain.rpc<Hex>('eth_getTransactionCount', [person.address, 'latest']);
  /** Sends the steps that a buyer received earlier, unchanged. */
  const tryOld = async (buyer: Person, steps: Step[] | undefined) => {
    const approve = transactionOf(steps, 'approve-weth');
    if (approve) await all.sendStep(buyer, approve);
    return (await all.sendRaw(buyer, { ...transactionOf(steps, 'purchase'), gas: 600_000n })).status;
  };

  it('an edit ends the old terms on chain, and the maker pays no gas', async () => {
    const token = await all.mint(ann, { royalty: '5' });
    const { uuid, orderHash } = await all.list(ann, token.uuid, { price: '1' });
    const oldSteps = (await all.purchase(bob, uuid)).body.data.steps;
    const nonce = await nonceOf(ann);
    const edited = await edit(all, ann, uuid, { price: '2' });
    expect(edited.body.data.steps?.map(({ id, status }) => [id, status])).toEqual([
      ['approve-nft', 'complete'],
      ['sign-offer', 'incomplete'],
    ]);
    // Not signed yet: nothing has changed.
    expect(await all.offer(uuid)).toMatchObject({ status: 'ACTIVE', price: '1' });
    await all.runSteps(ann, edited.body.data);
    const now = await all.becomes(uuid, 'ACTIVE');
    expect(now).toMatchObject({ price: '2', quantityLeft: 1 });
    expect(now.orderHash).not.toBe(orderHash);
    expect(await nonceOf(ann)).toBe(nonce);
    await all.settled();
    expect(await tryOld(bob, oldSteps)).toBe('reverted');
    await all.buy(bob, uuid);
    await all.becomes(uuid, 'SOLD');
    const story = (await all.call<{ data: HistoryEntry[] }>('GET', `/offer/${uuid}/history`)).body.data;
    expect(story.map(({ event, price }) => [event, price])).toEqual([
      ['SOLD', '2'],
      ['EDITED', '2'],
      ['LISTED', '1'],
    ]);
  });

  it('a wallet can be removed from its account only when it has no open offer', async () => {
    const cleo = await all.trader();
    const token = await all.mint(cleo);
    const { uuid } = await all.list(cleo, token.uuid, { price: '1' });
    // Adds a second sign-in method: without one, the wallet could not be removed in any case.
    await all.sql`update app_user set email = 'cleo@example.org', is_email_confirmed = true, password_hash = 'x' where uuid = ${cleo.uuid}`;
    const removal = async () => {
      await all.sql`update session set proved_at = now() where user_uuid = ${cleo.uuid}`;
      return all.call('DELETE', '/auth/way/wallet', { as: cleo });
    };
    const wallet = privateKeyToAccount(generatePrivateKey());
    const { message } = (
      await all.call<{ data: { message: string } }>('GET', `/auth/wallet/nonce?address=${wallet.address}`)
    ).body.data;
    const json = { message, signature: await wallet.signMessage({ message }) };
    expect(refusal(await removal())).toEqual([409, 'wallet.inUse']);
    expect(refusal(await all.call('POST', '/auth/connect-metamask', { as: cleo, json }))).toEqual([
      409,
      'wallet.inUse',
    ]);
    await cancel(all, cleo, uuid);
    await all.becomes(uuid, 'CANCELLED');
    expect((await removal()).status).toBe(200);
  });

  it('a purchase mined before the edit counts at the old terms, once', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid, { price: '1' });
    const steps = (await all.purchase(bob, uuid)).body.data.steps;
    await all.sendStep(bob, transactionOf(steps, 'approve-weth'));
    const edited = (await edit(all, ann, uuid, { price: '2' })).body.data;
    const signature = await all.sign(ann, edited.steps?.at(-1) as SignatureStep);
    // Both at once: the offer ends in one of two ways, depending on which is mined first.
    const [sent, signed] = await Promise.all([
      all.sendRaw(bob, { ...transactionOf(steps, 'purchase'), gas: 600_000n }),
      edit(all, ann, uuid, { signature }),
    ]);
    await all.settled();
    const after = await all.offer(uuid);
    if (sent.status === 'success') expect(after).toMatchObject({ status: 'SOLD', price: '1', quantityLeft: 0 });
    else expect([signed.status, after.status, after.price]).toEqual([200, 'ACTIVE', '2']);
  });

  it('editing the quantity of a partly sold edition offers exactly the new quantity', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '10' });
    const { uuid } = await all.list(ann, token.uuid, { price: '0.1', quantity: 8 });
    await all.buy(bob, uuid, 3);
    await all.settled();
    expect(refusal(await edit(all, ann, uuid, { quantity: 8 }))).toEqual([422, 'offer.tooFew']);
    await all.runSteps(ann, (await edit(all, ann, uuid, { quantity: 7, price: '0.2' })).body.data);
    expect(await all.becomes(uuid, 'ACTIVE')).toMatchObject({ price: '0.2', quantityLeft: 7 });
    await all.buy(bob, uuid, 7);
    await all.becomes(uuid, 'SOLD');
  });

  it('editing the price offers what is left when units are bought while the node is asked', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '20' });
    const { uuid } = await all.list(ann, token.uuid, { price: '0.1', quantity: 8 });
    const node = all.context.chain.public;
    const ask = node.readContract.bind(node);
    let isAsked = false;
    const slow = vi.spyOn(node, 'readContract').mockImplementation((async (call: Parameters<typeof ask>[0]) => {
      if (call.functionName === 'getCounter' && !isAsked) {
        isAsked = true;
        await all.buy(bob, uuid, 3);
        await all.settled();
      }
      return ask(call);
    }) as never);
    const edited = await edit(all, ann, uuid, { price: '0.2' });
    slow.mockRestore();
    expect(isAsked).toBe(true);
    await all.runSteps(ann, edited.body.data);
    await until('the new price', async () => (await all.offer(uuid)).price === '0.2');
    expect(await all.becomes(uuid, 'ACTIVE')).toMatchObject({ quantityLeft: 5 });
  });

  it('a cancel costs its maker nothing and makes the signature invalid on chain', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid);
    const steps = (await all.purchase(bob, uuid)).body.data.steps;
    const nonce = await nonceOf(ann);
    const asked = await cancel(all, ann, uuid);
    expect(asked.status).toBe(200);
    expect(asked.body.data).toMatchObject({ status: 'CANCELLING', steps: [] });
    expect(refusal(await all.purchase(bob, uuid))[0]).toBe(409);
    await all.becomes(uuid, 'CANCELLED');
    expect(await nonceOf(ann)).toBe(nonce);
    expect(await tryOld(bob, steps)).toBe('reverted');
    expect(refusal(await all.purchase(bob, uuid))).toEqual([409, 'offer.cancelled']);
    expect(refusal(await cancel(all, ann, uuid))).toEqual([409, 'offer.cancelled']);
    expect(refusal(await edit(all, ann, uuid, { price: '3' }))).toEqual([409, 'offer.cancelled']);
    const story = (await all.call<{ data: HistoryEntry[] }>('GET', `/offer/${uuid}/history`)).body.data;
    expect(story.map(({ event }) => event)).toEqual(['CANCELLED', 'CANCEL_REQUESTED', 'LISTED']);
    // A token can be listed again after a sale or a cancel.
    expect(await all.list(ann, token.uuid, { price: '9' })).toMatchObject({ status: 'ACTIVE' });
  });

  /** A draft of a sale with its signature, not sent yet. */
  const readyToSign = async (maker: Person) => {
    const token = await all.mint(maker);
    const { uuid, steps = [] } = (await all.open(maker, token.uuid)).body.data;
    const approve = transactionOf(steps, 'approve-nft');
    if (approve.status !== 'complete') await all.sendStep(maker, approve);
    const signature = await all.sign(maker, steps.at(-1) as SignatureStep);
    await all.settled();
    return { token, uuid, signature };
  };
  /** Until a statement that contains this waits for a lock. */
  const waiting = (what: string) =>
    until(what, async () => {
      const rows = await all.sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${what}%`}`;
      return rows.length > 0;
    });

  it('a draft that is signed while it is cancelled is cancelled as an offer', async () => {
    const { token, uuid, signature } = await readyToSign(ann);
    // The signature is stored and not committed: the cancellation still reads a draft.
    const begun = await all.sql.begin(async (tx) => {
      await tx`select 1 from collection where uuid = ${token.collection.uuid} for no key update`;
      const signing = edit(all, ann, uuid, { signature });
      await waiting('from collection');
      const cancelling = cancel(all, ann, uuid);
      await waiting('delete from offer');
      return { signing, cancelling };
    });
    expect((await begun.signing).status).toBe(200);
    expect((await begun.cancelling).body.data).toMatchObject({ status: 'CANCELLING' });
    await all.becomes(uuid, 'CANCELLED');
  });

  it('an offer that is signed while its maker is being blocked is not on sale', async () => {
    const maker = await all.trader();
    const { uuid, signature } = await readyToSign(maker);
    const begun = await all.sql.begin(async (tx) => {
      await tx`select 1 from app_user where uuid = ${maker.uuid} for update`;
      await tx`update app_user set blocked_at = now(), blocked_reason = 'Spam.' where uuid = ${maker.uuid}`;
      const signing = edit(all, maker, uuid, { signature });
      await waiting('app_user');
      return { signing };
    });
    expect((await begun.signing).status).toBe(200);
    expect(await all.offer(uuid)).toMatchObject({ status: 'INVALID', invalidReason: 'MAKER_BLOCKED' });
  });

  it('a draft ends when its wallet leaves the account: another account of that wallet could not cancel it', async () => {
    const maker = await all.trader();
    const { uuid, signature } = await readyToSign(maker);
    await all.sql`update app_user set metamask_wallet = null where uuid = ${maker.uuid}`;
    expect(refusal(await edit(all, maker, uuid, { signature }))).toEqual([409, 'offer.draftGone']);
    expect(await all.sql`select status from offer where uuid = ${uuid}`).toEqual([{ status: 'DRAFT' }]);
  });

  it('what a wallet signed is cancelled when its connection to the account is undone, and keeps no account', async () => {
    const visitor = await all.trader();
    const { uuid } = await all.list(visitor, (await all.mint(visitor)).uuid);
    const [user] = await all.sql<[UserRow]>`select * from app_user where uuid = ${visitor.uuid}`;
    const secret = makeSecret();
    const before = { ...user, metamask_wallet: null };
    await addChange(all.sql, { user: before, kind: 'wallet', undoHash: hashSecret(secret), seconds: 60 });
    const obstacles = (wallet: string | null) =>
      offerOwnData.obstacles?.(all.sql, { uuid: user.uuid, wallet, contacts: [] });
    expect(await obstacles(user.metamask_wallet)).toMatchObject([{ kind: 'OFFER', uuid }]);
    expect((await all.call('POST', '/auth/undo', { json: { token: secret } })).status).toBe(204);
    expect(await obstacles(null)).toEqual([]);
    await cancelFormer(user.uuid);
    await all.becomes(uuid, 'CANCELLED');
  });

  it('a wallet that was connected lately is removed by a reset link, though it has open offers, which are cancelled', async () => {
    const thief = await all.trader();
    const { uuid } = await all.list(thief, (await all.mint(thief)).uuid);
    const email = `${uuid}@example.org`;
    const secret = makeSecret();
    await all.sql`update app_user set email = ${email}, is_email_confirmed = true, created_at = now() - interval '90 days',
      wallet_added_at = now() - interval '1 day' where uuid = ${thief.uuid}`;
    await addMailToken(all.sql, {
      purpose: 'reset',
      hash: hashSecret(secret),
      userUuid: thief.uuid,
      email,
      seconds: 60,
      seed: 'x',
    });
    const json = { token: secret, password: 'an entirely new password', removedWays: ['wallet'] };
    expect((await all.call('POST', '/auth/reset-password', { json })).status).toBe(204);
    expect(await all.sql`select metamask_wallet from app_user where uuid = ${thief.uuid}`).toEqual([
      { metamask_wallet: null },
    ]);
    await cancelFormer(thief.uuid);
    await all.becomes(uuid, 'CANCELLED');
  });

  it('several cancels are sent in one transaction', async () => {
    const collection = await all.collection(ann);
    const offers: string[] = [];
    for (let index = 0; index < 3; index++)
      offers.push((await all.list(ann, (await all.mintIn(ann, collection.uuid)).uuid)).uuid);
    await all.settled();
    await all.stopWorker();
    for (const uuid of offers) expect((await cancel(all, ann, uuid)).body.data.status).toBe('CANCELLING');
    const before = BigInt(await all.chain.rpc<Hex>('eth_blockNumber'));
    all.startWorker();
    for (const uuid of offers) await all.becomes(uuid, 'CANCELLED');
    expect(BigInt(await all.chain.rpc<Hex>('eth_blockNumber')) - before).toBe(1n);
  });

  it('a draft can be deleted by its maker, and changed before it is signed', async () => {
    const token = await all.mint(ann);
    const { uuid } = (await all.open(ann, token.uuid, { price: '1' })).body.data;
    const changed = await edit(all, ann, uuid, { price: '4' });
    expect(changed.body.data).toMatchObject({ status: 'DRAFT', price: '4' });
    expect(refusal(await edit(all, bob, uuid, { price: '4' }))).toEqual([404, 'offer.notFound']);
    expect(await all.runSteps(ann, changed.body.data)).toMatchObject({ status: 'ACTIVE', price: '4' });
    const second = await all.mint(ann);
    const draft = (await all.open(ann, second.uuid)).body.data;
    expect((await cancel(all, ann, draft.uuid)).status).toBe(200);
    expect(refusal(await cancel(all, ann, draft.uuid))).toEqual([404, 'offer.notFound']);
    const signature = await all.sign(ann, draft.steps?.at(-1) as SignatureStep);
    expect(refusal(await edit(all, ann, draft.uuid, { signature }))).toEqual([404, 'offer.notFound']);
  });

  it("is refused to everyone but the maker, and with another account's signature", async () => {
    const token = await all.mint(ann);
    const opened = (await all.open(ann, token.uuid)).body.data;
    const step = opened.steps?.at(-1) as SignatureStep;
    for (const signature of [await all.sign(bob, step), '0x', `0x${'11'.repeat(65)}`]) {
      const wrong = await edit(all, ann, opened.uuid, { signature });
      expect(wrong.status).toBe(400);
      expect((wrong.body as unknown as ErrorBody).message).toMatchObject([{ property: 'signature' }]);
    }
    const { uuid } = await all.runSteps(ann, opened);
    expect(refusal(await edit(all, bob, uuid, { price: '1' }))).toEqual([403, 'offer.notYours']);
    expect(refusal(await cancel(all, bob, uuid))).toEqual([403, 'offer.notYours']);
    expect(refusal(await edit(all, ann, uuid, { signature: await all.sign(ann, step) }))).toEqual([
      409,
      'offer.nothingToSign',
    ]);
    expect((await edit(all, ann, uuid, {})).status).toBe(400);
    expect((await edit(all, ann, uuid, { reservePrice: '1' })).status).toBe(400);
  });

  it('accepts the signature of a contract wallet if the contract accepts it (ERC-1271)', async () => {
    const dan = await all.trader();
    const collection = await all.collection(dan);
    const token = await all.mintIn(dan, collection.uuid);
    await all.list(dan, token.uuid, { price: '0.3' });
    const second = await all.mintIn(dan, collection.uuid);
    // From here the account is a contract that rejects every signature, then one that accepts every signature.
    const answering = (word: string) => `0x63${word}60e01b60005260206000f3`;
    const opened = (await all.open(dan, second.uuid, { price: '0.4' })).body.data;
    const hand = () => edit(all, dan, opened.uuid, { signature: `0x${'5c'.repeat(97)}` });
    await all.chain.rpc('anvil_setCode', [dan.address, answering('ffffffff')]);
    expect((await hand()).status).toBe(400);
    await all.chain.rpc('anvil_setCode', [dan.address, answering('1626ba7e')]);
    expect((await hand()).body.data).toMatchObject({ status: 'ACTIVE' });
    await all.buy(bob, opened.uuid);
    await all.becomes(opened.uuid, 'SOLD');
  });

  it('a sale opens only for an owner with enough units, with valid terms', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '5' });
    expect(refusal(await all.open(bob, token.uuid))).toEqual([403, 'offer.notOwner']);
    expect(refusal(await all.open(ann, token.uuid, { quantity: 6 }))).toEqual([422, 'offer.tooFew']);
    await all.list(ann, token.uuid, { quantity: 4 });
    expect(refusal(await all.open(ann, token.uuid, { quantity: 2 }))).toEqual([409, 'offer.promised']);
    expect((await all.open(ann, token.uuid, { quantity: 1 })).status).toBe(201);
    // As many as one may have, written by hand; paused ones count, because they may open again.
    const [{ uuid: first }] =
      (await all.sql`select uuid from offer where token_uuid = ${token.uuid} and status = 'ACTIVE'`) as unknown as [
        { uuid: string },
      ];
    const many = await all.sql`
      insert into offer (uuid, type, status, invalid_reason, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker,
        price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps, royalty_receiver, ends_at)
      select gen_random_uuid(), 'SALE', 'INVALID', 'NOT_OWNER', token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker,
        price, price_eth, 1, 1, marketplace_bps, royalty_bps, royalty_receiver, ends_at
      from offer, generate_series(1, ${OPEN_OFFERS_MAX - 1}) where uuid = ${first} returning uuid`;
    expect(refusal(await all.open(ann, token.uuid, { quantity: 1 }))).toEqual([422, 'offer.tooManyOpen']);
    await all.sql`delete from offer where uuid = any(${many.map((row) => row.uuid as string)}::uuid[])`;
    const single = await all.mint(ann);
    await all.list(ann, single.uuid);
    expect(refusal(await all.open(ann, single.uuid))).toEqual([409, 'offer.exists']);
    const fresh = await all.mint(ann);
    for (const sale of [
      { price: '0' },
      { price: '-1' },
      { price: '1e3' },
      { price: '1,5' },
      { price: 'NaN' },
      { price: '0.0000001', currency: 'USDC' as const },
      { price: `1${'0'.repeat(50)}` },
      { endsAt: '2020-01-01T00:00:00Z' },
      { endsAt: 'tomorrow' },
      { quantity: 0 },
    ])
      expect((await all.open(ann, fresh.uuid, sale)).status, JSON.stringify(sale)).toBe(400);
    const other = { type: 'SALE', price: '1', currencyUuid: fresh.uuid };
    expect((await all.call('POST', `/offer/${fresh.uuid}`, { as: ann, json: other })).status).toBe(400);
    expect(
      (
        await all.call('POST', `/offer/${ann.uuid}`, {
          as: ann,
          json: { ...other, currencyUuid: all.currency('ETH').uuid },
        })
      ).status,
    ).toBe(404);
    const auction = {
      type: 'AUCTION',
      reservePrice: '1',
      currencyUuid: all.currency('ETH').uuid,
      endsAt: '2030-01-01T00:00:00Z',
    };
    expect(refusal(await all.call('POST', `/offer/${fresh.uuid}`, { as: bob, json: auction }))).toEqual([
      400,
      'invalid',
    ]);
    expect(
      refusal(
        await all.call('POST', `/offer/${fresh.uuid}`, {
          as: await all.person(false),
          json: { ...other, currencyUuid: all.currency('ETH').uuid },
        }),
      ),
    ).toEqual([422, 'wallet.missing']);
  });
});

describe('without an operator', () => {
  let all: Trade;
  let ann: Person;
  beforeAll(async () => {
    all = await startTrade({ withOperator: false });
    ann = await all.trader();
  });
  afterAll(() => all?.stop());

  it("the steps contain the maker's own cancel", async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid);
    const asked = (await cancel(all, ann, uuid)).body.data;
    expect(asked).toMatchObject({
      status: 'CANCELLING',
      steps: [{ id: 'cancel-offer', kind: 'transaction', status: 'incomplete' }],
    });
    const step = transactionOf(asked.steps, 'cancel-offer');
    expect(decodeFunctionData({ abi: seaportAbi, data: step.data as Hex }).functionName).toBe('cancel');
    await all.sendStep(ann, step);
    await all.becomes(uuid, 'CANCELLED');
  });

  it("an edit begins with the maker's own cancel of the old terms", async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid, { price: '1' });
    const edited = (await edit(all, ann, uuid, { price: '2' })).body.data;
    expect(edited.steps?.map(({ id }) => id)).toEqual(['cancel-offer', 'approve-nft', 'sign-offer']);
    await all.sendStep(ann, transactionOf(edited.steps, 'cancel-offer'));
    await all.becomes(uuid, 'CANCELLED');
    await all.runSteps(ann, (await all.offer(uuid, ann)) as typeof edited);
    expect(await all.becomes(uuid, 'ACTIVE')).toMatchObject({ price: '2' });
    // As after a full re-read of the chain: replaced terms end without a history event.
    const events =
      await all.sql`select event from history where offer_uuid = ${uuid} and event <> 'VALID' order by created_at, uuid`;
    expect(events.map(({ event }) => event)).toEqual(['LISTED', 'EDITED']);
  });
});
