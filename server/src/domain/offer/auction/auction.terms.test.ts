import { collection721Abi } from '@skarb/contracts/abi';
import type { OfferWithSteps } from '@skarb/schema/offer';
import type { ErrorBody, TransactionStep } from '@skarb/schema/primitive';
import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildCardsOf } from '../../token/token.jobs.ts';
import { refusal, startAuctions, stepsOf, until, type Auctions, type Person } from './testing-auction.ts';

let all: Auctions;
let ann: Person;
let bob: Person;
let cleo: Person;
beforeAll(async () => {
  all = await startAuctions();
  [ann, bob, cleo] = await Promise.all([all.trader(), all.trader(), all.trader()]);
});
afterAll(() => all?.stop());

const edit = (as: Person, uuid: string, json: object) =>
  all.call<{ data: OfferWithSteps }>('PUT', `/offer/${uuid}`, { as, json });
const cancel = (as: Person, uuid: string) => all.call<{ data: OfferWithSteps }>('DELETE', `/offer/${uuid}`, { as });
const propertiesOf = (answer: { body: unknown }) => {
  const { message } = answer.body as ErrorBody;
  return typeof message === 'string' ? message : message.map(({ property }) => property);
};

describe('terms of an auction', () => {
  it('are refused with a reason: not the owner, already listed, no valid end, native coin, no wallet', async () => {
    const token = await all.mint(ann);
    expect(refusal(await all.openAuction(bob, token.uuid))).toEqual([403, 'offer.notOwner']);
    expect(propertiesOf(await all.openAuction(ann, token.uuid, { currency: 'POL' }))).toEqual(['currencyUuid']);
    expect(propertiesOf(await all.openAuction(ann, token.uuid, { endsIn: 91 * 86_400 }))).toEqual(['endsAt']);
    expect(propertiesOf(await all.openAuction(ann, token.uuid, { startsIn: 100, endsIn: 100 }))).toEqual(['endsAt']);
    expect(propertiesOf(await all.openAuction(ann, token.uuid, { reservePrice: '400000000' }))).toEqual([
      'reservePrice',
    ]);
    expect(
      propertiesOf(await all.openAuction(ann, token.uuid, { reservePrice: '1.1234567', currency: 'USDC' })),
    ).toEqual(['reservePrice']);
    expect(refusal(await all.openAuction(ann, token.uuid, { quantity: 2 }))).toEqual([422, 'offer.tooFew']);
    expect(refusal(await all.openAuction(await all.person(false), token.uuid))).toEqual([422, 'wallet.missing']);
    await all.list(ann, token.uuid);
    expect(refusal(await all.openAuction(ann, token.uuid))).toEqual([409, 'offer.exists']);
  });

  it('can change before the first bid, and then the old terms accept no bid', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.auction(ann, token.uuid, { reservePrice: '1', endsIn: 1000 });
    expect(refusal(await edit(bob, uuid, { reservePrice: '2' }))).toEqual([403, 'offer.notYours']);
    expect(propertiesOf(await edit(ann, uuid, { price: '2' }))).toEqual(['price']);
    expect(propertiesOf(await edit(ann, uuid, { endsAt: null }))).toEqual(['endsAt']);
    // A bid prepared before the change: its bidder has not agreed to the later end.
    const seen = await all.askBid(bob, uuid, '5');
    // The contract counts the 90 days from the start, which is past by now, without any tolerance.
    const start = Date.parse((await all.offer(uuid)).startsAt as string);
    const day90 = new Date(start + 90 * 86_400_000 + 1000).toISOString();
    expect(propertiesOf(await edit(ann, uuid, { endsAt: day90 }))).toEqual(['endsAt']);
    const endsAt = await all.inSeconds(5000);
    const changed = await edit(ann, uuid, { reservePrice: '2.5', endsAt });
    expect(stepsOf(changed)).toEqual([['edit-auction', 'incomplete']]);
    await all.runSteps(ann, changed.body.data);
    const now = await until('the new terms', async () => {
      const offer = await all.offer(uuid);
      return offer.price === '2.5' && offer;
    });
    expect(now).toMatchObject({
      status: 'ACTIVE',
      endsAt,
      auction: { nextBid: '2.5', originalEndsAt: endsAt, extensions: 0 },
    });
    const [approve, place] = seen.body.data.steps as [TransactionStep, TransactionStep];
    await all.sendStep(bob, approve);
    expect((await all.sendAsIs(bob, place)).status).toBe('reverted');
    expect(refusal(await all.askBid(bob, uuid, '2.4'))).toEqual([409, 'auction.bidTooLow']);
    await all.bidIn(bob, uuid, '2.5');
    expect(refusal(await edit(ann, uuid, { reservePrice: '9' }))).toEqual([409, 'auction.hasBid']);
    expect(refusal(await cancel(ann, uuid))).toEqual([409, 'auction.hasBid']);
    expect(await all.eventsOf(uuid)).toEqual(['AUCTION_CREATED', 'EDITED', 'BID']);
  });

  it("can be cancelled before the first bid; the owner's own listing then needs a re-activation", async () => {
    const token = await all.mint(ann);
    const opened = await all.openAuction(ann, token.uuid);
    // Listed after the auction request and before the transfer into the auction house: the chain decides.
    const sale = await all.list(ann, token.uuid, { price: '3' });
    await all.runSteps(ann, opened.body.data);
    const { uuid } = opened.body.data;
    await all.becomes(uuid, 'ACTIVE');
    await all.becomes(sale.uuid, 'INVALID', 'NOT_OWNER');
    expect(refusal(await all.open(ann, token.uuid))).toEqual([409, 'offer.inAuction']);
    expect(refusal(await all.openAuction(ann, token.uuid))).toEqual([409, 'offer.inAuction']);
    expect((await all.tokenOf(token.uuid, bob)).offers.map((offer) => offer.uuid)).toEqual([uuid]);

    expect(refusal(await cancel(bob, uuid))).toEqual([403, 'offer.notYours']);
    const asked = await cancel(ann, uuid);
    expect(stepsOf(asked)).toEqual([['cancel-auction', 'incomplete']]);
    // The cancel is requested but not sent: nothing has changed.
    expect(await all.offer(uuid)).toMatchObject({ status: 'ACTIVE' });
    await all.runSteps(ann, asked.body.data);
    await all.becomes(uuid, 'CANCELLED');
    await all.becomes(sale.uuid, 'INVALID', 'LEFT_AND_RETURNED');
    expect(await all.ownersOf(token.uuid, bob)).toEqual({ [ann.address]: 1 });
    expect(await all.eventsOf(uuid)).toEqual(['AUCTION_CREATED', 'CANCELLED']);
    const story = await all.call<{ data: { event: string }[] }>('GET', `/token/${token.uuid}/history`, { as: bob });
    expect(story.body.data.filter(({ event }) => event === 'TRANSFERRED')).toEqual([]);
    expect(refusal(await all.askBid(bob, uuid, '1'))).toEqual([409, 'auction.cancelled']);
    expect(refusal(await all.settle(bob, uuid))).toEqual([409, 'auction.cancelled']);
    const read = { abi: collection721Abi, functionName: 'ownerOf', args: [BigInt(token.tokenId)] } as const;
    const address = token.contractAddress as Address;
    expect(await all.context.chain.public.readContract({ address, ...read })).toBe(ann.address);
  });

  it('a draft is cancelled without a transaction', async () => {
    const token = await all.mint(ann);
    const { uuid } = (await all.openAuction(ann, token.uuid)).body.data;
    expect((await all.offer(uuid, ann)).steps).toMatchObject([{ id: 'create-auction', status: 'incomplete' }]);
    expect((await cancel(ann, uuid)).body.data).toMatchObject({ status: 'CANCELLED', steps: [] });
    expect((await all.call('GET', `/offer/${uuid}`, { as: ann })).status).toBe(404);
  });
});

it('a currency that is renamed is renamed on the cards of all works with a price in it', async () => {
  const { uuid: currency } = all.currency('USDC');
  const [listed, announced, sold] = [await all.mint(ann), await all.mint(ann), await all.mint(ann)];
  await all.list(ann, listed.uuid, { price: '20', currency: 'USDC' });
  await all.auction(ann, announced.uuid, { currency: 'USDC', startsIn: 600, endsIn: 4200 });
  const sale = await all.list(ann, sold.uuid, { price: '20', currency: 'USDC' });
  await all.buy(bob, sale.uuid);
  await all.becomes(sale.uuid, 'SOLD');
  const rename = async (name: string) => {
    await all.sql`update currency set name = ${name} where uuid = ${currency}`;
    await rebuildCardsOf(all.context, { by: 'currency', uuid: currency });
  };
  const naming = async (name: string) =>
    (await all.sql<{ uuid: string }[]>`select uuid from token where card::text like ${`%"${name}"%`}`).map(
      ({ uuid }) => uuid,
    );
  await rename('Dollar');
  expect(await naming('USDC')).toEqual([]);
  expect(await naming('Dollar')).toEqual(expect.arrayContaining([listed.uuid, announced.uuid, sold.uuid]));
  await rename('USDC');
  expect(await naming('Dollar')).toEqual([]);
});

describe('the time of an auction', () => {
  it("begins at the seller's start time, and no bid is accepted before it", async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.auction(ann, token.uuid, { startsIn: 600, endsIn: 4200 });
    expect(refusal(await all.askBid(bob, uuid, '1'))).toEqual([409, 'auction.notStarted']);
    expect((await all.tokenOf(token.uuid, bob)).offers).toMatchObject([{ uuid, status: 'SCHEDULED' }]);
    await all.wait(601);
    await all.becomes(uuid, 'ACTIVE');
    await all.bidIn(bob, uuid, '1');
  });

  it('is extended by any bid in the last 15 minutes', async () => {
    const token = await all.mint(ann);
    const { uuid, endsAt } = await all.auction(ann, token.uuid, { endsIn: 3600 });
    await all.bidIn(bob, uuid, '1');
    expect(await all.offer(uuid)).toMatchObject({ endsAt, auction: { extensions: 0 } });
    await all.wait(3000);
    await all.bidIn(cleo, uuid, '1.05');
    const block = await all.chainSeconds();
    const late = await until('the new end', async () => {
      const now = await all.offer(uuid);
      return now.auction?.extensions === 1 && now;
    });
    expect(late.endsAt).toBe(new Date((block + 900) * 1000).toISOString());
    expect(late.auction?.originalEndsAt).toBe(endsAt);
    expect(await all.eventsOf(uuid)).toEqual(['AUCTION_CREATED', 'BID', 'BID', 'OUTBID', 'EXTENDED']);
    // The old end is past, the new one is not.
    await all.wait(700);
    expect(await all.offer(uuid)).toMatchObject({ status: 'ACTIVE' });
    await all.bidIn(bob, uuid, '1.1025');
    await all.wait(901);
    expect(await all.becomes(uuid, 'SOLD')).toMatchObject({ buyerAddress: bob.address, auction: { extensions: 2 } });
  });

  it('ends without a bid: the operator settles it and the NFT returns to the seller', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '5' });
    const { uuid } = await all.auction(ann, token.uuid, { quantity: 3 });
    await all.wait(3601);
    const over = await all.becomes(uuid, 'EXPIRED');
    expect(over).toMatchObject({ buyer: null, quantityLeft: 3, auction: { highestBid: null } });
    expect(over.auction?.settledAt).not.toBeNull();
    expect((await all.story(uuid)).at(-1)).toMatchObject({
      event: 'SETTLED',
      from: ann.address,
      to: null,
      price: null,
    });
    expect(await all.ownersOf(token.uuid, bob)).toEqual({ [ann.address]: 5 });
    expect((await all.open(ann, token.uuid, { quantity: 5 })).status).toBe(201);
  });
});
