import { Person } from '@skarb/local/person.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { stack } from '../chain.ts';
import { makeToken, reference, someone, until } from '../people.ts';
import { ask } from '../visitor.ts';

type Card = {
  uuid: string;
  name: string;
  type: string;
  collection: { uuid: string; name: string };
  creator: { uuid: string; name: string };
  listing: { offerUuid: string; price: string; currency: string } | null;
};

/** A single work of the seeded gallery that is on sale for a sum a newcomer has. */
export const aWorkOnSale = async (): Promise<Card & { listing: NonNullable<Card['listing']> }> => {
  const cards = await ask<Card[]>('/token?onSale=true&type=ERC721&limit=50&sortBy=createdAt:ASC');
  const found = cards.find(
    ({ listing, creator }) => creator.name && listing?.currency === 'ETH' && Number(listing.price) < 4,
  );
  if (!found?.listing) throw new Error('the gallery has nothing on sale');
  return { ...found, listing: found.listing };
};

/** A work of the caller's own test on sale for WETH: what is bought must not be gone for another test. @returns its id */
export const aSale = async (price = '0.3', name?: string): Promise<string> => {
  const seller = await someone();
  const token = await makeToken(seller, { name });
  const currencyUuid = (await reference(seller)).currency('WETH').uuid;
  type Sale = { uuid: string; status: string; steps: Parameters<Person['run']>[0] };
  const sale = (await seller.post(`/offer/${token.uuid}`, { type: 'SALE', price, currencyUuid })) as Sale;
  await seller.run(sale.steps);
  await until(
    () => ask<Sale>(`/offer/${sale.uuid}`),
    ({ status }) => status === 'ACTIVE',
    'the sale to stand',
  );
  return token.uuid;
};

/** Somebody with a wallet and one minted work that is not on sale. */
export const aDrawer = async (): Promise<{ person: Person; key: `0x${string}`; single: string }> => {
  const { apiUrl, rpcUrl } = stack();
  const key = generatePrivateKey();
  const person = new Person({ apiUrl, rpcUrl, account: privateKeyToAccount(key) });
  await person.signIn();
  await person.post('/dev/faucet', { address: person.address });
  return { person, key, single: (await makeToken(person)).uuid };
};
