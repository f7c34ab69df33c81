import { Person } from '@skarb/local/person.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { stack } from '../chain.ts';
import { makeToken } from '../people.ts';
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

/** Somebody with a wallet and one minted work that is not on sale. */
export const aDrawer = async (): Promise<{ person: Person; key: `0x${string}`; single: string }> => {
  const { apiUrl, rpcUrl } = stack();
  const key = generatePrivateKey();
  const person = new Person({ apiUrl, rpcUrl, account: privateKeyToAccount(key) });
  await person.signIn();
  await person.post('/dev/faucet', { address: person.address });
  return { person, key, single: (await makeToken(person)).uuid };
};
