import type { Person } from '@skarb/local/person.ts';
import * as tokenCalls from '@skarb/schema/calls/token';
import type { Token } from '@skarb/schema/token';
import type { Hex } from 'viem';
import { call } from '../api.ts';
import { makeToken, newAccount, newPerson, sell } from '../people.ts';

export type Listed = Token & { listing: NonNullable<Token['listing']>; creator: { name: string } };

/** The seeded tokens on sale whose creator has a name, oldest first. */
export const listedTokens = async (): Promise<Listed[]> => {
  const { data } = await call(tokenCalls.list, { query: { onSale: true, limit: 60, sortBy: 'createdAt:ASC' } });
  return data.filter((token): token is Listed => token.listing !== null && Boolean(token.creator.name));
};

/** A single seeded token that is on sale for a price that a new account can pay. */
export const seededSale = async (): Promise<Listed> => {
  const found = (await listedTokens()).find(
    ({ type, listing }) => type === 'ERC721' && listing.currency === 'ETH' && Number(listing.price) < 4,
  );
  if (!found) throw new Error('the gallery has nothing on sale');
  return found;
};

/** A new token on sale for WETH: a test that buys must not take a token that another test needs. @returns its id */
export const tokenOnSale = async (price = '0.3', name?: string): Promise<string> => {
  const seller = await newPerson();
  const token = await makeToken(seller, name ? { name } : {});
  await sell(seller, token.uuid, price);
  return token.uuid;
};

/** An account with one minted token that is not on sale. */
export const ownerOfToken = async (): Promise<{ person: Person; key: Hex; token: string }> => {
  const { person, key } = await newAccount();
  return { person, key, token: (await makeToken(person)).uuid };
};
