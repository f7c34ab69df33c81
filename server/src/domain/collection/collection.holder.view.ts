import type { CollectionHolder, CollectionTrait, collectionEndpoints } from '@skarb/schema/collection';
import type { QueryOf } from '@skarb/schema/endpoint';
import { type Address, getAddress } from 'viem';
import { notFound } from '../../platform/http/app-error.ts';
import type { Tx } from '../../platform/db/database.ts';
import { jsonText } from '../../platform/http/json-text.ts';
import { metaOf, offsetOf } from '../../platform/http/list.ts';
import { isWalletShown, type PersonJson, personJson, toPerson } from '../auth/auth.view.ts';
import { seesHiddenOf } from '../hidden/hidden.view.ts';

type Row = { is_hidden: boolean; creator_uuid: string };

/** @throws AppError 404, also for what is hidden from the caller */
const requireShown = async (sql: Tx, row: Row | undefined, callerUuid: string | undefined): Promise<void> => {
  if (!row || (row.is_hidden && !(await seesHiddenOf(sql, row.creator_uuid, callerUuid)))) throw notFound('collection');
};

/**
 * The properties of a collection's works, as a worker derived them last.
 * @throws AppError 404, also for what is hidden from the caller
 */
export const collectionTraits = async (sql: Tx, uuid: string, callerUuid: string | undefined) => {
  const [row] = await sql<(Row & { properties: string | null; names: number | null; ranked: number | null })[]>`
    select c.is_hidden, c.creator_uuid, p.properties::text as properties, p.names, p.ranked
    from collection c left join collection_property p on p.collection_uuid = c.uuid where c.uuid = ${uuid}`;
  await requireShown(sql, row, callerUuid);
  return {
    data: jsonText<CollectionTrait[]>(row?.properties ?? '[]'),
    meta: { names: row?.names ?? 0, ranked: row?.ranked ?? 0 },
  };
};

/**
 * A page of a collection's holders, the largest first. Who holds hidden works only is left out, as in `stats.owners`; the
 * order counts hidden works.
 * @throws AppError 404, also for what is hidden from the caller
 */
export const collectionHolders = async (
  sql: Tx,
  uuid: string,
  query: QueryOf<typeof collectionEndpoints.holders>,
  callerUuid: string | undefined,
) => {
  const [collection] = await sql<(Row & { items: number; owners: number })[]>`
    select is_hidden, creator_uuid, items, owners from collection where uuid = ${uuid}`;
  await requireShown(sql, collection, callerUuid);
  const { items = 0, owners = 0 } = collection ?? {};
  const rows = await sql<{ owner: Address; tokens: number; person: PersonJson | null }[]>`
    with unseen as materialized (
      select jsonb_object_agg(owner, tokens) as by_owner from (
        select w.owner, count(*)::int as tokens from token t join ownership w on w.token_uuid = t.uuid
        where t.collection_uuid = ${uuid} and t.status = 'minted' and not t.is_counted group by 1) held),
    page as (
      -- Looked up for each row, in the order of the index: a join would read and sort all holders.
      select owner, tokens as held, tokens - coalesce(((select by_owner from unseen) ->> owner)::int, 0) as tokens
      from collection_owner
      where collection_uuid = ${uuid} and tokens > coalesce(((select by_owner from unseen) ->> owner)::int, 0)
      order by collection_owner.tokens desc, owner limit ${query.limit} offset ${offsetOf(query)})
    select page.owner, page.tokens, ${personJson(sql, 'h')} as person
    from page left join app_user h on h.metamask_wallet = page.owner and ${isWalletShown(sql, 'h', callerUuid)}
    order by page.held desc, page.owner`;
  const data = rows.map(({ owner, tokens, person }): CollectionHolder => ({
    owner: getAddress(owner),
    user: person && toPerson(person),
    count: tokens,
    share: items > 0 ? tokens / items : 0,
  }));
  return { data, meta: metaOf(query, owners) };
};
