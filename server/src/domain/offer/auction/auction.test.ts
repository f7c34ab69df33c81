import type { Collection } from '@skarb/schema/collection';
import type { Offer, OfferWithSteps } from '@skarb/schema/offer';
import { type TokenDetail, tokenState } from '@skarb/schema/token';
import { parseEther, parseUnits } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuctions, stepsOf, refusal, until, type Auctions, type Person } from './testing-auction.ts';

let all: Auctions;
let ann: Person;
let bob: Person;
let cleo: Person;
let people: Record<string, string>;
beforeAll(async () => {
  all = await startAuctions();
  [ann, bob, cleo] = await Promise.all([all.trader(), all.trader(), all.trader()]);
  const { feeRecipient, auctionHouse } = all.deployment;
  people = { ann: ann.address, bob: bob.address, cleo: cleo.address, fee: feeRecipient, house: auctionHouse };
});
afterAll(() => all?.stop());

/**
 * Where lists show a token: what is on sale, what a seller sells, the states, and its collection's figures. As a
 * signed-in person, whose answers are not cached.
 */
const shown = async ({ uuid, collection }: TokenDetail, seller: Person) => {
  const has = async (path: string) =>
    (await all.call<{ data: { uuid: string }[] }>('GET', path, { as: cleo })).body.data.some(
      (token) => token.uuid === uuid,
    );
  const states: string[] = [];
  for (const state of tokenState.options) if (await has(`/token?limit=100&state=${state}`)) states.push(state);
  const { body } = await all.call<{ data: Collection }>('GET', `/collection/${collection.uuid}`, { as: cleo });
  return {
    isOnSale: await has('/token?limit=100&onSale=true'),
    isOfSeller: await has(`/token/on-sale/${seller.uuid}`),
    isPriced: await has('/token?limit=100&minPrice=0.9&maxPrice=1.5'),
    states,
    onSale: body.data.stats.onSale,
    floor: body.data.stats.floorPrice,
  };
};

describe('an auction from request to settlement', () => {
  it('takes the NFT, refunds an outbid bidder at once, and pays each party exactly to the base unit', async () => {
    const token = await all.mint(cleo, { royalty: '7.5' });
    const sale = await all.list(cleo, token.uuid, { price: '0.5' });
    await all.buy(ann, sale.uuid);
    await all.settled();

    const opened = await all.openAuction(ann, token.uuid, { reservePrice: '1', minIncrementPercent: 10 });
    expect(opened.status).toBe(201);
    expect(stepsOf(opened)).toEqual([['create-auction', 'incomplete']]);
    const { uuid } = opened.body.data;
    expect(opened.body.data).toMatchObject({
      type: 'AUCTION',
      status: 'DRAFT',
      price: '1',
      auction: { auctionId: null, highestBid: null, nextBid: '1', bidCount: 0, minIncrementPercent: 10 },
    });
    // Only the maker sees a draft.
    expect((await all.call('GET', `/offer/${uuid}`, { as: bob })).status).toBe(404);
    await all.runSteps(ann, opened.body.data);
    const made = await all.becomes(uuid, 'ACTIVE');
    expect(made.auction?.auctionId).toMatch(/^0x[0-9a-f]{64}$/);
    expect(made).toMatchObject({
      sellerAddress: ann.address,
      buyer: null,
      fees: { marketplacePercent: 10, royaltyPercent: 7.5 },
    });
    // The terms that a visitor needs to query the auction house contract.
    const terms = async (id: string) =>
      (await all.call('GET', `/offer/${id}/auction`)) as { status: number; body: unknown };
    expect(await terms(uuid)).toMatchObject({
      status: 200,
      body: {
        data: {
          auctionId: made.auction?.auctionId,
          bidding: { currency: made.currency.address, raiseBps: 1000 },
          lot: { seller: ann.address, tokenId: token.tokenId, quantity: '1', feeBps: 1000, royaltyBps: 750 },
          settledIn: null,
        },
      },
    });
    expect((await terms(sale.uuid)).status).toBe(404);
    // The auction house holds it, but it still belongs to the seller.
    expect(await all.ownersOf(token.uuid, bob)).toEqual({ [ann.address]: 1 });

    const gained = await all.watchBalances(people);
    expect(refusal(await all.askBid(ann, uuid, '1'))).toEqual([403, 'auction.own']);
    expect(refusal(await all.askBid(bob, uuid, '0.999999999999999999'))).toEqual([409, 'auction.bidTooLow']);
    const asked = await all.askBid(bob, uuid, '1');
    expect(asked.body.data.uuid).toBe(uuid);
    expect(stepsOf(asked)).toEqual([
      ['approve-weth', 'incomplete'],
      ['bid', 'incomplete'],
    ]);
    const allowance = `/auth/wallet/allowance/erc20`;
    expect((await all.call('GET', `${allowance}?offerUuid=${uuid}`, { as: bob })).body.data).toEqual({
      allowance: '0',
      required: '1',
      sufficient: false,
    });
    const allow = await all.call<{ data: OfferWithSteps }>('POST', allowance, { as: bob, json: { offerUuid: uuid } });
    // The spender is the auction house, not Seaport.
    expect(allow.body.data.steps).toEqual([asked.body.data.steps?.[0]]);
    expect(await all.bidIn(bob, uuid, '1')).toMatchObject({
      price: '1',
      auction: {
        bidCount: 1,
        highestBid: '1',
        nextBid: '1.1',
        highestBidder: { uuid: bob.uuid },
        sellerReceived: null,
      },
    });
    expect(await gained()).toMatchObject({ bob: -parseEther('1'), house: parseEther('1') });
    // The auction as token cards show it.
    expect((await all.tokenOf(token.uuid, bob)).auction).toEqual({
      offerUuid: uuid,
      price: '1',
      currency: 'ETH',
      bidCount: 1,
      startsAt: made.startsAt,
      endsAt: made.endsAt,
    });

    expect(refusal(await all.askBid(cleo, uuid, '1.099999999999999999'))).toEqual([409, 'auction.bidTooLow']);
    expect(await all.bidIn(cleo, uuid, '1.100000000000000003')).toMatchObject({ auction: { bidCount: 2 } });
    expect(await gained()).toMatchObject({ bob: 0n, cleo: -1100000000000000003n });
    // Both find the auction among their bids: the leader, and who was outbid. The seller has bid in none.
    const bidsOf = async (who: typeof bob) =>
      (await all.call<{ data: Offer[] }>('GET', `/offer?type=AUCTION&bidderUuid=${who.uuid}`)).body.data.map(
        (offer) => offer.uuid,
      );
    expect([await bidsOf(bob), await bidsOf(cleo), await bidsOf(ann)]).toEqual([[uuid], [uuid], []]);
    // The highest bidder pays only the difference, and the allowance step asks for no more than that.
    const raise = await all.askBid(cleo, uuid, '2.000000000000000007');
    expect(raise.body.data.steps?.[0]).toMatchObject({
      description: 'Allow the auction house to spend 0.900000000000000004 WETH',
    });
    await all.bidIn(cleo, uuid, '2.000000000000000007');

    expect(refusal(await all.settle(bob, uuid))).toEqual([409, 'auction.notOver']);
    await all.wait(3601);
    const sold = await all.becomes(uuid, 'SOLD');
    expect(sold).toMatchObject({ buyerAddress: cleo.address, sellerAddress: ann.address, quantityLeft: 0 });
    expect(sold.auction?.settledAt).not.toBeNull();
    expect(sold.auction?.sellerReceived).toBe('1.650000000000000007');
    expect(await terms(uuid)).toMatchObject({ body: { data: { settledIn: expect.stringMatching(/^0x/) } } });
    expect(await gained()).toEqual({
      ann: 2000000000000000007n - parseEther('0.2') - parseEther('0.15'),
      bob: 0n,
      // The creator bought the token back, so she receives her own royalty.
      cleo: parseEther('0.15') - 2000000000000000007n,
      fee: parseEther('0.2'),
      house: 0n,
    });
    expect(await all.ownersOf(token.uuid, bob)).toEqual({ [cleo.address]: 1 });
    expect((await all.tokenOf(token.uuid, bob)).auction).toBeNull();
    const story = await all.story(uuid);
    expect(story.map(({ event, from, to, price }) => [event, from, to, price])).toEqual([
      ['AUCTION_CREATED', ann.address, null, '1'],
      ['BID', bob.address, null, '1'],
      ['BID', cleo.address, null, '1.100000000000000003'],
      ['OUTBID', cleo.address, bob.address, '1.100000000000000003'],
      ['BID', cleo.address, null, '2.000000000000000007'],
      ['SETTLED', ann.address, cleo.address, '2.000000000000000007'],
    ]);
    expect(refusal(await all.askBid(bob, uuid, '9'))).toEqual([409, 'auction.over']);
    expect(refusal(await all.settle(bob, uuid))).toEqual([409, 'auction.settled']);
    const bought = await all.call<{ data: Offer[] }>('GET', `/offer?type=AUCTION&status=SOLD&buyerUuid=${cleo.uuid}`);
    expect(bought.body.data.map((offer) => offer.uuid)).toEqual([uuid]);
  });

  it('belongs to its wallet alone when that has left the account that asked for it', async () => {
    const seller = await all.trader();
    const opened = await all.openAuction(seller, (await all.mint(seller)).uuid);
    await all.sql`update app_user set metamask_wallet = null where uuid = ${seller.uuid}`;
    for (const step of opened.body.data.steps ?? []) if (step.kind === 'transaction') await all.sendStep(seller, step);
    const made = await until('the auction', async () => {
      const [row] =
        await all.sql`select uuid, maker_uuid from offer where maker = ${seller.wallet} and status = 'ACTIVE'`;
      return row;
    });
    expect(made).toMatchObject({ maker_uuid: null });
    expect(made.uuid).not.toBe(opened.body.data.uuid);
  });

  it('sells several units of an edition for a stablecoin as one lot', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '10', royalty: '10' });
    await all.list(ann, token.uuid, { price: '0.1', quantity: 4 });
    expect(refusal(await all.openAuction(ann, token.uuid, { quantity: 7 }))).toEqual([409, 'offer.promised']);
    const { uuid } = await all.auction(ann, token.uuid, { reservePrice: '90', currency: 'USDC', quantity: 6 });
    expect(await all.ownersOf(token.uuid, bob)).toEqual({ [ann.address]: 10 });
    // Units held by the auction house cannot be listed again.
    expect(refusal(await all.open(ann, token.uuid, { quantity: 1 }))).toEqual([409, 'offer.promised']);
    const gained = await all.watchBalances(people, 'USDC');
    await all.bidIn(bob, uuid, '100.000009');
    await all.wait(3601);
    const sold = await all.becomes(uuid, 'SOLD');
    // Ann created it: her royalty of 10 % stays hers.
    expect(sold.auction?.sellerReceived).toBe('90.000009');
    expect(await gained()).toEqual({
      ann: parseUnits('90.000009', 6),
      bob: -parseUnits('100.000009', 6),
      cleo: 0n,
      fee: parseUnits('10', 6),
      house: 0n,
    });
    expect(await all.ownersOf(token.uuid, bob)).toEqual({ [ann.address]: 4, [bob.address]: 6 });
    expect((await all.story(uuid)).at(-1)).toMatchObject({ event: 'SETTLED', quantity: 6 });
  });

  it('is on sale while it takes bids, and no longer once its end has passed', async () => {
    const token = await all.mint(ann, {});
    const before = await shown(token, ann);
    expect(before).toMatchObject({ isOnSale: false, isOfSeller: false, isPriced: false, states: ['NEW'] });
    const { uuid } = await all.auction(ann, token.uuid, { reservePrice: '1', startsIn: 600, endsIn: 3600 });
    expect(await shown(token, ann)).toEqual({ ...before, states: ['UPCOMING', 'NEW'] });
    await all.wait(700);
    await all.becomes(uuid, 'ACTIVE');
    const running = { ...before, isOnSale: true, isOfSeller: true, isPriced: true, onSale: before.onSale + 1 };
    expect(await shown(token, ann)).toEqual({ ...running, states: ['AUCTION', 'NEW'] });
    await all.bidIn(bob, uuid, '1.2');
    expect(await shown(token, ann)).toEqual({ ...running, states: ['AUCTION', 'HAS_OFFERS', 'NEW'] });
    await all.wait(3601);
    await all.becomes(uuid, 'SOLD');
    expect(await shown(token, ann)).toEqual(before);
    const sold = await all.call<{ data: object[] }>('GET', '/token?sortBy=lastSale:DESC&limit=1', { as: cleo });
    expect(sold.body.data[0]).toMatchObject({ uuid: token.uuid, lastSale: { price: '1.2', currency: 'ETH' } });
  });
});
