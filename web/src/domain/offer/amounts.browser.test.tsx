import { activityEndpoints } from '@skarb/schema/activity';
import { collectionEndpoints } from '@skarb/schema/collection';
import { offerEndpoints } from '@skarb/schema/offer';
import { expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aCollection, anOffer, aToken, aUser, inDays, listOf, uuidOf, withOffers } from '../../../testing/examples.ts';
import { anActivity } from '../../../testing/front-examples.ts';
import { word } from '../../../testing/default-answers.ts';
import { alert, button, dialog, header, main, openApp, seen, texts } from '../../../testing/open-app.tsx';
import { answerTrade, aTransactionStep } from '../../../testing/trading.ts';

it('the price filter’s chip shows its amounts with a decimal comma in Ukrainian', async () => {
  await openApp('/nfts?minPrice=0.12345&maxPrice=1234.5', { language: 'ukr' });
  await expect.element(main().getByRole('list', { name: 'Обрані фільтри' })).toHaveTextContent(/Ціна 0,1235–1.234,5/);
  // What is rounded has the exact amounts as its title.
  await expect.element(main().getByTitle(/^Ціна 0,12345–1.234,5 ETH$/)).toBeVisible();
});

it('the balance in the header and a price to compare with have their exact amounts as titles, with a decimal comma', async () => {
  const token = aToken();
  const collection = aCollection();
  const stats = { ...collection.stats, floorPrice: '0.312345678' };
  await openApp(`/nfts/${token.uuid}`, {
    language: 'ukr',
    user: aUser(),
    answers: (api, chain) => {
      answerTrade(api, token, []).answer(collectionEndpoints.show, () => ({ data: { ...collection, stats } }));
      chain.on({ eth_call: () => word(1_234_567_890_123_456_789n) });
    },
  });
  await expect.element(header().getByTitle(/^1,234567890123456789 /)).toBeVisible();
  await button(main(), 'Запропонувати ціну').click();
  const form = dialog('Запропонувати ціну');
  await form.getByLabelText('Валюта').selectOptions('USDC');
  await expect.element(form.getByTitle('0,312345678 ETH')).toBeVisible();
});

it('an accepted offer reports the received amount exactly, in the language’s format', async () => {
  const user = aUser();
  const token = aToken({
    ownerships: [{ owner: user.metamaskWallet as string, ownerUuid: user.uuid, quantity: 1, user: null }],
  });
  const bid = anOffer(token, { type: 'BID', price: '0.123456789', seller: null });
  await openApp(`/offers/${bid.uuid}`, {
    language: 'ukr',
    user,
    answers: (api) =>
      answerTrade(api, token, [bid]).answer(offerEndpoints.purchase, () => ({
        data: { ...bid, steps: [aTransactionStep('accept-bid')] },
      })),
  });
  await button(main(), 'Прийняти').click();
  const form = dialog('Прийняття пропозиції');
  await seen(form);
  await button(form, 'Прийняти й продати').click();
  await expect.element(dialog('Вітаємо!')).toHaveTextContent(/Ви отримали 0,10493827065 ETH/);
});

it('a purchase names the price and its shares exactly, in the language’s form, and fits on a phone', async () => {
  await page.viewport(390, 844);
  const price = '123456.123456789012345678';
  const shown = /123.456,123456789012345678 ETH/;
  const sale = anOffer(aToken(), { price });
  const token = withOffers(aToken(), sale);
  await openApp(`/nfts/${token.uuid}`, {
    language: 'ukr',
    user: aUser(),
    answers: (api) => answerTrade(api, token, [sale]),
  });
  await expect.element(main()).toHaveTextContent(shown);
  expect(document.documentElement.scrollWidth).toBe(390);
  await button(main(), 'Купити').click();
  const form = dialog('Купівля NFT');
  await expect.poll(() => form.element().querySelector('[data-total]')?.textContent).toMatch(shown);
  await form.getByText('Куди йдуть гроші').first().click();
  await expect.element(form.getByRole('row', { name: 'Сплачує покупець' })).toHaveTextContent(shown);
  const box = form.element();
  expect(box.scrollWidth).toBe(box.clientWidth);
});

it('an offer names the asking price, then how far the typed price is below it, and at its end what was signed', async () => {
  const token = withOffers(aToken(), anOffer(aToken(), { price: '1.5' }));
  const bid = anOffer(token, { uuid: uuidOf(63), type: 'BID', price: '0.75', endsAt: inDays(7) });
  await openApp(`/nfts/${token.uuid}`, {
    user: aUser(),
    answers: (api) =>
      answerTrade(api, token, [])
        .answer(offerEndpoints.open, () => ({ data: { ...bid, steps: [] } }))
        .answer(offerEndpoints.show, () => ({ data: bid })),
  });
  await button(main(), 'Make an offer').click();
  const form = dialog('Make an offer');
  await expect.element(form).toHaveTextContent('The asking price is 1.5 ETH');
  await form.getByLabelText('Your offer').fill('0.0001');
  await expect.element(form).toHaveTextContent('> 99.9% below the asking price');
  await form.getByLabelText('Your offer').fill('0.75');
  await expect.element(form).toHaveTextContent('50% below the asking price');
  await button(form, 'Sign the offer').click();
  const made = dialog('Offer made');
  await expect.element(made).toHaveTextContent(/Your offer\s*0\.75 ETH/);
  expect(texts(made.getByRole('term'))).toEqual(['Your offer', 'Ends']);
});

it('an offer above the asking price needs a confirmation and says that a purchase is cheaper', async () => {
  const token = withOffers(aToken(), anOffer(aToken(), { price: '0.15' }));
  const bid = anOffer(token, { uuid: uuidOf(63), type: 'BID', price: '0.75', endsAt: inDays(7) });
  await openApp(`/nfts/${token.uuid}`, {
    user: aUser(),
    answers: (api) =>
      answerTrade(api, token, [])
        .answer(offerEndpoints.open, () => ({ data: { ...bid, steps: [] } }))
        .answer(offerEndpoints.show, () => ({ data: bid })),
  });
  await button(main(), 'Make an offer').click();
  const form = dialog('Make an offer');
  await form.getByLabelText('Your offer').fill('0.15');
  await expect.element(form).toHaveTextContent('Same as the asking price');
  await expect.element(form.getByRole('checkbox')).not.toBeInTheDocument();
  await form.getByLabelText('Your offer').fill('0.75');
  await expect
    .element(form)
    .toHaveTextContent('0.75 ETH is 400% more than the asking price. You can buy it now for 0.15 ETH.');
  await button(form, 'Sign the offer').click();
  await expect.element(form.getByRole('alert')).toHaveTextContent('Tick the box if this is the price you mean.');
  await form.getByRole('checkbox', { name: 'Yes, I want to offer 0.75 ETH' }).click();
  await button(form, 'Sign the offer').click();
  await seen(dialog('Offer made'));
});

it('an offer in another currency compares with the collection’s lowest price at today’s rate, marked as about right', async () => {
  const token = aToken();
  await openApp(`/nfts/${token.uuid}`, {
    user: aUser(),
    answers: (api) => answerTrade(api, token, []).answer(collectionEndpoints.show, () => ({ data: aCollection() })),
  });
  await button(main(), 'Make an offer').click();
  const form = dialog('Make an offer');
  await expect.element(form).toHaveTextContent('The collection’s lowest price is 0.3 ETH');
  await form.getByLabelText('Currency').selectOptions('USDC');
  await expect.element(form).toHaveTextContent('The collection’s lowest price is ≈ 600 USDC');
  await form.getByLabelText('Your offer').fill('450');
  await expect.element(form).toHaveTextContent('≈ 25% below the collection’s lowest price');
});

it('the price of an offer that is over says that its money is at today’s rate; that of an open one does not', async () => {
  const token = aToken();
  const bid = anOffer(token, { type: 'BID', price: '0.5', seller: null, status: 'CANCELLED' });
  const open = { ...bid, uuid: uuidOf(64), status: 'ACTIVE' as const };
  const { goTo } = await openApp(`/offers/${bid.uuid}`, { answers: (api) => answerTrade(api, token, [bid, open]) });
  await expect.element(main().getByTitle('at today’s rate')).toHaveTextContent('≈ $1,000.00 (at today’s rate)');
  await goTo(`/offers/${open.uuid}`);
  await expect.element(main()).toHaveTextContent('≈ $1,000.00');
  await expect.element(main().getByTitle('at today’s rate')).not.toBeInTheDocument();
});

it('what a past event was worth names the dollars of its day where the reader has another currency', async () => {
  localStorage.setItem('skarb.displayCurrency', 'EUR');
  await openApp('/activity', {
    answers: (api) => api.answer(activityEndpoints.list, () => listOf([anActivity({ usd: '900.00' })])),
  });
  await expect
    .element(main().getByTitle('$900.00 at the time, converted at today’s rate'))
    .toHaveTextContent('≈ €810.00');
});

/** Replaces what a field holds by a text from the clipboard. */
const paste = async (field: Locator, text: string) => {
  const source = Object.assign(document.createElement('textarea'), { value: text });
  // Within the dialog, which keeps the focus.
  field.element().parentElement?.append(source);
  source.select();
  await userEvent.copy();
  source.remove();
  (field.element() as HTMLInputElement).select();
  await userEvent.paste();
};

it.each([
  ['en', 'Make an offer', 'Your offer', '1.5 ETH', '1.5', 'Not a number. Enter one such as 1.25, without a minus.'],
  [
    'ukr',
    'Запропонувати ціну',
    'Ваша пропозиція',
    '1 000,5 ETH',
    '1 000,5',
    'Це не число. Введіть число на зразок 1,25, без мінуса.',
  ],
] as const)(
  'a price that is pasted is taken as a whole or not at all, and a typed minus stays (%s)',
  async (language, act, label, whole, taken, words) => {
    const token = withOffers(aToken(), anOffer(aToken(), { price: '1.5' }));
    await openApp(`/nfts/${token.uuid}`, { language, user: aUser(), answers: (api) => answerTrade(api, token, []) });
    await button(main(), act).click();
    const form = dialog(act);
    const price = form.getByLabelText(label);
    await price.fill('13');
    for (const text of ['1e3', '-1']) {
      await paste(price, text);
      await expect.element(price).toHaveValue('13');
      await expect.element(price).toHaveAttribute('aria-invalid', 'true');
      await expect.element(alert(form, words)).toBeVisible();
    }
    await expectAccessible();
    await paste(price, whole);
    await expect.element(price).toHaveValue(taken);
    await expect.element(alert(form, words)).not.toBeInTheDocument();

    await price.fill('');
    await userEvent.type(price, '-1e3');
    await expect.element(price).toHaveValue('-13');
    await expect.element(alert(form, words)).toBeVisible();
  },
);

it('a price with more decimals than its currency has is refused by their number, until another currency takes it', async () => {
  const token = withOffers(aToken(), anOffer(aToken(), { price: '1.5' }));
  const bid = anOffer(token, { uuid: uuidOf(63), type: 'BID', price: '0.1234567', endsAt: inDays(7) });
  const { api } = await openApp(`/nfts/${token.uuid}`, {
    language: 'ukr',
    user: aUser(),
    answers: (scripted) =>
      answerTrade(scripted, token, [])
        .answer(offerEndpoints.open, () => ({ data: { ...bid, steps: [] } }))
        .answer(offerEndpoints.show, () => ({ data: bid })),
  });
  await button(main(), 'Запропонувати ціну').click();
  const form = dialog('Запропонувати ціну');
  await form.getByLabelText('Валюта').selectOptions('USDC');
  const price = form.getByLabelText('Ваша пропозиція');
  await price.fill('0,1234567');
  await button(form, 'Підписати пропозицію').click();
  await seen(alert(form, 'Для цієї валюти — до 6 знаків після коми'));
  await expect.element(price).toHaveValue('0,1234567');
  await form.getByLabelText('Валюта').selectOptions('ETH');
  await expect.element(price).not.toHaveAttribute('aria-invalid');
  await button(form, 'Підписати пропозицію').click();
  await expect.poll(() => api.requests(offerEndpoints.open)[0]?.body).toMatchObject({ price: '0.1234567' });
});

it('how many copies to make is not another number than the pasted one', async () => {
  await openApp('/create-nft', { user: aUser() });
  await main().getByLabelText('Kind', { exact: true }).selectOptions('ERC1155');
  const quantity = main().getByLabelText('How many');
  for (const text of ['1e3', '1.5', '-7']) {
    await paste(quantity, text);
    await expect.element(quantity).toHaveValue('2');
    await seen(alert(main(), 'Enter a whole number, such as 12.'));
  }
  await paste(quantity, '1,000');
  await expect.element(quantity).toHaveValue('1000');
  await expect.element(quantity).not.toHaveAttribute('aria-invalid');
});
