import {
  breedingEndpoints,
  type BreedingFamily,
  type BreedingPair,
  type BreedingTerms,
  type BreedingToken,
} from '@skarb/schema/breeding';
import { expect, it, onTestFinished, vi } from 'vitest';
import { addressOf, IMAGE, listOf, personOf, aUser, uuidOf, WETH } from '../../../testing/examples.ts';
import { alert, alerts, button, dialog, main, openApp, seen } from '../../../testing/open-app.tsx';
import { refuse } from '../../../testing/scripted-api.ts';
import { aTransactionStep } from '../../../testing/trading.ts';

const user = aUser();
const collection = { uuid: uuidOf(61), name: 'House spirits' };
const currency = { uuid: WETH.uuid, symbol: 'ETH', decimals: 18, address: WETH.address as string };
const parent = (number: number, name: string): BreedingToken => ({
  uuid: uuidOf(number),
  name,
  tokenId: String(number),
  image: IMAGE,
  collection,
  owner: personOf(user),
  ownerAddress: user.metamaskWallet,
  generation: 0,
  uses: 0,
  readyAt: null,
  nextFee: '0.01',
  nextRestSeconds: 60,
  genes: '1',
  traits: [],
  matron: null,
  sire: null,
  expecting: null,
  siring: null,
  obstacles: [],
});
const [matron, first, second] = [parent(71, 'Mako'), parent(72, 'Bib'), parent(73, 'Sonia')];
const terms: BreedingTerms = {
  collection: { ...collection, imageUrl: '/media/x/320.webp' },
  contractAddress: addressOf(62),
  creatorUuid: uuidOf(63),
  isOpen: true,
  baseFee: '0.01',
  currency,
  feePercent: 10,
  vocabulary: [],
  members: 3,
  children: 0,
};
const pairOf = (sire: BreedingToken): BreedingPair => ({
  matron,
  sire,
  obstacles: [],
  fee: '0.01',
  siringPrice: '0',
  cost: '0.01',
  currency,
  contract: addressOf(64),
  generation: 1,
  hatchSeconds: 60,
});
const familyOf = (token: BreedingToken): BreedingFamily => ({
  token,
  terms,
  parents: [],
  grandparents: [],
  siblings: [],
  children: [],
  birth: null,
});
const pathOf = (sire: BreedingToken) => `/breeding?matron=${matron.uuid}&sire=${sire.uuid}`;

const draft = () => ({
  data: {
    uuid: uuidOf(65),
    number: null,
    status: 'DRAFT' as const,
    version: 1,
    collection,
    matron,
    sire: first,
    breeder: personOf(user),
    breederAddress: user.metamaskWallet,
    owner: personOf(user),
    fee: '0.01',
    siringPrice: '0',
    currency,
    generation: 1,
    readyAt: null,
    child: null,
    proof: null,
    loss: null,
    txHash: null,
    hatchTxHash: null,
    createdAt: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
    steps: [aTransactionStep('approve-weth'), aTransactionStep('breed')],
  },
});
/** Opens the pair of the first sire. `poll` reads it, and its parents, as after a while. */
const openPair = async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const app = await openApp(pathOf(first), {
    user,
    answers: (api) =>
      api
        .answer(breedingEndpoints.collections, () => listOf([terms]))
        .answer(breedingEndpoints.family, ({ params }) => ({
          data: familyOf(params.id === matron.uuid ? matron : first),
        }))
        .answer(breedingEndpoints.pair, () => ({ data: pairOf(first) }))
        .answer(breedingEndpoints.breed, draft),
  });
  const poll = async () => {
    const pairs = app.api.requests(breedingEndpoints.pair).length;
    const families = app.api.requests(breedingEndpoints.family).length;
    vi.advanceTimersByTime(20_000);
    // The parents are read again when somebody comes back to the page.
    window.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => app.api.requests(breedingEndpoints.pair).length).toBeGreaterThan(pairs);
    await expect.poll(() => app.api.requests(breedingEndpoints.family).length).toBeGreaterThanOrEqual(families + 2);
    await expect.poll(() => app.api.isQuiet).toBe(true);
  };
  return { ...app, poll };
};

it('what was sent for one pair goes on with that pair, and never with another one', async () => {
  const { chain, goTo, wallet } = await openApp(pathOf(first), {
    user,
    answers: (api) =>
      api
        .answer(breedingEndpoints.collections, () => listOf([terms]))
        .answer(breedingEndpoints.pair, ({ query }) => ({
          data: pairOf(query.sireUuid === first.uuid ? first : second),
        }))
        .answer(breedingEndpoints.breed, draft),
  });
  // The permission is sent and not mined yet.
  chain.on({ eth_getTransactionReceipt: () => null, eth_getTransactionByHash: () => ({ nonce: '0x1' }) });
  const breeding = dialog('Breed these two');
  await button(main(), 'Breed').click();
  await button(breeding, 'Pay and breed').click();
  await expect.element(breeding).toHaveTextContent('Sent, waiting for confirmation');

  await goTo(pathOf(second));
  await expect.element(breeding).not.toBeInTheDocument();
  await button(main(), 'Breed').click();
  await expect.element(button(breeding, 'Pay and breed')).toBeVisible();
  await button(breeding, 'Close').click();

  await goTo(pathOf(first));
  await expect.element(breeding).toHaveTextContent('Sent, waiting for confirmation');
  expect(wallet.sent).toHaveLength(1);
});

it('a poll that fails leaves the steps of the payment in view; one that finds the pair gone takes them away', async () => {
  const { api, chain, poll } = await openPair();
  // The permission is sent and not mined yet.
  chain.on({ eth_getTransactionReceipt: () => null, eth_getTransactionByHash: () => ({ nonce: '0x1' }) });
  const breeding = dialog('Breed these two');
  await button(main(), 'Breed').click();
  await button(breeding, 'Pay and breed').click();
  await expect.element(breeding).toHaveTextContent('Sent, waiting for confirmation');

  // Not one that is tried again: those take seconds until they count as failed.
  api.answer(breedingEndpoints.pair, () => refuse(400, 'invalid'));
  await poll();
  await expect.element(breeding).toHaveTextContent('Sent, waiting for confirmation');

  api.answer(breedingEndpoints.pair, () => refuse(404, 'breedingToken.notFound'));
  await poll();
  await expect.element(breeding).not.toBeInTheDocument();
});

it('parents whose reading fails stay in their places, and can breed; one that is gone leaves its place', async () => {
  const { api, poll } = await openPair();
  const picture = (name: string) => main().getByRole('img', { name, exact: true });
  await seen(picture('Mako'));
  await seen(picture('Bib'));
  await seen(button(main(), 'Breed'));

  api
    .answer(breedingEndpoints.family, () => refuse(400, 'invalid'))
    .answer(breedingEndpoints.pair, () => refuse(400, 'invalid'));
  await poll();
  await seen(picture('Mako'));
  await seen(picture('Bib'));
  await seen(button(main(), 'Breed'));
  expect(alerts(main()).elements()).toEqual([]);

  api.answer(breedingEndpoints.family, ({ params }) =>
    params.id === matron.uuid ? { data: familyOf(matron) } : refuse(404, 'breedingToken.notFound'),
  );
  await poll();
  await expect.element(picture('Bib')).not.toBeInTheDocument();
  await seen(picture('Mako'));
  await seen(alert(main(), 'This work does not exist or has no genes'));
});
