import { offerEndpoints } from '@skarb/schema/offer';
import { onrampEndpoints } from '@skarb/schema/onramp';
import { expect, it } from 'vitest';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { word } from '../../../testing/default-answers.ts';
import { anOffer, aToken, aUser, WETH, withOffers } from '../../../testing/examples.ts';
import { alert, button, dialog, main, openApp } from '../../../testing/open-app.tsx';
import { answerTrade } from '../../../testing/trading.ts';

const sale = anOffer(aToken());
const token = withOffers(aToken(), sale);

/** The purchase of a work for 0.3 ETH by someone without money. */
const openPurchase = async (onramp: { min: string; feePercent: number | null }) => {
  await openApp(`/nfts/${token.uuid}`, {
    user: aUser(),
    answers: (api, chain) => {
      chain.on({ eth_call: () => word(0n) });
      answerTrade(api, token, [sale])
        .answer(offerEndpoints.purchase, () => ({ data: { ...sale, steps: [] } }))
        .answer(onrampEndpoints.settings, () => ({
          data: {
            provider: 'demo' as const,
            name: 'Demo card',
            currencies: [{ currencyUuid: WETH.uuid, min: onramp.min, max: '5' }],
            feePercent: onramp.feePercent,
          },
        }));
    },
  });
  await button(main(), 'Buy now').click();
  return dialog('Purchase NFT');
};

it('a purchase says what the missing money costs by card, with the fee, before the provider opens', async () => {
  const buying = await openPurchase({ min: '0.01', feePercent: 3.5 });
  await expect.element(button(buying, 'Add 0.3 ETH by card')).toBeVisible();
  await expect.element(buying).toHaveTextContent('By card you pay about $621.00, with the fee.');
});

it('where the provider sells more at least, the promise is that of the form behind it', async () => {
  const buying = await openPurchase({ min: '0.50001', feePercent: 3.5 });
  const least = 'The least that can be bought by card is 0.50001 ETH; what is left over stays yours.';
  // 0.50001 × 2,000 × 1.035 is 1,035.0207.
  await expect.element(buying).toHaveTextContent(`${least} By card you pay about $1,035.03, with the fee.`);
  await button(buying, 'Add 0.50001 ETH by card').click();
  const adding = dialog('Add money');
  await expect.element(adding.getByLabelText('What you spend, in USD')).toHaveValue('1035.03');
  await expect.element(adding).toHaveTextContent('From $1,035.03 to $10,350.00, with the fee');
});

it('the form has the total, the fee and its limits in the money that is spent, which is its first field', async () => {
  const buying = await openPurchase({ min: '0.5', feePercent: 3.5 });
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
  const buying = await openPurchase({ min: '0.5', feePercent: null });
  await button(buying, 'Add 0.5 ETH by card').click();
  const adding = dialog('Add money');
  await expect.element(adding).toHaveTextContent('its fee is added');
  await expect.element(adding).not.toHaveTextContent('You pay, with the fee');
});
