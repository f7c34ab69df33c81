import { breedingEndpoints } from '@skarb/schema/breeding';
import { collectionEndpoints } from '@skarb/schema/collection';
import { referenceEndpoints } from '@skarb/schema/reference';
import { expect, it } from 'vitest';
import { aCollection, aUser, listOf, personOf, POL, USDC, WETH } from '../../../testing/examples.ts';
import { button, dialog, main, openApp } from '../../../testing/open-app.tsx';

it('the fee of a collection that is opened is in wrapped ether, whatever the default currency is', async () => {
  const user = aUser();
  const collection = aCollection({ creator: personOf(user) });
  await openApp(`/collections/${collection.uuid}`, {
    user,
    answers: (api) =>
      api
        .answer(collectionEndpoints.show, () => ({ data: collection }))
        .answer(breedingEndpoints.terms, () => ({ data: null }))
        .answer(referenceEndpoints.currencies, () =>
          listOf([{ ...WETH, isDefault: false, isEnabled: false }, { ...USDC, isDefault: true }, POL]),
        ),
  });
  await button(main(), 'Open for breeding').click();
  await dialog('Open for breeding').getByLabelText('Base fee').fill('5');
  await expect.element(dialog('Open for breeding')).toHaveTextContent('5 ETH → 10 ETH');
});
