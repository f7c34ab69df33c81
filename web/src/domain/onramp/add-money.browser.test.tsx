import { offerEndpoints } from '@skarb/schema/offer';
import { DISPLAY_CURRENCY_KEY, type DisplayCurrency } from '@skarb/schema/limits';
import { onrampEndpoints } from '@skarb/schema/onramp';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { word } from '../../../testing/default-answers.ts';
import { anOffer, aToken, aUser, daysAgo, uuidOf, WETH, withOffers } from '../../../testing/examples.ts';
import { alert, button, dialog, main, notice, openApp, seen } from '../../../testing/open-app.tsx';
import type { ScriptedApi } from '../../../testing/scripted-api.ts';
import { answerTrade } from '../../../testing/trading.ts';

const sale = anOffer(aToken());
const token = withOffers(aToken(), sale);

afterEach(() => vi.restoreAllMocks());

type Offered = {
  min: string;
  feePercent: number | null;
  payIn?: DisplayCurrency[];
  /** What arrives of each order; by default the provider does not say. */
  received?: string;
};

/** Answers as a provider where each order is paid at once. */
const answerOnramp = (scripted: ScriptedApi, onramp: Offered) =>
  scripted
    .answer(onrampEndpoints.settings, () => ({
      data: {
        provider: 'demo' as const,
        name: 'Demo card',
        currencies: [{ currencyUuid: WETH.uuid, min: onramp.min, max: '5' }],
        feePercent: onramp.feePercent,
        payIn: onramp.payIn ?? ['USD', 'EUR', 'UAH'],
      },
    }))
    .answer(onrampEndpoints.create, ({ body }) => ({ data: { ...orderOf(body.amount), url: '/dev/onramp' } }))
    .answer(onrampEndpoints.show, () => ({
      data: { ...orderOf('0.3'), status: 'completed' as const, received: onramp.received ?? null },
    }));

/** The purchase of a work for 0.3 ETH by someone without money, who reads prices in a display currency. */
const openPurchase = async (onramp: Offered, money: DisplayCurrency = 'USD') => {
  localStorage.setItem(DISPLAY_CURRENCY_KEY, money);
  const { api } = await openApp(`/nfts/${token.uuid}`, {
    user: aUser(),
    answers: (scripted, chain) => {
      chain.on({ eth_call: () => word(0n) });
      answerOnramp(answerTrade(scripted, token, [sale]), onramp).answer(offerEndpoints.purchase, () => ({
        data: { ...sale, steps: [] },
      }));
    },
  });
  await button(main(), 'Buy now').click();
  const orderedIn = () => api.requests(onrampEndpoints.create).map(({ body }) => body.payIn);
  return { buying: dialog('Purchase NFT'), orderedIn };
};

const orderOf = (amount: string) => ({
  uuid: uuidOf(4400),
  provider: 'demo' as const,
  status: 'created' as const,
  amount,
  currency: { uuid: WETH.uuid, name: 'ETH', symbol: 'WETH' },
  address: `0x${'1'.repeat(40)}`,
  received: null,
  paid: null,
  txHash: null,
  failure: null,
  returnTo: null,
  version: 1,
  createdAt: daysAgo(0),
  updatedAt: daysAgo(0),
});

it('a purchase says what the missing money costs by card, with the fee, before the provider opens', async () => {
  const { buying } = await openPurchase({ min: '0.01', feePercent: 3.5 });
  await expect.element(button(buying, 'Add 0.3 ETH by card')).toBeVisible();
  await expect.element(buying).toHaveTextContent('By card you pay about $621.00, with the fee.');
});

it('a long amount fits on the narrowest screen', async () => {
  await page.viewport(320, 640);
  const { buying } = await openPurchase({ min: '0.500012345678901234', feePercent: 3.5 });
  await expect.element(button(buying, 'Add 0.500012345678901234 ETH by card')).toBeVisible();
  const content = buying.element().querySelector('[data-dialog-content]') as Element;
  expect(content.scrollWidth).toBe(content.clientWidth);
});

it('where the provider sells more at least, the promise is that of the form behind it', async () => {
  const { buying } = await openPurchase({ min: '0.50001', feePercent: 3.5 });
  const least = 'The least that can be bought by card is 0.50001 ETH; what is left over stays yours.';
  // 0.50001 × 2,000 × 1.035 is 1,035.0207.
  await expect.element(buying).toHaveTextContent(`${least} By card you pay about $1,035.03, with the fee.`);
  await button(buying, 'Add 0.50001 ETH by card').click();
  const adding = dialog('Add money');
  await expect.element(adding.getByLabelText('What you spend, in USD')).toHaveValue('1035.03');
  await expect.element(adding).toHaveTextContent('From $1,035.03 to $10,350.00, with the fee');
});

it('the form has the total, the fee and its limits in the money that is spent, which is its first field', async () => {
  const { buying } = await openPurchase({ min: '0.5', feePercent: 3.5 });
  await button(buying, 'Add 0.5 ETH by card').click();
  const adding = dialog('Add money');
  const spend = adding.getByLabelText('What you spend, in USD');
  await expect.element(spend).toHaveFocus();
  await expect.element(spend).toHaveValue('1035.00');
  await expect.element(adding).toHaveTextContent('From $1,035.00 to $10,350.00, with the fee');
  await expectAccessible();
  await spend.fill('2070');
  await expect.element(adding.getByLabelText('How much')).toHaveValue('1');
  await expect.element(adding).toHaveTextContent('Worth now≈ $2,000.00You pay, with the fee≈ $2,070.00');
  await spend.fill('100');
  await expect.element(alert(adding, 'At least $1,035.00 by card')).toBeVisible();
  await expect.element(button(adding, 'Continue to payment')).toBeDisabled();
});

it('where the fee is unknown, nothing claims a total', async () => {
  const { buying } = await openPurchase({ min: '0.5', feePercent: null });
  await button(buying, 'Add 0.5 ETH by card').click();
  const adding = dialog('Add money');
  await expect.element(adding).toHaveTextContent('its fee is added');
  await expect.element(adding).not.toHaveTextContent('You pay, with the fee');
});

it('an order straight from a purchase is charged in the display currency', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const { buying, orderedIn } = await openPurchase({ min: '0.01', feePercent: 3.5 }, 'UAH');
  await expect.element(buying).toHaveTextContent('By card you pay about ₴25,461.00, with the fee.');
  await button(buying, 'Add 0.3 ETH by card').click();
  await seen(notice('The money is in your wallet.'));
  expect(orderedIn()).toEqual(['UAH']);
});

it('an order of the form is charged in the display currency, which its field has', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const { buying, orderedIn } = await openPurchase({ min: '0.5', feePercent: 3.5 }, 'EUR');
  await button(buying, 'Add 0.5 ETH by card').click();
  const adding = dialog('Add money');
  await expect.element(adding.getByLabelText('What you spend, in EUR')).toHaveValue('931.50');
  await button(adding, 'Continue to payment').click();
  await seen(notice('The money is in your wallet.'));
  expect(orderedIn()).toEqual(['EUR']);
});

it('where the provider does not take the display currency, all sums are the dollars that it charges, and it says so', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const { buying, orderedIn } = await openPurchase({ min: '0.5', feePercent: 3.5, payIn: ['USD', 'EUR'] }, 'UAH');
  const said = 'Demo card does not take UAH: the card is charged in US dollars.';
  await expect.element(buying).toHaveTextContent(`By card you pay about $1,035.00, with the fee. ${said}`);
  await button(buying, 'Add 0.5 ETH by card').click();
  const adding = dialog('Add money');
  await expect.element(adding.getByLabelText('What you spend, in USD')).toHaveValue('1035.00');
  await expect.element(adding).toHaveTextContent('Worth now≈ ₴41,000.00You pay, with the fee≈ $1,035.00');
  await seen(adding.getByText(said));
  await button(adding, 'Continue to payment').click();
  await seen(notice('The money is in your wallet.'));
  expect(orderedIn()).toEqual(['USD']);
});

it('where the fee is unknown too, it still says that the card is charged in dollars', async () => {
  const { buying } = await openPurchase({ min: '0.01', feePercent: null, payIn: ['USD', 'EUR'] }, 'UAH');
  await expect.element(buying).toHaveTextContent('Demo card does not take UAH: the card is charged in US dollars.');
});

it('an order says how much the provider sent, which may be less than was ordered', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const offered = { min: '0.01', feePercent: 3.5, received: '0.298' };
  await openApp('/settings', { user: aUser(), answers: (api) => answerOnramp(api, offered) });
  await button(main(), 'Add money').click();
  const adding = dialog('Add money');
  await adding.getByLabelText('How much').fill('0.3');
  await button(adding, 'Continue to payment').click();
  await expect.element(adding.getByRole('status')).toHaveTextContent('In your wallet · 0.298 ETH');
});
