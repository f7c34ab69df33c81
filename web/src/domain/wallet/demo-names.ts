import type { Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import { inLanguage } from '@skarb/schema/work-text';
import type { QueryClient } from '@tanstack/react-query';
import { sameAddress } from '../../platform/format/same-address.ts';
import type { Names } from './demo-words.ts';

/** The names of the works, lots and collections that the page has read. */
export const namesOn = (client: QueryClient, language: string): Names => {
  const read = <T>(kind: string) =>
    client.getQueriesData<T>({ queryKey: [kind, 'one'] }).flatMap(([, data]) => (data ? [data] : []));
  const tokens = read<TokenDetail>('token');
  const offers = [...read<Offer>('offer'), ...tokens.flatMap((token) => token.offers as Offer[])];
  const works = [...tokens, ...offers.map(({ token }) => token)];
  return {
    work: (contract, id) => {
      const work = works.find(
        ({ contractAddress, tokenId }) => tokenId === String(id) && sameAddress(contractAddress, contract),
      );
      return work && inLanguage(work, language).name;
    },
    lot: (id) => {
      const offer = offers.find(({ auction }) => auction?.auctionId?.toLowerCase() === id);
      return offer && inLanguage(offer.token, language).name;
    },
    collection: (contract) =>
      works.find(({ contractAddress }) => sameAddress(contractAddress, contract))?.collection.name,
  };
};
