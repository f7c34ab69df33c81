import type { Offer } from '@skarb/schema/offer';
import type { Token } from '@skarb/schema/token';
import { inLanguage } from '@skarb/schema/work-text';
import type { QueryClient } from '@tanstack/react-query';
import { sameAddress } from '../../platform/format/same-address.ts';
import type { Names } from './demo-words.ts';

type Work = Token | Offer['token'];

/** All objects within an answer, at any depth: lists, offers and carts have works at different places. */
const objectsIn = (value: unknown): object[] => {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? within : [value, ...within];
};
const isWork = (one: object): one is Work => 'contractAddress' in one && 'tokenId' in one && 'collection' in one;
const isAuction = (one: object): one is Offer => 'auction' in one && 'token' in one;

/** The names of the works, lots and collections that the page has read. */
export const namesOn = (client: QueryClient, language: string): Names => {
  const objects = client
    .getQueryCache()
    .getAll()
    .flatMap(({ state }) => objectsIn(state.data));
  const works = objects.filter(isWork);
  return {
    work: (contract, id) => {
      const work = works.find(
        ({ contractAddress, tokenId }) => tokenId === String(id) && sameAddress(contractAddress, contract),
      );
      return work && inLanguage(work, language).name;
    },
    lot: (id) => {
      const offer = objects.filter(isAuction).find(({ auction }) => auction?.auctionId?.toLowerCase() === id);
      return offer && inLanguage(offer.token, language).name;
    },
    collection: (contract) =>
      works.find(({ contractAddress }) => sameAddress(contractAddress, contract))?.collection.name,
  };
};
