import { CART_MAX, SEARCH_FOUND } from '@skarb/schema/limits';
import type { ExactMatch, FoundPerson, SearchFound } from '@skarb/schema/search';
import type { Token } from '@skarb/schema/token';
import { columnOf } from '../../platform/db/column.ts';
import type { Tx } from '../../platform/db/database.ts';
import { parsed } from '../../platform/http/json-text.ts';
import { isPersonNamed } from '../auth/auth.find.ts';
import { type PersonJson, personJson, toPerson } from '../auth/auth.view.ts';
import { collectionsOf, listCollections } from '../collection/collection.view.ts';
import { listedTokens, listTokens } from '../token/token.list.ts';
import { searchWords } from '../token/token.terms.ts';
import { localizationsOf } from '../token/token.view.ts';
import { findCorrected } from './search.correction.ts';
import { type ExactQuery, exactQueryOf, matchedOf, matchedProperty, namesOf, spelledAsNames } from './search.rules.ts';

/** As many as a page of the gallery has: PostgreSQL keeps plans for that size. */
const TOKENS_READ = 12;
/** People whose works are counted: those with the most works come first. */
const PEOPLE_READ = 200;
/** Collections with a property, or a text, that are found: the largest of them come first. */
const COLLECTIONS_READ = 50;
const VALUES_READ = 20;
/** A cart's purchase has about ten for each work. */
const LOGS_READ = 500;

const isNamed = (token: Pick<Token, 'name' | 'localization'>, text: string): boolean =>
  namesOf(token).some((name) => name.toLowerCase() === text.toLowerCase());
/** Works whose name is the text: "Number 1" among many that begin so and that more people like. */
const namedExactly = (sql: Tx, text: string, callerUuid: string | undefined): Promise<Token[]> =>
  listedTokens(
    sql,
    sql`select uuid from token where is_counted and name = any(${columnOf(spelledAsNames(text))}::text[]) order by name, uuid limit ${SEARCH_FOUND}`,
    callerUuid,
  );

const findTokens = async (sql: Tx, text: string, callerUuid: string | undefined): Promise<SearchFound['tokens']> => {
  const list = await listTokens(
    sql,
    { search: text, page: 1, limit: TOKENS_READ, sortBy: 'favorites:DESC' },
    callerUuid,
  );
  const listed = parsed(list.data);
  const known = new Set(listed.map(({ uuid }) => uuid));
  const exact = listed.some((token) => isNamed(token, text)) ? [] : await namedExactly(sql, text, callerUuid);
  const tokens = [...exact.filter(({ uuid }) => !known.has(uuid)), ...listed];
  const found = tokens.map((token) => ({ ...token, matched: matchedOf(token, text) }));
  // A list has the names alone in other languages. What they say besides is read where it may say more.
  const localized = await localizedAmong(
    sql,
    found.filter(({ matched }) => !matched || matched.by === 'property' || matched.by === 'description'),
  );
  return firstOf(
    found.map((token) => {
      const localization = localized.get(token.uuid);
      return localization ? { ...token, matched: matchedOf({ ...token, localization }, text) } : token;
    }),
    text,
  );
};
/** All texts of tokens in their other languages, of those that have any. */
const localizedAmong = async (sql: Tx, tokens: readonly Token[]) => {
  const uuids = tokens.filter(({ localization }) => localization).map(({ uuid }) => uuid);
  return new Map((await localizationsOf(sql, uuids)).map((one) => [one.token_uuid, one]));
};
/** The name that is the text, then names that begin with it, then others that contain it, then works that are found by something else, a description last. */
const placeOf = (token: SearchFound['tokens'][number], start: string): number => {
  if (isNamed(token, start)) return -1;
  if (namesOf(token).some((name) => name.toLowerCase().startsWith(start))) return 0;
  return token.matched?.by === 'name' ? 1 : token.matched?.by === 'description' ? 3 : 2;
};
const firstOf = (tokens: SearchFound['tokens'], text: string): SearchFound['tokens'] => {
  const start = text.toLowerCase();
  return tokens.toSorted((a, b) => placeOf(a, start) - placeOf(b, start)).slice(0, SEARCH_FOUND);
};

/**
 * Works that have a property whose name has the words, in any language: of one property, and of the largest collections
 * that have it.
 */
const findByPropertyName = async (
  sql: Tx,
  text: string,
  callerUuid: string | undefined,
): Promise<SearchFound['tokens']> => {
  const words = searchWords(text);
  if (words === '') return [];
  const rows = await sql<{ uuid: string; name: string; values: string[] }[]>`
    select c.uuid, property->>'name' as name,
      array(select each->>'value' from jsonb_array_elements(property->'values') each limit ${VALUES_READ}) as values
    from (select * from collection_property where property_words(properties) @@ ${words}::tsquery limit ${COLLECTIONS_READ}) p
    join collection c on c.uuid = p.collection_uuid and not c.is_hidden
    cross join jsonb_array_elements(p.properties) property
    where property_words(jsonb_build_array(property)) @@ ${words}::tsquery
    order by c.items desc, c.uuid limit ${SEARCH_FOUND}`;
  const name = rows[0]?.name;
  const having = rows.filter((row) => row.name === name && row.values.length > 0);
  if (name === undefined || having.length === 0) return [];
  const values = [...new Set(having.flatMap((row) => row.values))].slice(0, VALUES_READ);
  const list = await listTokens(
    sql,
    {
      collectionUuid: having.map((row) => row.uuid),
      trait: values.map((value) => `${name}:${value}`),
      page: 1,
      limit: TOKENS_READ,
      sortBy: 'favorites:DESC',
    },
    callerUuid,
  );
  const found = parsed(list.data);
  const localized = await localizedAmong(sql, found);
  return found.map((token) => ({
    ...token,
    matched: matchedProperty(
      { ...token, localization: localized.get(token.uuid) },
      token.metadata.findIndex((property) => property.name === name),
    ),
  }));
};

const findWorks = async (
  sql: Tx,
  text: string,
  callerUuid: string | undefined,
): Promise<Pick<SearchFound, 'tokens' | 'areTokensListed'>> => {
  const found = await findTokens(sql, text, callerUuid);
  const areTokensListed = found.length > 0;
  if (found.length === SEARCH_FOUND) return { tokens: found, areTokensListed };
  const known = new Set(found.map(({ uuid }) => uuid));
  const others = await findByPropertyName(sql, text, callerUuid);
  return { tokens: firstOf([...found, ...others.filter(({ uuid }) => !known.has(uuid))], text), areTokensListed };
};

/** Collections that have the text in their name, then others that have its words there or in a text, in any language. */
const findCollections = async (sql: Tx, text: string): Promise<SearchFound['collections']> => {
  const { data } = await listCollections(sql, { search: text, page: 1, limit: SEARCH_FOUND, sortBy: 'volume:DESC' });
  const named = parsed(data);
  const words = searchWords(text);
  if (named.length === SEARCH_FOUND || words === '') return named;
  const rows = await sql<{ uuid: string }[]>`
    select uuid from (
      select uuid, volume from collection
      where not is_hidden and collection_words(name, description, text) @@ ${words}::tsquery limit ${COLLECTIONS_READ}) found
    order by volume desc, uuid desc limit ${SEARCH_FOUND}`;
  const known = new Set(named.map(({ uuid }) => uuid));
  const others = rows.map(({ uuid }) => uuid).filter((uuid) => !known.has(uuid));
  return [...named, ...(await collectionsOf(sql, others.slice(0, SEARCH_FOUND - named.length)))];
};

const findPeople = async (sql: Tx, text: string): Promise<FoundPerson[]> => {
  const read = async (areCreators: boolean) => {
    const named = isPersonNamed(sql, text, areCreators);
    return named === undefined
      ? []
      : sql<{ person: PersonJson; works: number }[]>`
          select ${personJson(sql, 'u')} as person,
            coalesce((select sum(items)::int from collection c where c.creator_uuid = u.uuid and not c.is_hidden), 0) as works
          from (select * from app_user u where ${named} limit ${PEOPLE_READ}) u
          order by works desc, u.uuid limit ${SEARCH_FOUND}`;
  };
  const creators = await read(true);
  const others = creators.length < SEARCH_FOUND ? await read(false) : [];
  const found = new Map([...creators, ...others].map((row) => [row.person.uuid, row]));
  return [...found.values()].slice(0, SEARCH_FOUND).map(({ person, works }) => ({ ...toPerson(person), works }));
};

/**
 * The works that everybody sees of a transaction, in the order of its logs; of one with very many logs those of the first. A
 * single one is an exact match.
 */
const findInTransaction = async (
  sql: Tx,
  hash: string,
  callerUuid: string | undefined,
): Promise<Partial<Pick<SearchFound, 'exact' | 'tokens'>>> => {
  const found = sql`
    select t.uuid from (
      select h.token_uuid, min(l.log_index) as log_index from (
        select * from chain_log
        where tx_hash = ${hash} and chain_id in (select chain_id from network) order by log_index limit ${LOGS_READ}) l
      join history h on h.chain_id = l.chain_id and h.block_hash = l.block_hash and h.log_index = l.log_index
      group by h.token_uuid) concerned
    join token t on t.uuid = concerned.token_uuid and t.is_counted order by concerned.log_index, t.uuid limit ${CART_MAX}`;
  const tokens = await listedTokens(sql, found, callerUuid);
  const [only] = tokens;
  if (!only || tokens.length > 1) return { tokens: tokens.map((token) => ({ ...token, matched: null })) };
  const { uuid, name, localization } = only;
  return { exact: { kind: 'token', uuid, name, ...(localization && { localization }) } };
};

type NamedMatch = Exclude<ExactQuery, { kind: 'transaction' }>;
type Named<K> = Extract<NamedMatch, { kind: K }>;
type ExactRow = ExactMatch & { token_uuid: string | null };

/** A public object by its uuid, its address, its contract and number, or its number alone if no other work has it. */
const findExact = async (sql: Tx, query: NamedMatch): Promise<ExactMatch | null> => {
  const tokens = (uuids: ReturnType<typeof sql>) =>
    sql`select 'token' as kind, uuid, name, uuid as token_uuid from token where uuid in (${uuids}) and is_counted`;
  const rows = await {
    uuid: ({ uuid }: Named<'uuid'>) => sql<ExactRow[]>`
      ${tokens(sql`select ${uuid}::uuid`)}
      union all select 'collection', uuid, name, null from collection where uuid = ${uuid} and not is_hidden
      union all select 'person', uuid, coalesce(name, username), null from app_user
        where uuid = ${uuid} and is_wallet_public and not is_hidden
      union all select 'offer', o.uuid, t.name, t.uuid from offer o join token t on t.uuid = o.token_uuid
        where o.uuid = ${uuid} and not o.is_hidden and o.status <> 'DRAFT' and t.is_counted`,
    address: ({ address }: Named<'address'>) => sql<ExactRow[]>`
      select 'person' as kind, uuid, coalesce(name, username) as name, null as token_uuid from app_user
        where metamask_wallet = ${address} and is_wallet_public and not is_hidden
      union all select 'collection', c.uuid, c.name, null from collection_contract k join collection c on c.uuid = k.collection_uuid
        where k.address = ${address} and not c.is_hidden`,
    token: ({ address, tokenId }: Named<'token'>) =>
      tokens(sql`select uuid from token where contract_address = ${address} and token_id = ${tokenId}::numeric
        and chain_id in (select chain_id from network)`),
    number: ({ tokenId }: Named<'number'>) =>
      tokens(sql`select (array_agg(uuid))[1] from (
        select uuid from token where token_id = ${tokenId}::numeric and is_counted
          and chain_id in (select chain_id from network) limit 2) same having count(*) = 1`),
  }[query.kind](query as never);
  const [row] = rows as ExactRow[];
  if (!row) return null;
  const { token_uuid: tokenUuid, ...exact } = row;
  const [words] = tokenUuid === null ? [] : await localizationsOf(sql, [tokenUuid]);
  if (!words) return exact;
  const texts = words.texts.map(({ locale, name }) => ({ locale, name }));
  return { ...exact, localization: { default: words.default, texts } };
};

/** The works that most people like, of collections which are found by words that no work has. */
const findInCollections = async (
  sql: Tx,
  collections: SearchFound['collections'],
  callerUuid: string | undefined,
): Promise<SearchFound['tokens']> => {
  const collectionUuid = collections.map(({ uuid }) => uuid);
  const { data } = await listTokens(
    sql,
    { collectionUuid, page: 1, limit: TOKENS_READ, sortBy: 'favorites:DESC' },
    callerUuid,
  );
  return parsed(data)
    .slice(0, SEARCH_FOUND)
    .map((token) => ({ ...token, matched: { by: 'collection', text: token.collection.name } }));
};

const findAll = async (sql: Tx, text: string, callerUuid: string | undefined) => {
  const [works, collections, people] = await Promise.all([
    findWorks(sql, text, callerUuid),
    findCollections(sql, text),
    findPeople(sql, text),
  ]);
  if (works.tokens.length > 0 || collections.length === 0) return { ...works, collections, people };
  return { ...works, tokens: await findInCollections(sql, collections, callerUuid), collections, people };
};

/**
 * Works, collections and people that a text finds; if it finds nothing, what it finds in the other alphabet, otherwise
 * with its misspellings corrected, otherwise without the words that nothing is like.
 */
export const search = async (sql: Tx, q: string, callerUuid: string | undefined): Promise<SearchFound> => {
  const text = q.replaceAll('\0', '').trim();
  const nothing = { exact: null, corrected: null, tokens: [], areTokensListed: false, collections: [], people: [] };
  if (text === '') return nothing;
  const query = exactQueryOf(text);
  if (query?.kind === 'transaction') return { ...nothing, ...(await findInTransaction(sql, query.hash, callerUuid)) };
  const exact = query ? await findExact(sql, query) : null;
  if (query && query.kind !== 'number') return { ...nothing, exact };
  const found = await findAll(sql, text, callerUuid);
  const isFound = (one: typeof found) => one.tokens.length + one.collections.length + one.people.length > 0;
  if (exact || isFound(found)) return { ...nothing, exact, ...found };
  const instead = await findCorrected(sql, text, (corrected) => findAll(sql, corrected, callerUuid), isFound);
  return instead ? { ...nothing, corrected: instead.corrected, ...instead.found } : nothing;
};
