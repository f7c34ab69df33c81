/** Which collections' properties are to be derived again, and when (docs/decisions/0042). */
import { columnOf } from '../../../platform/db/column.ts';
import type { Sql, Tx } from '../../../platform/db/database.ts';

/** A change waits so long, so that several become one derivation. */
const PAUSE_SECONDS = 5;
/** A derivation that fails, or whose worker dies, is tried again after so long. */
const RETRY_SECONDS = 300;
/** A collection rests so many times as long as its last derivation took: at most 5 % of a core derives one. */
const REST = 20;

/** Records that these collections are to be derived again. The caller has locked them. */
export const markProperties = async (
  tx: Tx,
  changes: { collectionUuid: string; hasOtherTokens: boolean }[],
): Promise<void> => {
  const merged = new Map<string, boolean>();
  for (const { collectionUuid, hasOtherTokens } of changes)
    merged.set(collectionUuid, hasOtherTokens || (merged.get(collectionUuid) ?? false));
  if (merged.size === 0) return;
  const sorted = [...merged].sort(([a], [b]) => (a < b ? -1 : 1));
  await tx`
    insert into property_change (collection_uuid, has_other_tokens, due_at)
    select uuid, has_other, now() + make_interval(secs => ${PAUSE_SECONDS})
    from unnest(${columnOf(sorted.map(([uuid]) => uuid))}::uuid[], ${columnOf(sorted.map(([, has]) => has))}::boolean[]) as changed (uuid, has_other)
    on conflict (collection_uuid) do update set version = property_change.version + 1,
      has_other_tokens = property_change.has_other_tokens or excluded.has_other_tokens`;
};

export type Due = { uuid: string; version: number; hasOtherTokens: boolean };

/** Takes collections whose derivation is due, so that no other worker takes them. */
export const takeDue = (sql: Sql, most: number) => sql<Due[]>`
  update property_change set due_at = now() + make_interval(secs => ${RETRY_SECONDS})
  where collection_uuid in (
    select c.collection_uuid from property_change c left join collection_property p on p.collection_uuid = c.collection_uuid
    where c.due_at <= now() and (p.rests_until is null or p.rests_until <= now())
    order by c.due_at limit ${most} for update of c skip locked)
  returning collection_uuid as uuid, version, has_other_tokens as "hasOtherTokens"`;

/** Ends a derivation. A change in the meantime makes it due again. @param ms how long it took */
export const finishDue = async (sql: Sql, { uuid, version }: Due, ms: number): Promise<void> => {
  await sql`
    update collection_property set rests_until = now() + make_interval(secs => ${(REST * ms) / 1000}) where collection_uuid = ${uuid}`;
  const { count } = await sql`delete from property_change where collection_uuid = ${uuid} and version = ${version}`;
  if (count === 0) await sql`update property_change set due_at = now() where collection_uuid = ${uuid}`;
};
