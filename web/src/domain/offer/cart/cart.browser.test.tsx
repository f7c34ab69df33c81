import { cartEndpoints, type CartLine } from '@skarb/schema/cart';
import { totalsOf } from '@skarb/schema/cart-total';
import { CART_MAX } from '@skarb/schema/limits';
import { collectionEndpoints } from '@skarb/schema/collection';
import type { Offer } from '@skarb/schema/offer';
import { tokenEndpoints, type Token } from '@skarb/schema/token';
import { searchEndpoints } from '@skarb/schema/search';
import { expect, it, onTestFinished } from 'vitest';
import { cdp, page, userEvent, type Locator } from 'vitest/browser';
import { expectAccessible } from '../../../../testing/accessibility.ts';
import {
  aCollection,
  anOffer,
  aToken,
  aUser,
  cardOf,
  foundWorks,
  listOf,
  SELLER,
  USDC,
  uuidOf,
} from '../../../../testing/examples.ts';
import { button, dialog, header, main, openApp, type Options, seen } from '../../../../testing/open-app.tsx';
import { refuse, type ScriptedApi } from '../../../../testing/scripted-api.ts';
import { answerTrade, aTransactionStep } from '../../../../testing/trading.ts';
import { SEAPORT } from '../../../platform/wallet/contract-calls.ts';

const user = aUser();
const hashOf = (digit: string) => `0x${digit.repeat(64)}`;
const one = anOffer(aToken(), { orderHash: hashOf('a') });
const two = anOffer(aToken({ uuid: uuidOf(91), name: 'Second work' }), {
  uuid: uuidOf(92),
  price: '20.5',
  currency: { ...one.currency, uuid: USDC.uuid, name: 'USDC', symbol: 'USDC', decimals: 6 },
  orderHash: hashOf('b'),
});
const copies = anOffer(aToken({ uuid: uuidOf(93), name: 'Ten poppies', type: 'ERC1155', quantity: 10 }), {
  uuid: uuidOf(94),
  price: '0.1',
  quantity: 10,
  quantityLeft: 4,
  orderHash: hashOf('c'),
});
const OFFERS = [one, two, copies];
const ORDER_FULFILLED = '0x9d9af8e38d66c62e2c12f0225249fd9d721c54b83f48d9352c97c6cacdcb6f31';

type Refusals = Record<string, string>;
const quoteOf = (items: readonly { offerUuid: string; quantity: number }[], refusals: Refusals) => {
  const lines = items.map(({ offerUuid, quantity }): CartLine => {
    const offer = OFFERS.find(({ uuid }) => uuid === offerUuid) ?? null;
    return { offerUuid, quantity, offer, refusal: refusals[offerUuid] ?? null };
  });
  const ready = lines.flatMap(({ offer, refusal, quantity }) => (offer && !refusal ? [{ offer, quantity }] : []));
  return { data: { items: lines, totals: totalsOf(ready) } };
};
/** The cart with these sales in it, each at the price of its offer unless another was seen. */
const openCart = async (
  items: { offer: Offer; quantity?: number; seen?: string }[],
  { refusals = {}, filled = OFFERS, ...options }: Options & { refusals?: Refusals; filled?: Offer[] } = {},
) => {
  const stored = items.map(({ offer, quantity = 1, seen: price = offer.price }) => ({
    id: offer.uuid,
    quantity,
    price,
  }));
  localStorage.setItem(`skarb.cart.${user.uuid}`, JSON.stringify(stored));
  const app = await openApp(`/nfts/${one.token.uuid}`, {
    user,
    ...options,
    answers: (api, chain) => {
      answerTrade(api, aToken(), [one])
        .answer(cartEndpoints.quote, ({ body }) => quoteOf(body.items, refusals))
        .answer(cartEndpoints.purchase, () => ({ data: { totals: [], steps: [aTransactionStep('purchase')] } }));
      chain.on({
        eth_getTransactionReceipt: () => ({
          status: '0x1',
          blockNumber: '0x3e9',
          gasUsed: '0x1',
          effectiveGasPrice: '0x1',
          logs: filled.map(({ orderHash }) => ({ address: SEAPORT, topics: [ORDER_FULFILLED], data: orderHash })),
        }),
      });
      options.answers?.(api, chain);
    },
  });
  await header()
    .getByRole('button', { name: /^Cart: / })
    .click();
  const cart = dialog('Cart');
  await seen(cart);
  return { ...app, cart };
};
const totals = (place: { element: () => Element }) =>
  [...place.element().querySelectorAll('[data-total]')].map(({ textContent }) => textContent);
/** How tall the part with the sums is. */
const heightOfTotals = (place: Locator) =>
  place.element().querySelector('[data-total]')?.closest('dl')?.getBoundingClientRect().height;
const stored = () =>
  (JSON.parse(localStorage.getItem(`skarb.cart.${user.uuid}`) ?? '[]') as { id: string }[]).map(({ id }) => id);

it('on a phone a long price leaves room for the name', async () => {
  await page.viewport(390, 844);
  const expensive = { ...one, price: '1234567.123456789012345678' };
  const { cart } = await openCart([{ offer: expensive }], {
    answers: (api) =>
      api.answer(cartEndpoints.quote, () => ({
        data: {
          items: [{ offerUuid: expensive.uuid, quantity: 1, offer: expensive, refusal: null }],
          totals: totalsOf([{ offer: expensive, quantity: 1 }]),
        },
      })),
  });
  await expect.element(cart.getByRole('listitem')).toHaveTextContent(/1,234,567/);
  expect(cart.getByRole('link', { name: expensive.token.name }).element().clientWidth).toBeGreaterThan(90);
});

it('a sale goes into the cart from the work’s page and comes out of it again', async () => {
  await openApp(`/nfts/${one.token.uuid}`, { user, answers: (api) => answerTrade(api, aToken(), [one]) });
  await button(main(), 'Add to cart').click();
  await seen(header().getByRole('button', { name: 'Cart: 1 work' }));
  expect(stored()).toEqual([one.uuid]);
  await expectAccessible();
  await button(main(), 'Take out of the cart').click();
  await expect.element(header().getByRole('button', { name: /^Cart/ })).not.toBeInTheDocument();
  expect(stored()).toEqual([]);
});

/** The cheapest sale of a card: the first offer. */
const listing = {
  price: '0.3',
  currency: 'ETH',
  offerUuid: one.uuid,
  currencyUuid: one.currency.uuid,
  quantityLeft: 1,
};

it('a card on sale goes into the cart and out of it, but not one of a work that one made', async () => {
  const listing = {
    price: '0.3',
    currency: 'ETH',
    offerUuid: one.uuid,
    currencyUuid: one.currency.uuid,
    quantityLeft: 1,
  };
  const own = { ...aToken({ uuid: uuidOf(95), name: 'My own' }), creator: { ...aToken().creator, uuid: user.uuid } };
  const works = [aToken({ listing }), { ...own, listing }, aToken({ uuid: uuidOf(96), name: 'Kept', listing: null })];
  const answers = (api: ScriptedApi) =>
    answerTrade(api, aToken(), [one]).answer(tokenEndpoints.list, () => listOf(works.map(cardOf)));
  await openApp('/nfts', { user, answers });
  const put = button(main(), `Put ${aToken().name} in the cart`);
  const price = main().getByText('0.3').first();
  await seen(price);
  const height = price.element().closest('article')?.getBoundingClientRect().height;
  await put.click();
  await seen(header().getByRole('button', { name: 'Cart: 1 work' }));
  expect(stored()).toEqual([one.uuid]);
  expect(main().getByRole('button', { name: /cart/ }).elements()).toHaveLength(1);
  expect(price.element().closest('article')?.getBoundingClientRect().height).toBe(height);
  await expectAccessible();
  await button(main(), `Take ${aToken().name} out of the cart`).click();
  await seen(put);
  expect(stored()).toEqual([]);
});

it('a visitor has no button for the cart on a card', async () => {
  const work = cardOf(aToken({ listing }));
  await openApp('/nfts', {
    answers: (api) => answerTrade(api, aToken(), [one]).answer(tokenEndpoints.list, () => listOf([work])),
  });
  await seen(main().getByText('0.3').first());
  await expect.element(main().getByRole('button', { name: /cart/ })).not.toBeInTheDocument();
});

it('a double press puts a sale into the cart once, and does not take it out again', async () => {
  await openApp(`/nfts/${one.token.uuid}`, { user, answers: (api) => answerTrade(api, aToken(), [one]) });
  await button(main(), 'Add to cart').dblClick();
  await seen(header().getByRole('button', { name: 'Cart: 1 work' }));
  expect(stored()).toEqual([one.uuid]);
});

it('what is filled has an edge where the system chooses the colours', async () => {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
  onTestFinished(async () => void (await cdp().send('Emulation.setEmulatedMedia', { features: [] })));
  const { cart } = await openCart([{ offer: one }]);
  const edge = (place: Locator) => getComputedStyle(place.element()).borderTopWidth;
  await seen(button(cart, 'Buy 1 work'));
  expect([edge(cart), edge(button(cart, 'Buy 1 work'))]).toEqual(['1px', '1px']);
});

it('a cart begins at its purchase, also while that is checked, and ends at what comes next', async () => {
  const { cart } = await openCart([{ offer: one }, { offer: copies }], { filled: [one] });
  await expect.element(button(cart, 'Buy 2 works')).toHaveFocus();
  await button(cart, 'Buy 2 works').click();
  const done = dialog('Purchase successful');
  await expect.element(done.getByRole('link', { name: 'My profile' })).toHaveFocus();
  await expect.element(done).toHaveTextContent(/You paid\s*0\.3 ETH\s*≈ \$/);
});

it('a full cart takes no more', async () => {
  const full = Array.from({ length: CART_MAX }, (_, index) => ({ id: uuidOf(200 + index), quantity: 1, price: '1' }));
  localStorage.setItem(`skarb.cart.${user.uuid}`, JSON.stringify(full));
  await openApp(`/nfts/${one.token.uuid}`, {
    user,
    answers: (api) => answerTrade(api, aToken(), [one]),
  });
  await button(main(), 'Add to cart').click();
  await seen(page.getByText(`The cart is full: it holds ${CART_MAX} works.`));
  expect(stored()).toHaveLength(CART_MAX);
});

it('the cart sums each currency, and everything is bought at the prices shown', async () => {
  const { cart, api, wallet } = await openCart([{ offer: one }, { offer: two }, { offer: copies, quantity: 2 }]);
  await expect.element(cart.getByRole('listitem')).toHaveLength(3);
  expect(totals(cart)).toEqual([expect.stringContaining('0.5'), expect.stringContaining('20.5')]);
  await expectAccessible();
  await cart.getByLabelText('How many').fill('3');
  await expect.poll(() => totals(cart)[0]).toContain('0.6');
  await expect.element(cart).toHaveTextContent('Together≈ $1,220.50');
  await button(cart, 'Buy 3 works').click();
  const done = dialog('Purchase successful');
  await seen(done.getByRole('link', { name: 'Second work' }));
  expect(wallet.sent).toHaveLength(1);
  expect(api.requests(cartEndpoints.purchase).at(-1)?.body).toEqual({
    items: [
      { offerUuid: one.uuid, quantity: 1, price: '0.3' },
      { offerUuid: two.uuid, quantity: 1, price: '20.5' },
      { offerUuid: copies.uuid, quantity: 3, price: '0.1' },
    ],
  });
  await expect.element(done).toHaveTextContent('You paid0.6 ETH');
  await expect.element(done).toHaveTextContent('You paid20.5 USDC');
  await expectAccessible();
  expect(stored()).toEqual([]);
});

it('another number of copies has no sum and is not bought until its price is read, and nothing jumps', async () => {
  let answer = () => {};
  const slow = new Promise<void>((resolve) => (answer = resolve));
  const { cart, api, wallet } = await openCart([{ offer: two }, { offer: copies }], {
    answers: (scripted) => {
      scripted.answer(cartEndpoints.quote, async ({ body }) => {
        if (body.items.some(({ quantity }) => quantity === 3)) await slow;
        return quoteOf(body.items, {});
      });
    },
  });
  await expect.element(button(cart, 'Buy 2 works')).toBeEnabled();
  expect(totals(cart)).toEqual([expect.stringContaining('20.5'), expect.stringContaining('0.1')]);
  // Also of what is beside it.
  await expect.element(cart).toHaveTextContent('Together≈ $220.50');
  const heights = () => [heightOfTotals(cart), cart.element().getBoundingClientRect().height];
  const before = heights();
  expect(before[0]).toBeGreaterThan(0);
  const field = cart.getByLabelText('How many');
  await field.fill('3');
  await expect.element(button(cart, 'Buy 2 works')).toBeDisabled();
  expect(totals(cart).map((text) => text.trim())).toEqual(['', '']);
  await expect.element(cart).not.toHaveTextContent('0.1 ETH');
  expect(heights()).toEqual(before);
  await userEvent.keyboard('{Enter}');
  answer();
  await expect.poll(() => totals(cart)[1]).toContain('0.3');
  expect(heights()).toEqual(before);
  expect(wallet.sent).toEqual([]);
  await expect.element(field).toHaveValue('3');
  await button(cart, 'Buy 2 works').click();
  // What was bought leaves the cart by then, not in the next test.
  await seen(dialog('Purchase successful').getByRole('link', { name: 'Ten poppies' }));
  expect(api.requests(cartEndpoints.purchase).at(-1)?.body.items).toContainEqual({
    offerUuid: copies.uuid,
    quantity: 3,
    price: '0.1',
  });
});

it('while a field of the cart has no number of copies that can be bought, nothing is bought and there is no sum', async () => {
  const { cart, wallet } = await openCart([{ offer: one }, { offer: copies }]);
  const field = cart.getByLabelText('How many');
  const buy = button(cart, 'Buy 2 works');
  await expect.element(buy).toBeEnabled();
  const height = heightOfTotals(cart);
  await field.fill('9');
  await expect.element(cart).toHaveTextContent('At most 4');
  await expect.element(buy).toBeDisabled();
  expect(totals(cart)).toEqual(['—']);
  expect(heightOfTotals(cart)).toBe(height);
  await userEvent.keyboard('{Enter}');
  await field.fill('');
  await expect.element(buy).toBeDisabled();
  await field.fill('2');
  await expect.poll(() => totals(cart)[0]).toContain('0.5');
  await expect.element(buy).toBeEnabled();
  await field.fill('9');
  await expect.element(buy).toBeDisabled();
  await button(cart, 'Take Ten poppies out of the cart').click();
  await expect.element(button(cart, 'Buy 1 work')).toBeEnabled();
  expect(totals(cart)).toEqual([expect.stringContaining('0.3')]);
  expect(wallet.sent).toEqual([]);
});

it('what cannot be bought any more says why, costs nothing and can be taken out', async () => {
  const { cart } = await openCart([{ offer: one }, { offer: two, seen: '19' }, { offer: copies }], {
    refusals: { [one.uuid]: 'offer.sold' },
  });
  await seen(cart.getByText('Someone was faster: it is sold.'));
  await seen(cart.getByText('The price has changed. It was 19 USDC.'));
  expect(totals(cart)).toEqual([expect.stringContaining('20.5'), expect.stringContaining('0.1')]);
  await button(cart, `Take ${one.token.name} out of the cart`).click();
  await expect.element(cart.getByRole('listitem')).toHaveLength(2);
  await seen(cart.getByRole('button', { name: 'Buy 2 works' }));
});

it('a cart of which nothing can be bought any more leads to the gallery', async () => {
  const { cart, path } = await openCart([{ offer: one }], { refusals: { [one.uuid]: 'offer.sold' } });
  await button(cart, 'To the gallery').click();
  await expect.poll(path).toBe('/nfts');
});

it('a cart that cannot be read says so and offers another try', async () => {
  let isDown = true;
  const { cart } = await openCart([{ offer: one }], {
    answers: (api) => {
      api.answer(cartEndpoints.quote, ({ body }) => (isDown ? refuse(503, 'database.away') : quoteOf(body.items, {})));
    },
  });
  await seen(cart.getByRole('alert'));
  isDown = false;
  await button(cart, 'Try again').click();
  await expect.element(cart.getByRole('link', { name: one.token.name })).toBeVisible();
});

it('what somebody else bought first is named at the end, is not paid and stays in the cart', async () => {
  const { cart } = await openCart([{ offer: one }, { offer: two }], { filled: [one] });
  await button(cart, 'Buy 2 works').click();
  const done = dialog('Purchase successful');
  await seen(done.getByText('Somebody else bought Second work first. You did not pay for it.'));
  await expect.element(done).toHaveTextContent('You paid0.3 ETH');
  await expect.element(done).not.toHaveTextContent('USDC');
  expect(stored()).toEqual([two.uuid]);
});

/** The node has the receipt when the wallet's step asks for it, and then not this many times, as one that is behind. */
const buyAtNodeBehind = async (times: number) => {
  const { cart, chain } = await openCart([{ offer: one }, { offer: two }]);
  await expect.element(button(cart, 'Buy 2 works')).toBeEnabled();
  const receipt = await chain.perform({ method: 'eth_getTransactionReceipt' });
  let asked = 0;
  chain.on({
    eth_getTransactionReceipt: () => {
      asked++;
      return asked === 1 || asked > 1 + times ? receipt : null;
    },
  });
  await button(cart, 'Buy 2 works').click();
  const done = dialog('Purchase successful');
  await seen(done);
  return done;
};

it('a node that does not have the transaction yet is asked again for what it bought', async () => {
  const done = await buyAtNodeBehind(1);
  // What was wrong would be read again with everything else, but much later.
  await expect.element(done.getByRole('link', { name: 'Second work' }), { timeout: 10_000 }).toBeVisible();
  await expect.element(done).toHaveTextContent('You paid0.3 ETH');
  await expect.element(done).not.toHaveTextContent('Somebody else');
  expect(stored()).toEqual([]);
});

it('what a purchase bought is left open while no node says it, and nothing is called the purchase of others', async () => {
  const done = await buyAtNodeBehind(Infinity);
  await expect.element(done, { timeout: 15_000 }).toHaveTextContent('Transaction');
  await expect.element(done).not.toHaveTextContent('Somebody else');
  await expect.element(done).not.toHaveTextContent('You paid');
});

it('what was sold before the purchase is named at its end as well', async () => {
  const { cart } = await openCart([{ offer: one }, { offer: two }], {
    refusals: { [two.uuid]: 'offer.sold' },
    filled: [one],
  });
  await button(cart, 'Buy 1 work').click();
  const done = dialog('Purchase successful');
  await expect.element(done).toHaveTextContent('Somebody else bought Second work first. You did not pay for it.');
});

it('a sale that the check before the purchase finds sold is marked at once', async () => {
  const sold: Refusals = {};
  const { cart } = await openCart([{ offer: one }, { offer: two }], {
    answers: (api) => {
      api
        .answer(cartEndpoints.quote, ({ body }) => quoteOf(body.items, sold))
        .answer(cartEndpoints.purchase, ({ body }) => {
          if (body.items.length === 1) return { data: { totals: [], steps: [aTransactionStep('purchase')] } };
          sold[two.uuid] = 'offer.sold';
          return refuse(409, 'offer.sold');
        });
    },
  });
  // Without the check, the list is read again after 15 seconds.
  await expect.element(button(cart, 'Buy 1 work'), { timeout: 10_000 }).toBeVisible();
  expect(totals(cart)).toEqual([expect.stringContaining('0.3')]);
});

it('the works go to another wallet if the buyer names one', async () => {
  const { cart, api } = await openCart([{ offer: one }, { offer: two }], {
    answers: (scripted) => {
      scripted.answer(searchEndpoints.find, () => ({ data: { ...foundWorks().data, people: [] } }));
    },
  });
  await cart.getByText('Send to somebody else').click();
  const to = cart.getByLabelText('Who receives it');
  await to.fill('nobody');
  await expect.element(button(cart, 'Buy 2 works')).toBeEnabled();
  await button(cart, 'Buy 2 works').click();
  await seen(cart.getByText('Choose a person from the list, or enter an address.'));
  await to.fill(SELLER.metamaskWallet ?? '');
  await button(cart, 'Buy 2 works').click();
  await seen(dialog('Purchase successful').getByText('The works were sent to 0x0000…0032.'));
  expect(api.requests(cartEndpoints.purchase).at(-1)?.body).toMatchObject({ recipient: SELLER.metamaskWallet });
});

it('the cheapest works of a collection go into the cart together, without own sales', async () => {
  const cards = OFFERS.map((offer): Token => ({
    ...aToken({ uuid: offer.token.uuid, name: offer.token.name }),
    listing: {
      offerUuid: offer.uuid,
      price: offer.price,
      currencyUuid: offer.currency.uuid,
      currency: offer.currency.name,
      quantityLeft: offer.quantityLeft,
    },
  }));
  const collection = aCollection({ stats: { ...aCollection().stats, onSale: 3 } });
  await openApp(`/collections/${collection.uuid}`, {
    user,
    answers: (api) => {
      api
        .answer(collectionEndpoints.show, () => ({ data: collection }))
        .answer(tokenEndpoints.list, () => listOf(cards))
        .answer(cartEndpoints.quote, ({ body }) => quoteOf(body.items, { [one.uuid]: 'offer.own' }))
        .answer(cartEndpoints.purchase, () => ({ data: { totals: [], steps: [aTransactionStep('purchase')] } }));
    },
  });
  await button(main(), 'Buy several').click();
  const several = dialog('Buy several works');
  await expect.poll(() => totals(several)).toEqual([expect.stringContaining('20.5'), expect.stringContaining('0.1')]);
  await seen(several.getByText('At most 2'));
  await expectAccessible();
  await several.getByLabelText('How many').fill('3');
  await expect.element(several.getByRole('button', { name: /^Put / })).toBeDisabled();
  await several.getByLabelText('How many').fill('1');
  await button(several, 'Put 1 work in the cart').click();
  await seen(dialog('Cart').getByRole('link', { name: 'Second work' }));
  expect(stored()).toEqual([two.uuid]);
});
