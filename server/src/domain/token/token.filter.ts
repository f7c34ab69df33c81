/** The conditions of a list of tokens, on `token t`. */
import type { Fragment } from 'postgres';
import { toBaseUnits } from '@skarb/schema/primitive';
import type { Tx } from '../../platform/db/database.ts';
import { invalidField } from '../../platform/http/app-error.ts';
import { sortOf } from '../../platform/http/list.ts';
import { shownWallet } from '../auth/auth.view.ts';
import {
  allOf,
  facetGroups,
  oneOfEach,
  patternOf,
  propertyGroups,
  type Search,
  searchOf,
  type TokenQuery,
} from './token.terms.ts';

/** A table that links tokens to a user, as conditions on it and on the hidden ones. */
export type Link = { table: Fragment; where: Fragment };

export type Filter = {
  /** Who may see what: creators see their own drafts; creators and holders see what is hidden. */
  visible: Fragment;
  isPublic: boolean;
  /** Whether the walked index is that of a creator's tokens, with drafts and hidden ones. */
  isCreatorScope: boolean;
  /** Conditions on columns. */
  columns: Fragment;
  /** The part of `columns` that the index of the list's order answers by its first columns. */
  scope: Fragment;
  /** Whether `scope` is all that is asked for. */
  isScopeOnly: boolean;
  /** Text and properties, answered by the row itself. */
  content: Fragment;
  /** Text, properties and facets, answered by the index `token_terms`. */
  terms: Fragment;
  links: Link[];
};

/** Joins fragments (the driver would take an empty list as a parameter). */
export const joined = (sql: Tx, fragments: Fragment[]): Fragment =>
  fragments.reduce((all, next) => sql`${all} ${next}`, sql``);

/** Base units of an amount in a query. @throws AppError 400 */
const unitsOf = (property: string, amount: string, decimals: number): string => {
  try {
    return toBaseUnits(amount, decimals).toString();
  } catch {
    throw invalidField(property, 'decimals', `at most ${decimals} decimals`);
  }
};

/** The decimals of the query's amounts: of its currency, otherwise ether's. */
const decimalsOf = async (sql: Tx, { currencyUuid, minPrice, maxPrice }: TokenQuery): Promise<number> => {
  if (!currencyUuid || (minPrice === undefined && maxPrice === undefined)) return 18;
  const [currency] = await sql<{ decimals: number }[]>`select decimals from currency where uuid = ${currencyUuid}`;
  return currency?.decimals ?? 18;
};

const isAsked = (...values: unknown[]) => values.some((value) => value !== undefined);

/** Whether only tokens on sale are asked for. */
const isOnSale = ({ onSale, onSaleOf, minPrice, maxPrice, currencyUuid }: TokenQuery): boolean =>
  onSale === true || isAsked(onSaleOf, minPrice, maxPrice, currencyUuid);

const linksOf = (sql: Tx, query: TokenQuery, callerUuid: string | undefined): Link[] => {
  const { onSaleOf, ownerUuid, favoritedByUuid, purchasedByUuid } = query;
  const walletOf = (uuid: string) => shownWallet(sql, uuid, callerUuid);
  return [
    ...(onSaleOf ? [{ table: sql`ownership`, where: sql`l.owner = ${walletOf(onSaleOf)} and l.on_sale` }] : []),
    ...(ownerUuid ? [{ table: sql`ownership`, where: sql`l.owner = ${walletOf(ownerUuid)}` }] : []),
    ...(favoritedByUuid ? [{ table: sql`favorite`, where: sql`l.user_uuid = ${favoritedByUuid}` }] : []),
    ...(purchasedByUuid ? [{ table: sql`purchase`, where: sql`l.buyer = ${walletOf(purchasedByUuid)}` }] : []),
  ];
};

/** A condition on one column, with the values that its index is ordered by first when there is one only. */
const oneOf = (sql: Tx, column: Fragment, values: readonly string[] | undefined): Fragment =>
  !values
    ? sql``
    : values.length === 1
      ? sql`and ${column} = ${values[0] as string}`
      : sql`and ${column} = any(${values as string[]}::uuid[])`;

const textOf = (sql: Tx, { words, inside }: Search): Fragment => {
  const byWords = words ? sql`t.search @@ to_tsquery('simple', ${words})` : undefined;
  const byName = inside === undefined ? undefined : sql`t.name ilike ${patternOf(inside)}`;
  return byWords && byName ? sql`and (${byWords} or ${byName})` : sql`and ${(byWords ?? byName) as Fragment}`;
};

const contentOf = (sql: Tx, search: Search | undefined, properties: string[][]): Fragment => {
  return sql`
    ${search ? textOf(sql, search) : sql``}
    ${properties.length ? sql`and t.search @@ ${oneOfEach(properties)}::tsquery` : sql``}`;
};

const termsOf = (sql: Tx, search: Search | undefined, groups: string[][]): Fragment => {
  const hasWords = search !== undefined && search.wordList.length > 0;
  const wanted = search && !hasWords ? [...groups, ...search.symbols.map((symbol) => [`~${symbol}`])] : groups;
  const words = hasWords ? sql`to_tsquery('simple', ${search.words})` : undefined;
  const inside = search?.parts.length ? sql`${allOf(search.parts)}::tsquery` : undefined;
  const text = words && inside ? sql`(${words} || ${inside})` : (words ?? inside);
  const facets = wanted.length ? sql`${oneOfEach(wanted)}::tsquery` : undefined;
  const lexemes = text && facets ? sql`(${text} && ${facets})` : (text ?? facets);
  // The parts of a longer text may be in other places of a name.
  const isSure = search?.inside === undefined || (hasWords && search.parts.length === 1);
  return sql`
    ${lexemes ? sql`and token_terms(t.search, t.name, t.category_uuid, t.collection_uuid, t.type, t.sale_currency_uuid) @@ ${lexemes}` : sql``}
    ${isSure ? sql`` : textOf(sql, search)}`;
};

/** @throws AppError 400 for a price with too many decimals */
export const filterOf = async (sql: Tx, query: TokenQuery, callerUuid: string | undefined): Promise<Filter> => {
  const { collectionUuid, categoryUuid, networkUuid, creatorUuid, type, currencyUuid, minPrice, maxPrice, onSale } =
    query;
  const isOwn = (uuid: string | undefined) => uuid !== undefined && uuid.toLowerCase() === callerUuid;
  const decimals = await decimalsOf(sql, query);
  const { field } = sortOf(query.sortBy);
  const search = query.search ? searchOf(query.search) : undefined;
  const properties = propertyGroups(query.trait ?? []);
  const amount = currencyUuid ? sql`t.sale_price` : sql`t.sale_price_eth`;
  const range = sql`
    ${minPrice === undefined ? sql`` : sql`and ${amount} >= ${unitsOf('minPrice', minPrice, decimals)}::numeric`}
    ${maxPrice === undefined ? sql`` : sql`and ${amount} <= ${unitsOf('maxPrice', maxPrice, decimals)}::numeric`}`;
  const sale = isOnSale(query);
  const ofCurrency = currencyUuid ? sql`and t.sale_currency_uuid = ${currencyUuid}` : sql``;
  const ofCollection = oneOf(sql, sql`t.collection_uuid`, collectionUuid);
  const ofCategory = oneOf(sql, sql`t.category_uuid`, categoryUuid);
  const links = linksOf(sql, query, callerUuid);
  const saleOnly = sale ? sql`and t.on_sale` : sql``;
  // Which of the indexes of this order begins with something that is asked for.
  const isOne = (values: readonly string[] | undefined) => values?.length === 1;
  const hasRange = isAsked(minPrice, maxPrice);
  let scope = sql``;
  /** How many of the conditions the scope has. */
  let inScope: string[] = [];
  if (field === 'createdAt') {
    if (isOne(collectionUuid)) [scope, inScope] = [ofCollection, ['collection']];
    else if (isOne(categoryUuid)) [scope, inScope] = [sql`${ofCategory} ${saleOnly}`, ['category', 'sale']];
    else if (creatorUuid) [scope, inScope] = [sql`and t.creator_uuid = ${creatorUuid}`, ['creator']];
    else [scope, inScope] = [saleOnly, ['sale']];
  } else if (field !== 'price') [scope, inScope] = [saleOnly, ['sale']];
  else if (sale) {
    if (currencyUuid) [scope, inScope] = [sql`${saleOnly} ${ofCurrency} ${range}`, ['sale', 'currency', 'range']];
    else if (isOne(collectionUuid))
      [scope, inScope] = [sql`${saleOnly} ${ofCollection} ${range}`, ['sale', 'collection', 'range']];
    else if (isOne(categoryUuid))
      [scope, inScope] = [sql`${saleOnly} ${ofCategory} ${range}`, ['sale', 'category', 'range']];
    else [scope, inScope] = [sql`${saleOnly} ${range}`, ['sale', 'range']];
  }
  const asked = [
    ...(collectionUuid ? ['collection'] : []),
    ...(categoryUuid ? ['category'] : []),
    ...(networkUuid ? ['network'] : []),
    ...(creatorUuid ? ['creator'] : []),
    ...(type ? ['type'] : []),
    ...(sale ? ['sale'] : []),
    ...(onSale === false ? ['not on sale'] : []),
    ...(currencyUuid ? ['currency'] : []),
    ...(hasRange ? ['range'] : []),
    ...(search ? ['search'] : []),
    ...properties.map(() => 'property'),
    ...links.map(() => 'link'),
  ];
  const isPublic = !isOwn(creatorUuid) && !isOwn(query.ownerUuid);
  return {
    visible: isOwn(creatorUuid)
      ? sql`t.status <> 'unborn'`
      : isOwn(query.ownerUuid)
        ? sql`t.status = 'minted'`
        : sql`t.is_counted`,
    isPublic,
    columns: sql`
      ${creatorUuid ? sql`and t.creator_uuid = ${creatorUuid}` : sql``} ${ofCollection} ${ofCategory}
      ${oneOf(sql, sql`t.network_uuid`, networkUuid)}
      ${type ? sql`and t.type = ${type}` : sql``} ${saleOnly} ${onSale === false ? sql`and not t.on_sale` : sql``}
      ${ofCurrency} ${range}`,
    scope,
    isCreatorScope: inScope.includes('creator'),
    isScopeOnly: asked.every((what) => inScope.includes(what)) && (isPublic || inScope.includes('creator')),
    content: contentOf(sql, search, properties),
    terms: termsOf(sql, search, [...facetGroups(query), ...properties]),
    links,
  };
};
