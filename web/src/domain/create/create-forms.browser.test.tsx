import { collectionEndpoints } from '@skarb/schema/collection';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser } from '../../../testing/examples.ts';
import { aFalsePicture, aPicture } from '../../../testing/files.ts';
import { alert, alerts, button, main, openApp, texts } from '../../../testing/open-app.tsx';

it('the collection form enforces its limits, and shows the errors of its file before and after sending', async () => {
  const { api } = await openApp('/create-collection', { user: aUser() });
  await button(main(), 'Create collection').click();
  await expect.poll(() => texts(alerts(main()))).toEqual(['required', 'required']);
  const name = main().getByLabelText('Name');
  await userEvent.type(name, 'a'.repeat(33));
  await expect.element(name).toHaveValue('a'.repeat(32));

  await userEvent.upload(main().getByLabelText('Picture'), aFalsePicture());
  await expect.element(alerts(main()).first()).toHaveTextContent('cannot be read');
  await button(main(), 'Create collection').click();
  await expect.element(alerts(main()).first()).toHaveTextContent(/cannot be read|not accepted/);
  await expect.element(name).toHaveValue('a'.repeat(32));
  await expectAccessible();
  expect(api.requests(collectionEndpoints.create)).toEqual([]);
});

it('the token form requires its fields, and starts as a single token without royalty', async () => {
  await openApp('/create-nft', { user: aUser() });
  await expect.element(main().getByLabelText('Kind', { exact: true })).toHaveValue('ERC721');
  await expect.element(main().getByLabelText('Royalty')).toHaveValue('0');
  await expect.element(main().getByLabelText('How many')).not.toBeInTheDocument();
  await button(main(), 'Create').click();
  // File, name, description, collection, category; the network has a default.
  await expect.poll(() => texts(alerts(main()))).toEqual(Array.from({ length: 5 }, () => 'required'));
  // The first on the page has the focus.
  await expect.element(main().getByLabelText('File', { exact: true })).toHaveFocus();
  await expectAccessible();
});

it('the token form enforces every limit, and shows each error beside its field', async () => {
  const { api } = await openApp('/create-nft', { user: aUser() });
  await button(main(), 'Create').click();
  const name = main().getByLabelText('Name', { exact: true });
  await userEvent.type(name, 'b'.repeat(33));
  await expect.element(name).toHaveValue('b'.repeat(32));
  const description = main().getByLabelText('Description');
  await description.fill('c'.repeat(538));
  await userEvent.type(description, 'ddd');
  await expect.element(description).toHaveValue(`${'c'.repeat(538)}dd`);
  await expect.element(main().getByText('540 / 540')).toBeVisible();

  await main().getByLabelText('Kind', { exact: true }).selectOptions('ERC1155');
  const quantity = main().getByLabelText('How many');
  await expect.element(quantity).toHaveValue('2');
  await quantity.fill('1');
  await main().getByLabelText('Royalty').click();
  await expect.element(alert(main(), 'At least 2')).toBeVisible();
  await main().getByLabelText('Royalty').fill('50.01');
  await quantity.click();
  await expect.element(alert(main(), 'A number from 0 to 50')).toBeVisible();

  const add = button(main(), 'Add a property');
  for (let count = 0; count < 20; count++) await add.click();
  await expect.element(main().getByLabelText('Value of property 20')).toBeVisible();
  await expect.element(add).not.toBeInTheDocument();
  const first = main().getByLabelText('Name of property 1', { exact: true });
  await first.fill('   ');
  await main().getByLabelText('Value of property 1', { exact: true }).fill('7');
  await expect.element(main().getByText('number', { exact: true })).toBeVisible();
  await userEvent.upload(main().getByLabelText('File', { exact: true }), await aPicture());
  await button(main(), 'Create').click();
  await expect.element(first).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  expect(api.requests(tokenEndpoints.create)).toEqual([]);
});
