import type { SearchFound } from '@skarb/schema/search';
import type { Token } from '@skarb/schema/token';
import type { QueryClient } from '@tanstack/react-query';
import { setInPages, setKept } from '../../platform/query/pages.ts';

/** What cards show of a token's favourites. */
type Card = Pick<Token, 'uuid' | 'isFavorite' | 'favoriteCount'>;

/** Changes the heart of a token in every kept answer that has one: lists, the end of a token's page, and searches. */
export const setCards = (client: QueryClient, uuid: string, change: <T extends Card>(card: T) => T): void => {
  const changed = <T extends Card>(card: T): T => (card.uuid === uuid ? change(card) : card);
  setInPages<Card>(client, ['token', 'list'], uuid, change);
  setKept<{ data: Card[] }>(client, ['token', 'more'], (more) => ({ ...more, data: more.data.map(changed) }));
  setKept<SearchFound>(client, ['search'], (found) => ({ ...found, tokens: found.tokens.map(changed) }));
};
