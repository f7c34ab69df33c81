import type { CartPurchase, CartQuote } from '@skarb/schema/cart';
import { CART_MAX } from '@skarb/schema/limits';
import type { Offer } from '@skarb/schema/offer';
import type { FieldError, TransactionStep } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { collection721Abi } from '@skarb/contracts/abi';
import { feeRecipient } from '@skarb/local/testing.ts';
import { encodeFunctionData, parseEther, type Address, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bundler, startBundler } from '../../account/testing-account.ts';
import { startAuctions, until, type Person } from '../auction/testing-auction.ts';

let all: Awaited<ReturnType<typeof startAuctions>>;
let site: Bundler;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  all = await startAuctions({ env: { LOCAL_STACK: '1' } });
  site = await startBundler(all);
  [ann, bob] = await Promise.all([all.trader(), all.trader()]);
});
afterAll(() => all?.stop());

type Item = { offerUuid: string; quantity?: number; price?: string };
type Refusal = { code?: string; message: FieldError[] };
const quote = (as: Person | undefined, ...items: Item[]) =>
  all.call<{ data: CartQuote } & Refusal>('POST', '/cart/quote', { ...(as && { as }), json: { items } });
const purchase = (as: Person | undefined, items: Item[], recipient?: string) =>
  all.call<{ data: CartPurchase } & Refusal>('POST', '/cart/purchase', {
    ...(as && { as }),
    json: { items, ...(recipient && { recipient }) },
  });
const itemOf = ({ uuid, price }: Offer, quantity = 1): Item => ({ offerUuid: uuid, quantity, price });
const anyone = () => privateKeyToAccount(generatePrivateKey()).address;
const listed = async (sale: Parameters<typeof all.list>[2], fields?: Record<string, string>) => {
  const token = await all.mint(ann, fields);
  const offer = await all.list(ann, token.uuid, sale);
  await all.becomes(offer.uuid, 'ACTIVE');
  return { ...offer, work: token };
};
const holders = (tokenUuid: string, expected: Record<string, number>) =>
  until(`the holders of ${tokenUuid}`, async () => {
    const { ownerships } = await all.tokenOf(tokenUuid, ann);
    const now = Object.fromEntries(ownerships.map(({ owner, quantity }) => [owner, quantity]));
    return Object.entries(expected).every(([owner, quantity]) => (now[owner] ?? 0) === quantity);
  });
const balances = (address: string) =>
  Promise.all((['ETH', 'USDC', 'POL'] as const).map((name) => all.balanceOf(address, name)));

describe('a cart', () => {
  it('is paid by one transaction in all its currencies, exactly to the base unit', async () => {
    const first = await listed({ price: '0.100000000000000001' });
    const second = await listed({ price: '0.2' });
    const dollars = await listed({ price: '19.999999', currency: 'USDC' });
    const copies = await listed({ price: '1.5', currency: 'POL', quantity: 5 }, { type: 'ERC1155', quantity: '5' });
    const items = [itemOf(first), itemOf(dollars), itemOf(second), itemOf(copies, 2)];

    const shown = (await quote(bob, ...items)).body.data;
    expect(shown.items.map(({ offer, refusal, quantity }) => [offer?.uuid, refusal, quantity])).toEqual([
      [first.uuid, null, 1],
      [dollars.uuid, null, 1],
      [second.uuid, null, 1],
      [copies.uuid, null, 2],
    ]);
    const { totals, steps } = (await purchase(bob, items)).body.data;
    expect(totals.map(({ currency, amount }) => [currency.name, amount])).toEqual([
      ['ETH', '0.300000000000000001'],
      ['USDC', '19.999999'],
      ['POL', '3'],
    ]);
    expect(totals).toEqual(shown.totals);
    expect(steps.map(({ id }) => id)).toEqual(['approve-weth', 'approve-usdc', 'purchase']);
    const bought = steps.at(-1) as TransactionStep;
    expect(bought.description).toBe('Buy 4 works for 0.300000000000000001 ETH and 19.999999 USDC and 3 POL');
    for (const step of steps.slice(0, -1)) await all.sendStep(bob, step as TransactionStep);

    const [buyer, seller, fees] = await Promise.all([bob.address, ann.address, feeRecipient.address].map(balances));
    const { gasUsed, effectiveGasPrice } = await all.sendStep(bob, bought);
    const after = await Promise.all([bob.address, ann.address, feeRecipient.address].map(balances));
    const gained = (now: bigint[] | undefined, then: bigint[] | undefined) =>
      now?.map((amount, index) => amount - (then?.[index] as bigint));
    const [ether, usdc, coin] = [300_000_000_000_000_001n, 19_999_999n, 3n * 10n ** 18n];
    // Each sale's fee is rounded down by itself.
    const fee = [10_000_000_000_000_000n + 20_000_000_000_000_000n, 1_999_999n, 3n * 10n ** 17n] as const;
    expect(gained(after[0], buyer)).toEqual([-ether, -usdc, -coin - gasUsed * effectiveGasPrice]);
    expect(gained(after[1], seller)).toEqual([ether - fee[0], usdc - fee[1], coin - fee[2]]);
    expect(gained(after[2], fees)).toEqual([...fee]);

    for (const { uuid } of [first, second, dollars])
      expect(await all.becomes(uuid, 'SOLD')).toMatchObject({ buyer: { uuid: bob.uuid } });
    await holders(copies.work.uuid, { [ann.address]: 3, [bob.address]: 2 });
    expect(await all.offer(copies.uuid)).toMatchObject({ status: 'ACTIVE', quantityLeft: 3 });
  });

  it('skips what somebody else takes first, and does not pay for it', async () => {
    const carol = await all.trader();
    const kept = await listed({ price: '1', currency: 'POL' });
    const taken = await listed({ price: '2', currency: 'POL' });
    const offers = [kept, taken];
    const { steps } = (
      await purchase(
        bob,
        offers.map((offer) => itemOf(offer)),
      )
    ).body.data;
    await all.buy(carol, taken.uuid);
    const before = await all.balanceOf(bob.address, 'POL');
    const { gasUsed, effectiveGasPrice } = await all.sendStep(bob, steps.at(-1) as TransactionStep);
    const paid = before - (await all.balanceOf(bob.address, 'POL')) - gasUsed * effectiveGasPrice;
    expect(paid).toBe(parseEther('1'));
    expect(await all.becomes(kept.uuid, 'SOLD')).toMatchObject({ buyer: { uuid: bob.uuid } });
    expect(await all.becomes(taken.uuid, 'SOLD')).toMatchObject({ buyer: { uuid: carol.uuid } });
    const { items, totals } = (await quote(undefined, ...offers.map(({ uuid }) => ({ offerUuid: uuid })))).body.data;
    expect([items.map(({ refusal }) => refusal), totals]).toEqual([['offer.sold', 'offer.sold'], []]);
  });

  it('goes to another wallet when it names one, as a single purchase does', async () => {
    const [one, two, three] = [await listed({ price: '0.1' }), await listed({ price: '0.2' }), await listed({})];
    const there = anyone();
    const { body } = await purchase(bob, [itemOf(one), itemOf(two)], there);
    await all.runSteps(bob, body.data);
    const single = await all.call<{ data: CartPurchase }>('POST', `/offer/${three.uuid}/purchase`, {
      as: bob,
      json: { quantity: 1, recipient: there.toLowerCase() },
    });
    await all.runSteps(bob, single.body.data);
    for (const offer of [one, two, three]) {
      await holders(offer.work.uuid, { [there]: 1 });
      expect(await all.becomes(offer.uuid, 'SOLD')).toMatchObject({ buyerAddress: there });
    }
  });

  it('is bought by a smart account in one operation, paid by the marketplace, as many as go at once', async () => {
    const { person, account } = await site.holder(true);
    const { uuid: collection } = await all.collection(ann);
    const mints = Array.from({ length: CART_MAX }, (_, place) =>
      all.mintIn(ann, collection, { name: `W ${place}`, royalty: '5' }),
    );
    const works = await Promise.all(mints);
    // The first one permits the marketplace to move the collection.
    const first = await all.list(ann, (works[0] as TokenDetail).uuid, { price: '0.1' });
    const others = works.slice(1).map(({ uuid }) => all.list(ann, uuid, { price: '0.1' }));
    const offers = [first, ...(await Promise.all(others))];
    const { body } = await purchase(
      person,
      offers.map((offer) => itemOf(offer)),
    );
    const [coins, ether] = [await all.balanceOf(account.address, 'POL'), await all.balanceOf(account.address, 'ETH')];
    const { success } = await site.act(
      account,
      body.data.steps.map((step) => ({
        to: (step as TransactionStep).to as Address,
        data: (step as TransactionStep).data as Hex,
      })),
    );
    expect(success).toBe(true);
    for (const { uuid } of works) await holders(uuid, { [account.address]: 1 });
    expect(await all.balanceOf(account.address, 'ETH')).toBe(ether - parseEther('0.1') * BigInt(CART_MAX));
    expect(await all.balanceOf(account.address, 'POL')).toBe(coins);
  });
});

describe('a purchase of a cart is refused', () => {
  it('by the sale that cannot be bought, with the reason of a single purchase', async () => {
    const fine = await listed({ price: '0.5' });
    const copies = await listed({ price: '0.1', quantity: 3 }, { type: 'ERC1155', quantity: '3' });
    const gone = await listed({ price: '0.1' });
    await all.buy(await all.trader(), gone.uuid);
    await all.becomes(gone.uuid, 'SOLD');
    const own = await all.list(bob, (await all.mint(bob)).uuid);
    const bid = await all.bid(await all.trader(), fine.work.uuid);
    const unknown = '00000000-0000-4000-8000-000000000000';
    const cases: [string, Item, number, string][] = [
      ['sold', itemOf(gone), 409, 'offer.sold'],
      ['too many', itemOf(copies, 4), 409, 'offer.tooMany'],
      ['another price', { ...itemOf(copies), price: '0.2' }, 409, 'offer.priceChanged'],
      ['own', itemOf(own), 403, 'offer.own'],
      ['a bid', itemOf(bid), 422, 'cart.notSale'],
      ['unknown', { offerUuid: unknown }, 404, 'offer.notFound'],
    ];
    for (const [what, item, status, code] of cases) {
      const answer = await purchase(bob, [itemOf(fine), item]);
      expect([what, answer.status, answer.body.code]).toEqual([what, status, code]);
      expect(answer.body.message[0]?.property).toBe('items.1.offerUuid');
      if (code === 'offer.priceChanged') continue;
      const { items, totals } = (await quote(bob, itemOf(fine), { ...item })).body.data;
      expect(items.map(({ refusal }) => refusal)).toEqual([null, code]);
      expect(totals.map(({ amount }) => amount)).toEqual(['0.5']);
    }
  });

  it('by the sale that the chain refuses, before it is on record', async () => {
    const [one, two] = [await listed({ price: '1', currency: 'POL' }), await listed({ price: '1', currency: 'POL' })];
    await all.stopWorker();
    try {
      const { contractAddress, tokenId } = two.work;
      const args = [ann.address, anyone(), BigInt(tokenId)] as const;
      const data = encodeFunctionData({ abi: collection721Abi, functionName: 'transferFrom', args });
      await all.sendRaw(ann, { to: contractAddress, data });
      const { status, body } = await purchase(bob, [itemOf(one), itemOf(two)]);
      expect([status, body.code, body.message[0]?.property]).toEqual([422, 'chain.notOwner', 'items.1.offerUuid']);
    } finally {
      all.startWorker();
    }
  });

  it('without enough money for all of it', async () => {
    const poor = await all.trader();
    const offers = [await listed({ price: '6' }), await listed({ price: '6' })];
    const { status, body } = await purchase(
      poor,
      offers.map((offer) => itemOf(offer)),
    );
    expect([status, body.code, body.message]).toEqual([
      422,
      'purchase.balance',
      'Not enough balance: this costs 12 ETH and your wallet has 10 ETH',
    ]);
  });

  it('for a recipient that cannot receive it, for a cart that is empty, too large or names a sale twice', async () => {
    const offer = await listed({ price: '1', currency: 'POL' });
    const deaf = anyone();
    await all.chain.rpc('anvil_setCode', [deaf, '0x00']);
    const copies = await listed({ price: '1', currency: 'POL', quantity: 2 }, { type: 'ERC1155', quantity: '2' });
    const cases: [string, Item[], string | undefined, string, string][] = [
      ['oneself', [itemOf(offer)], bob.address, 'recipient', 'holdings.own'],
      ['a contract of the marketplace', [itemOf(offer)], all.deployment.seaport, 'recipient', 'holdings.contract'],
      ['a contract that takes nothing', [itemOf(offer), itemOf(copies)], deaf, 'recipient', 'send.refused'],
      ['no address', [itemOf(offer)], 'bob.eth', 'recipient', 'invalid'],
      ['an empty cart', [], undefined, 'items', 'invalid'],
      ['twice', [itemOf(offer), { offerUuid: offer.uuid.toUpperCase() }], undefined, 'items', 'invalid'],
      ['too many', Array.from({ length: CART_MAX + 1 }, () => itemOf(offer)), undefined, 'items', 'invalid'],
    ];
    for (const [what, items, recipient, field, code] of cases) {
      const { status, body } = await purchase(bob, items, recipient);
      expect([what, status, body.code, body.message[0]?.property]).toEqual([what, 400, code, field]);
    }
    expect((await purchase(undefined, [itemOf(offer)])).status).toBe(401);
    expect(await purchase(await all.person(false), [itemOf(offer)])).toMatchObject({
      status: 422,
      body: { code: 'wallet.missing' },
    });
  });
});
