import type { Language } from '@skarb/schema/language';
import { ORDER_TYPES } from '@skarb/schema/order';
import { tokenEndpoints } from '@skarb/schema/token';
import { encodeFunctionData, type Hex } from 'viem';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { collection721Abi } from '../../../../contracts/abi/index.ts';
import {
  addressOf,
  anOffer,
  aToken,
  aUser,
  cardOf,
  inUkrainian,
  listOf,
  WETH,
  withOffers,
} from '../../../testing/examples.ts';
import { button, dialog, openApp, seen } from '../../../testing/open-app.tsx';
import { answerTrade } from '../../../testing/trading.ts';
import { SEAPORT } from '../../platform/wallet/contract-calls.ts';
import { askPerson, type DemoRequest } from '../../platform/wallet/demo/demo-requests.ts';

const user = aUser();
const own = user.metamaskWallet as string;
const token = aToken(inUkrainian('Вечір над рікою'));
const sale = anOffer(token);

const item = (itemType: number, address: string, id: string, units: string) => ({
  itemType,
  token: address,
  identifierOrCriteria: id,
  startAmount: units,
  endAmount: units,
});
const money = item(1, WETH.address as string, '0', '110000000000000000');
/** An order about the work of the page, as a wallet gets it to sign. */
const order = (offer: object[], consideration: object[]): DemoRequest => ({
  kind: 'typedData',
  from: own,
  typedData: {
    domain: { name: 'Seaport', version: '1.6', chainId: 80_002, verifyingContract: SEAPORT },
    types: ORDER_TYPES,
    primaryType: 'OrderComponents',
    message: {
      offerer: own,
      zone: addressOf(0),
      offer,
      consideration,
      orderType: 0,
      startTime: '0',
      endTime: '1811257200',
      zoneHash: `0x${'0'.repeat(64)}`,
      salt: '1',
      conduitKey: `0x${'0'.repeat(64)}`,
      counter: '0',
    },
  },
});
const nft = item(2, token.contractAddress as string, token.tokenId as string, '1');
const bid = order([money], [{ ...nft, recipient: own }]);
const offerToSell = order([nft], [{ ...money, recipient: own }]);

const ask = async (request: DemoRequest, language: Language = 'en') => {
  await openApp(`/nfts/${token.uuid}`, {
    user,
    language,
    hasWalletWindow: true,
    answers: (api) => answerTrade(api, withOffers(token, sale), [sale]),
  });
  await seen(page.getByRole('main').getByRole('heading', { level: 1 }));
  const answer = askPerson(request);
  const prompt = dialog(language === 'en' ? 'Demo wallet' : 'Демо-гаманець');
  await seen(prompt);
  return { answer, prompt };
};

it('an order to buy says what leaves the wallet, for which work and until when, with the raw data behind “Details”', async () => {
  const { answer, prompt } = await ask(bid);
  await expect
    .element(prompt)
    .toHaveTextContent(/You offer 0\.11 ETH \(WETH\) for “A quiet evening” until 25 May 2027, .+If an owner accepts/);
  await expect.element(prompt).toHaveTextContent(`no. ${token.tokenId} of `);
  await expect.element(button(prompt, 'Approve')).toHaveFocus();
  const raw = prompt.getByText('"counter": "0"');
  await expect.element(raw).not.toBeVisible();
  await expectAccessible();
  await prompt.getByText('Details').click();
  await seen(raw);
  await expectAccessible();
  await button(prompt, 'Reject').click();
  expect(await answer).toBe(false);
});

it('an order to sell is in the reader’s language, with the work’s title in it', async () => {
  const { answer, prompt } = await ask(offerToSell, 'ukr');
  await expect
    .element(prompt)
    .toHaveTextContent(/Ви продаєте «Вечір над рікою» за 0,11 ETH \(WETH\) до .+Із цієї суми ви отримаєте 0,11 ETH/);
  await button(prompt, 'Підтвердити').click();
  expect(await answer).toBe(true);
});

it('a call that it cannot read is named as such, and so is an address that it does not know', async () => {
  const unread = { kind: 'transaction' as const, from: own, to: addressOf(99), data: '0x12345678', value: 0n };
  const { answer, prompt } = await ask(unread);
  await expect
    .element(prompt)
    .toHaveTextContent(/This transaction calls 0x.+ with data that this wallet cannot read\./);
  await button(prompt, 'Reject').click();
  await answer;
  const approve = `0x095ea7b3${addressOf(98).slice(2).padStart(64, '0')}${'f'.repeat(64)}`;
  const permission = askPerson({ ...unread, to: WETH.address as string, data: approve });
  await expect.element(prompt).toHaveTextContent('take all your ETH (WETH), now and later');
  await expect.element(prompt).toHaveTextContent(`This wallet does not know ${addressOf(98)}.`);
  await expectAccessible();
  await button(prompt, 'Reject').click();
  expect(await permission).toBe(false);
});

it('a work that the page knows only from a list has its name, too', async () => {
  const { contractAddress, tokenId } = token;
  await openApp('/nfts', {
    user,
    language: 'ukr',
    hasWalletWindow: true,
    answers: (api) => api.answer(tokenEndpoints.list, () => listOf([cardOf(token)])),
  });
  await seen(page.getByRole('main').getByRole('link', { name: /Вечір над рікою/ }));
  const args = [own as Hex, addressOf(98) as Hex, BigInt(tokenId)] as const;
  const data = encodeFunctionData({ abi: collection721Abi, functionName: 'safeTransferFrom', args });
  const answer = askPerson({ kind: 'transaction', from: own, to: contractAddress, data, value: 0n });
  const prompt = dialog('Демо-гаманець');
  await expect.element(prompt).toHaveTextContent(/«Вечір над рікою»/);
  await button(prompt, 'Відхилити').click();
  expect(await answer).toBe(false);
});
