import { z } from 'zod';
import { person } from './auth.ts';
import { collection } from './collection.ts';
import { endpoint } from './endpoint.ts';
import { CART_MAX, SEARCH_FOUND, SEARCH_TEXT_MAX } from './limits.ts';
import { locale, localizedName } from './localization.ts';
import { one, uuid } from './primitive.ts';
import { token } from './token.ts';

/** Why a token was found: the text that the searched words are in. */
const matched = z.object({
  by: z.enum(['name', 'artist', 'collection', 'property', 'description']),
  /** The artist's or collection's name, or `name: value` of a property; null for its own name and description. */
  text: z.string().nullable(),
  /** A property in the work's other languages. */
  localization: z.array(z.object({ locale, text: z.string() })).optional(),
});
export type Matched = z.infer<typeof matched>;

const foundToken = token.extend({ matched: matched.nullable() });
export type FoundToken = z.infer<typeof foundToken>;
const foundPerson = person.extend({ works: z.number().int() });
export type FoundPerson = z.infer<typeof foundPerson>;

/** What an id leads to. */
const exactMatch = z.object({
  kind: z.enum(['token', 'collection', 'person', 'offer']),
  uuid,
  name: z.string().nullable(),
  /** Of a work: its name in other languages. */
  localization: localizedName.optional(),
});
export type ExactMatch = z.infer<typeof exactMatch>;

const searchFound = z.object({
  /**
   * What exactly this text identifies: a uuid, an address of a wallet or a contract, `contract/tokenId`, a token id that
   * one work alone has (of eight digits or after `#`), or the hash of a transaction of one work.
   */
  exact: exactMatch.nullable(),
  /** The text that was searched instead, because the given one found nothing. */
  corrected: z.string().nullable(),
  /** Five at most; of a transaction with several works all of these, as many as a cart has. */
  tokens: z.array(foundToken).max(CART_MAX),
  /** Whether the list of works finds some by this text, too: the name of a property leads to works only here. */
  areTokensListed: z.boolean(),
  collections: z.array(collection).max(SEARCH_FOUND),
  people: z.array(foundPerson).max(SEARCH_FOUND),
});
export type SearchFound = z.infer<typeof searchFound>;

export const searchEndpoints = {
  find: endpoint({
    method: 'GET',
    path: '/search',
    summary: 'Works, collections and people by a text, as somebody types it',
    access: 'optional',
    query: z.object({ q: z.string().trim().min(1).max(SEARCH_TEXT_MAX) }),
    response: one(searchFound),
  }),
};
