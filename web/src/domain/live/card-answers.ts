import type { Token } from '@skarb/schema/token';
import type { Query, QueryClient } from '@tanstack/react-query';

type Card = Pick<Token, 'uuid' | 'listing' | 'auction'>;

/** Kept answers with cards: lists, the end of a token's page, searches, the first page and exhibitions. */
export const cardQueries = (client: QueryClient, type: 'all' | 'active'): Query[] =>
  client.getQueryCache().findAll({
    type,
    predicate: ({ queryKey: [domain, what] }) =>
      domain === 'token' ? what === 'list' || what === 'more' : /^(search|front|exhibition)$/.test(String(domain)),
  });

const isObject = (part: unknown): part is object => typeof part === 'object' && part !== null;
/** Only cards have a listing, wherever they are in an answer. */
const isCard = (part: object): part is Card => 'listing' in part;

/** Whether a part of an answer has the card of one of these tokens. */
export const hasCard = (part: unknown, uuids: ReadonlySet<string>): boolean =>
  isObject(part) && (isCard(part) ? uuids.has(part.uuid) : Object.values(part).some((inner) => hasCard(inner, uuids)));

/** A part of an answer with one card changed; itself if it does not have it. */
const withCard = (part: unknown, uuid: string, terms: Partial<Card>): unknown => {
  if (!isObject(part)) return part;
  if (isCard(part)) return part.uuid === uuid ? { ...part, ...terms } : part;
  let copy: object | undefined;
  for (const [key, inner] of Object.entries(part)) {
    const changed = withCard(inner, uuid, terms);
    if (changed !== inner) Object.assign((copy ??= Array.isArray(part) ? [...part] : { ...part }), { [key]: changed });
  }
  return copy ?? part;
};

/** Changes a card in one kept answer, which stays as old as its reading, and is still read again if it was to be. */
export const setTerms = (query: Query, uuid: string, terms: Partial<Card>): void => {
  const { data, dataUpdatedAt, isInvalidated } = query.state;
  const changed = withCard(data, uuid, terms);
  if (changed === data) return;
  query.setData(changed, { updatedAt: dataUpdatedAt, manual: true });
  if (isInvalidated) query.invalidate();
};
