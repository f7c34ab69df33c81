/** The order that the maker of a collection chose for its page. */
import type { WorksOrder } from '@skarb/schema/collection';
import type { Tx } from '../../platform/db/database.ts';
import { invalidField } from '../../platform/http/app-error.ts';
import { sortOf } from '../../platform/http/list.ts';
import type { TokenQuery } from './token.terms.ts';

/**
 * Replaces `curated` by the order that it means, so that the list walks an index as in any other order.
 * @returns the tokens that come first, if the maker chose them: they do so in the list of the whole collection, and with
 * further filters the newest come first
 * @throws AppError 400 without exactly one collection
 */
export const resolveOrder = async (sql: Tx, query: TokenQuery): Promise<{ query: TokenQuery; leading: string[] }> => {
  const { field } = sortOf(query.sortBy);
  if (field !== 'curated' && field !== 'number') return { query, leading: [] };
  const [uuid] = query.collectionUuid ?? [];
  if (!uuid || query.collectionUuid?.length !== 1)
    throw invalidField('collectionUuid', 'isOne', 'this order is that of one collection');
  if (field === 'number') return { query, leading: [] };
  const [row] = await sql<{ works_order: WorksOrder; pinned: string[] }[]>`
    select works_order, case when works_order = 'own' then array(
      select p.token_uuid from collection_pin p join token t on t.uuid = p.token_uuid and t.is_counted
      where p.collection_uuid = c.uuid order by p.position) else '{}' end as pinned
    from collection c where uuid = ${uuid}`;
  return {
    query: { ...query, sortBy: row?.works_order === 'number' ? 'number:ASC' : 'createdAt:DESC' },
    leading: row?.pinned ?? [],
  };
};
