import { collection1155Abi, collection721Abi, seaportAbi } from '@skarb/contracts/abi';
import type { ErrorBody, Step, TransactionStep } from '@skarb/schema/primitive';
import type { HistoryEntry, OfferWithSteps } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import { encodeFunctionData, type Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTrade, type Trade } from './testing-trade.ts';
import { dropDrafts } from './offer.jobs.ts';
import { orderFromJson } from './offer.order.ts';

let all: Trade;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  all = await startTrade();
  [ann, bob] = await Promise.all([all.trader(), all.trader()]);
});
afterAll(() => all?.stop());

const refusal = (answer: { status: number; body: unknown }) => [answer.status, (answer.body as ErrorBody).code];
const give = (from: Person, to: Address, token: TokenDetail, units = 1) =>
  all.sendRaw(from, {
    to: token.contractAddress,
    data:
      token.type === 'ERC721'
        ? encodeFunctionData({
            abi: collection721Abi,
            functionName: 'transferFrom',
            args: [from.address, to, BigInt(token.tokenId)],
          })
        : encodeFunctionData({
            abi: collection1155Abi,
            functionName: 'safeTransferFrom',
            args: [from.address, to, BigInt(token.tokenId), BigInt(units), '0x'],
          }),
  });
const permit = (owner: Person, token: TokenDetail, isAllowed: boolean) =>
  all.sendRaw(owner, {
    to: token.contractAddress,
    data: encodeFunctionData({
      abi: collection721Abi,
      functionName: 'setApprovalForAll',
      args: [all.deployment.seaport, isAllowed],
    }),
  });
const revive = (as: Person, uuid: string) =>
  all.call<{ data: OfferWithSteps }>('PUT', `/offer/${uuid}`, { as, json: { revive: true } });
const cancelOnSeaport = async (maker: Person, uuid: string) => {
  const [row] = await all.sql`select components from seaport_order where offer_uuid = ${uuid}`;
  const args = [[orderFromJson(row?.components)]] as const;
  const data = encodeFunctionData({ abi: seaportAbi, functionName: 'cancel', args });
  await all.sendRaw(maker, { to: all.deployment.seaport, data });
};
const storyOf = async (uuid: string) =>
  (await all.call<{ data: HistoryEntry[] }>('GET', `/offer/${uuid}/history?sortBy=createdAt:ASC`)).body.data.map(
    ({ event, quantity }) => [event, quantity],
  );
// As a signed-in user: responses to visitors may be cached for a second.
const listingOf = async (token: TokenDetail) =>
  (await all.call<{ data: TokenDetail }>('GET', `/token/${token.uuid}`, { as: bob })).body.data.listing;

describe('an offer is ACTIVE only while it can be filled', () => {
  it('is INVALID when the NFT leaves; after its return the owner must re-activate it', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid, { price: '1' });
    await give(ann, bob.address, token);
    await all.becomes(uuid, 'INVALID', 'NOT_OWNER');
    expect(await listingOf(token)).toBeNull();
    expect(refusal(await all.purchase(bob, uuid))).toEqual([422, 'offer.invalid.NOT_OWNER']);
    expect(refusal(await revive(ann, uuid))).toEqual([403, 'offer.notOwner']);
    await give(bob, ann.address, token);
    await all.becomes(uuid, 'INVALID', 'LEFT_AND_RETURNED');
    expect(await listingOf(token)).toBeNull();
    expect(refusal(await revive(bob, uuid))).toEqual([403, 'offer.notYours']);
    expect((await revive(ann, uuid)).body.data).toMatchObject({ status: 'ACTIVE', price: '1' });
    expect(await listingOf(token)).toMatchObject({ offerUuid: uuid });
    await all.buy(bob, uuid);
    await all.becomes(uuid, 'SOLD');
    const story = (await all.call<{ data: HistoryEntry[] }>('GET', `/offer/${uuid}/history`)).body.data;
    expect(story.map(({ event }) => event)).toEqual(['SOLD', 'VALID', 'INVALID', 'LISTED']);
  });

  it('without its order row is CANCELLED, and sets no log aside: the next transfer counts', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid);
    await all.sql`delete from seaport_order where offer_uuid = ${uuid}`;
    await give(ann, bob.address, token);
    await all.becomes(uuid, 'CANCELLED');
    const { ownerships } = (await all.call<{ data: TokenDetail }>('GET', `/token/${token.uuid}`, { as: bob })).body
      .data;
    expect(ownerships).toMatchObject([{ owner: bob.address }]);
    expect(await all.sql`select error from set_aside`).toEqual([]);
  });

  it('a listing that became INVALID allows a new listing, and can never be filled again', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid, { price: '1', currency: 'POL' });
    const old = (await all.purchase(bob, uuid)).body.data.steps as Step[];
    await give(ann, bob.address, token);
    await give(bob, ann.address, token);
    await all.becomes(uuid, 'INVALID', 'LEFT_AND_RETURNED');
    const fresh = await all.list(ann, token.uuid, { price: '5', currency: 'POL' });
    expect(fresh.status).toBe('ACTIVE');
    await all.becomes(uuid, 'CANCELLED');
    expect((await all.sendRaw(bob, { ...(old.at(-1) as TransactionStep), gas: 500_000n })).status).toBe('reverted');
    expect(await listingOf(token)).toMatchObject({ offerUuid: fresh.uuid, price: '5' });
  });

  it('is INVALID without the approval and ACTIVE again by itself once the approval is restored', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid);
    await permit(ann, token, false);
    await all.becomes(uuid, 'INVALID', 'NOT_APPROVED');
    expect((await all.offer(uuid, ann)).steps).toMatchObject([{ id: 'approve-nft', status: 'incomplete' }]);
    expect(await listingOf(token)).toBeNull();
    await permit(ann, token, true);
    await all.becomes(uuid, 'ACTIVE');
    expect(await listingOf(token)).toMatchObject({ offerUuid: uuid });
  });

  it("an approval for the single token counts, and ends with the token's next transfer", async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid);
    await permit(ann, token, false);
    await all.becomes(uuid, 'INVALID', 'NOT_APPROVED');
    const approve = (to: Address) =>
      all.sendRaw(ann, {
        to: token.contractAddress,
        data: encodeFunctionData({ abi: collection721Abi, functionName: 'approve', args: [to, BigInt(token.tokenId)] }),
      });
    await approve(all.deployment.seaport as Address);
    await all.becomes(uuid, 'ACTIVE');
    await approve(bob.address);
    await all.becomes(uuid, 'INVALID', 'NOT_APPROVED');
    await approve(all.deployment.seaport as Address);
    await all.becomes(uuid, 'ACTIVE');
    await give(ann, bob.address, token);
    await give(bob, ann.address, token);
    await all.becomes(uuid, 'INVALID', 'LEFT_AND_RETURNED');
    expect((await revive(ann, uuid)).body.data).toMatchObject({ status: 'INVALID', invalidReason: 'NOT_APPROVED' });
  });

  it('of an edition is valid as long as the seller holds enough units for the rest', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '10' });
    const { uuid } = await all.list(ann, token.uuid, { price: '0.1', quantity: 6 });
    await give(ann, bob.address, token, 4);
    await all.settled();
    expect(await all.offer(uuid)).toMatchObject({ status: 'ACTIVE', quantityLeft: 6 });
    await give(ann, bob.address, token, 1);
    await all.becomes(uuid, 'INVALID', 'TOO_FEW');
    await give(bob, ann.address, token, 1);
    await all.becomes(uuid, 'INVALID', 'LEFT_AND_RETURNED');
    expect((await revive(ann, uuid)).body.data.status).toBe('ACTIVE');
    await all.buy(bob, uuid, 2);
    await all.settled();
    expect(await all.offer(uuid)).toMatchObject({ status: 'ACTIVE', quantityLeft: 4 });
  });

  it('a raised counter ends it; an edit signs it again under the new counter', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid, { price: '1' });
    const data = encodeFunctionData({ abi: seaportAbi, functionName: 'incrementCounter' });
    await all.sendRaw(ann, { to: all.deployment.seaport, data });
    await all.becomes(uuid, 'INVALID', 'COUNTER_RAISED');
    const edited = await all.call<{ data: OfferWithSteps }>('PUT', `/offer/${uuid}`, {
      as: ann,
      json: { price: '1.5' },
    });
    expect(await all.runSteps(ann, edited.body.data)).toMatchObject({ status: 'ACTIVE', price: '1.5' });
    await all.buy(bob, uuid);
    await all.becomes(uuid, 'SOLD');
  });

  it('a reorg that undoes a counter raise invalidates what was signed under the new counter', async () => {
    const carol = await all.trader();
    const { uuid: collection } = await all.collection(carol);
    const [first, second] = [await all.mintIn(carol, collection), await all.mintIn(carol, collection)];
    // The approval for the whole collection comes with the first listing, and survives the reorg.
    const under = await all.list(carol, first.uuid);
    await all.settled();
    const data = encodeFunctionData({ abi: seaportAbi, functionName: 'incrementCounter' });
    const { blockNumber } = await all.sendRaw(carol, { to: all.deployment.seaport, data });
    const listed = await all.list(carol, second.uuid);
    expect(listed.status).toBe('ACTIVE');
    await all.settled();
    const head = Number(await all.chain.rpc('eth_blockNumber'));
    await all.chain.rpc('anvil_reorg', [head - Number(blockNumber) + 1, []]);
    await all.becomes(listed.uuid, 'INVALID', 'COUNTER_RAISED');
    await all.becomes(under.uuid, 'ACTIVE');
  });

  it('counts a cancel that its maker sends to Seaport directly', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid);
    await cancelOnSeaport(ann, uuid);
    expect(await all.becomes(uuid, 'CANCELLED')).toMatchObject({ quantityLeft: 1, buyer: null });
  });

  it('a cancel records the units left at its moment, however many blocks are read at once; after a full sale it records nothing', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '6' });
    const sale = await all.list(ann, token.uuid, { price: '0.2', currency: 'POL', quantity: 6 });
    const single = await all.list(ann, (await all.mint(ann)).uuid, { price: '0.2', currency: 'POL' });
    await all.settled();
    await all.stopWorker();
    for (const [uuid, units] of [
      [sale.uuid, 2],
      [single.uuid, 1],
    ] as const) {
      await all.buy(bob, uuid, units);
      await cancelOnSeaport(ann, uuid);
    }
    // Far enough behind for the follower to read all of it as one batch.
    await all.chain.rpc('anvil_mine', ['0x10']);
    all.startWorker();
    await all.becomes(sale.uuid, 'CANCELLED');
    await all.becomes(single.uuid, 'SOLD');
    const opened = ['LISTED', expect.any(Number)];
    expect(await storyOf(sale.uuid)).toEqual([opened, ['SOLD', 2], ['CANCELLED', 4]]);
    expect(await storyOf(single.uuid)).toEqual([opened, ['SOLD', 1]]);
  });

  it("counts a third party's purchase sent directly to Seaport, with its real buyer", async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '6' });
    const { uuid } = await all.list(ann, token.uuid, { price: '0.2', currency: 'POL', quantity: 6 });
    const carol = await all.trader();
    const step = (await all.purchase(bob, uuid, 2)).body.data.steps?.at(-1) as TransactionStep;
    // The calldata is public once sent: anyone may send it and is then the receiver.
    await all.sendRaw(carol, step);
    await all.settled();
    expect(await all.offer(uuid)).toMatchObject({ status: 'ACTIVE', quantityLeft: 4, buyerAddress: carol.address });
  });
});

describe('time', () => {
  it('starts and ends a listing, and responses between two ticks are correct too', async () => {
    const token = await all.mint(ann);
    const soon = new Date(Date.now() + 3600_000).toISOString();
    const { uuid } = await all.list(ann, token.uuid, { startsAt: soon });
    expect(await all.offer(uuid)).toMatchObject({ status: 'SCHEDULED' });
    expect(refusal(await all.purchase(bob, uuid))).toEqual([409, 'offer.notStarted']);
    const move = (starts: string, ends: string) =>
      all.sql.begin(async (tx) => {
        await tx`update seaport_order set starts_at = now() + ${starts}::interval, ends_at = now() + ${ends}::interval where offer_uuid = ${uuid}`;
        await tx`update offer set starts_at = now() + ${starts}::interval, ends_at = now() + ${ends}::interval where uuid = ${uuid}`;
      });
    await move('-1 second', '1 hour');
    await all.becomes(uuid, 'ACTIVE');
    await all.stopWorker();
    await move('-2 hours', '-1 second');
    const [{ status }] = (await all.sql`select status from offer where uuid = ${uuid}`) as unknown as [
      { status: string },
    ];
    expect(['ACTIVE', 'SCHEDULED']).toContain(status);
    // Answers to visitors are cached for a second, so ask as a user.
    expect((await all.offer(uuid, ann)).status).toBe('EXPIRED');
    expect((await all.call<{ data: object[] }>('GET', `/offer?tokenUuid=${token.uuid}`)).body.data).toEqual([]);
    expect(refusal(await all.purchase(bob, uuid))).toEqual([409, 'offer.expired']);
    all.startWorker();
    await all.becomes(uuid, 'EXPIRED');
    const { until } = await import('./testing-trade.ts');
    await until(
      'the tick',
      async () => (await all.sql`select 1 from offer where uuid = ${uuid} and status = 'EXPIRED'`).length > 0,
    );
    expect(await listingOf(token)).toBeNull();
    const story = (await all.call<{ data: HistoryEntry[] }>('GET', `/offer/${uuid}/history`)).body.data;
    expect(story[0]?.event).toBe('EXPIRED');
  });

  it('deletes drafts that are not signed within 15 minutes', async () => {
    const token = await all.mint(ann);
    const draft = (await all.open(ann, token.uuid)).body.data;
    const listed = await all.list(ann, (await all.mint(ann)).uuid);
    await all.call('PUT', `/offer/${listed.uuid}`, { as: ann, json: { price: '7' } });
    await all.sql`update offer set created_at = now() - interval '16 minutes', updated_at = now() - interval '16 minutes' where uuid = ${draft.uuid}`;
    await all.sql`update seaport_order set created_at = now() - interval '16 minutes' where offer_uuid = ${listed.uuid} and signature is null`;
    expect(await dropDrafts(all.context)).toBe(2);
    expect((await all.call('GET', `/offer/${draft.uuid}`, { as: ann })).status).toBe(404);
    expect(await all.offer(listed.uuid, ann)).toMatchObject({ status: 'ACTIVE' });
    expect((await all.offer(listed.uuid, ann)).steps).toBeUndefined();
  });

  it("uses the chain's clock when that is ahead of ours", async () => {
    const end = new Date(Date.now() + 3600_000).toISOString();
    const { uuid } = await all.list(ann, (await all.mint(ann)).uuid, { endsAt: end });
    const later = await all.list(ann, (await all.mint(ann)).uuid, { startsAt: end });
    await all.chain.rpc('evm_increaseTime', [3700]);
    await all.chain.rpc('evm_mine', []);
    const recorded = async (offer: string) =>
      (await all.sql`select status from offer where uuid = ${offer}`)[0]?.status;
    await expect.poll(() => recorded(uuid), { timeout: 15_000 }).toBe('EXPIRED');
    await expect.poll(() => recorded(later.uuid), { timeout: 15_000 }).toBe('ACTIVE');
  });
});

describe('a burnt work', () => {
  const DEAD = '0x000000000000000000000000000000000000dEaD';
  const pageOf = async (token: TokenDetail) =>
    (await all.call<{ data: TokenDetail }>('GET', `/token/${token.uuid}`, { as: bob })).body.data;
  const owners = async (token: TokenDetail) => {
    const path = `/collection/${token.collection.uuid}`;
    const { body } = await all.call<{ data: { stats: { owners: number } } }>('GET', path, { as: bob });
    const holders = await all.call<{ data: { owner: string }[] }>('GET', `${path}/holder`, { as: bob });
    return [body.data.stats.owners, holders.body.data.map(({ owner }) => owner)];
  };

  it('has no owner and takes no offers; its history says where it went', async () => {
    const token = await all.mint(ann);
    expect(await owners(token)).toEqual([1, [ann.address]]);
    await give(ann, DEAD, token);
    await all.settled();
    expect(await pageOf(token)).toMatchObject({ ownerships: [], burnt: 1, noOffers: 'BURNT' });
    expect(await owners(token)).toEqual([0, []]);
    expect(refusal(await all.openBid(bob, token.uuid))).toEqual([409, 'bid.burnt']);
    const story = (await all.call<{ data: { event: string; to: string }[] }>('GET', `/token/${token.uuid}/history`))
      .body;
    expect(story.data[0]).toMatchObject({ event: 'TRANSFERRED', to: DEAD });
  });

  it('of an edition leaves its other copies to be wanted', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '5' });
    await give(ann, DEAD, token, 3);
    await all.settled();
    expect(await pageOf(token)).toMatchObject({
      ownerships: [{ owner: ann.address, quantity: 2 }],
      burnt: 3,
      noOffers: null,
    });
    expect(await owners(token)).toEqual([1, [ann.address]]);
    expect(refusal(await all.openBid(bob, token.uuid, { price: '0.1', quantity: 3 }))).toEqual([422, 'bid.tooMany']);
    expect((await all.openBid(bob, token.uuid, { price: '0.1', quantity: 2 })).status).toBe(201);
  });
});
