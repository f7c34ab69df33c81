import { breedingEndpoints, type BreedingPair, type BreedingTerms, type BreedingToken } from '@skarb/schema/breeding';
import { expect, it } from 'vitest';
import { addressOf, IMAGE, listOf, personOf, aUser, uuidOf, WETH } from '../../../testing/examples.ts';
import { button, dialog, main, openApp } from '../../../testing/open-app.tsx';
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
const pathOf = (sire: BreedingToken) => `/breeding?matron=${matron.uuid}&sire=${sire.uuid}`;

it('what was sent for one pair goes on with that pair, and never with another one', async () => {
  const { chain, goTo, wallet } = await openApp(pathOf(first), {
    user,
    answers: (api) =>
      api
        .answer(breedingEndpoints.collections, () => listOf([terms]))
        .answer(breedingEndpoints.pair, ({ query }) => ({
          data: pairOf(query.sireUuid === first.uuid ? first : second),
        }))
        .answer(breedingEndpoints.breed, () => ({
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
        })),
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
