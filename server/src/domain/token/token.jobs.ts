import type { Context } from '../../context.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import type { Sql } from '../../platform/db/database.ts';
import { lockTokens, rebuildTokenCards, refreshTokens } from './store/token-card.store.ts';
import { addWords } from './store/word.store.ts';

/** The names on a token card, or in its search document, that may change. */
type RebuildCards = { by: 'category' | 'network' | 'currency' | 'collection'; uuid: string };
declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'redraw-tokens': RebuildCards;
  }
}

const BATCH = 200;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Rebuilds the token cards that show a category, a network or a currency, in batches. */
export const rebuildCardsOf = async ({ db }: Pick<Context, 'db'>, { by, uuid }: RebuildCards): Promise<void> => {
  if (by === 'collection') return rebuildOfCollection(db.sql, uuid);
  const { sql } = db;
  const isShown = {
    category: sql`category_uuid = ${uuid}`,
    network: sql`network_uuid = ${uuid}`,
    // Also of an auction that has not begun, of one that awaits its settlement, and of the last sale. Each work by itself:
    // every batch would read all offers and sales in the currency.
    currency: sql`(sale_currency_uuid = ${uuid}
      or (select true from offer o where o.token_uuid = t.uuid and o.currency_uuid = ${uuid} and o.status in ('ACTIVE', 'SCHEDULED', 'ENDED') limit 1)
      or (select true from history h where h.token_uuid = t.uuid and h.currency_uuid = ${uuid} and h.value_eth is not null limit 1))`,
  }[by];
  for (let after = NIL; ;) {
    const tokens = await db.sql<{ uuid: string }[]>`
      select uuid from token t where ${isShown} and uuid > ${after} order by uuid limit ${BATCH}`;
    await db.sql.begin((tx) =>
      refreshTokens(
        tx,
        tokens.map((token) => token.uuid),
      ),
    );
    if (tokens.length < BATCH) return;
    after = tokens.at(-1)?.uuid as string;
  }
};

/**
 * Rebuilds what searches find of a renamed collection's works, the newest first. Nothing else of them has its name, so that
 * no other lock is needed than theirs. Works that nobody sees are rebuilt when they are shown.
 */
const rebuildOfCollection = async (sql: Sql, uuid: string): Promise<void> => {
  for (let last: { created_at: string; uuid: string } | undefined; ;) {
    const tokens: { uuid: string; created_at: string }[] = await sql<{ uuid: string; created_at: string }[]>`
      select uuid, created_at::text as created_at from token where collection_uuid = ${uuid} and is_counted
        ${last ? sql`and (created_at, uuid) < (${last.created_at}::text::timestamptz, ${last.uuid})` : sql``}
      order by created_at desc, uuid desc limit ${BATCH}`;
    const uuids = tokens.map((token) => token.uuid);
    await sql.begin(async (tx) => {
      await lockTokens(tx, uuids);
      await rebuildTokenCards(tx, uuids);
      await addWords(tx, uuids);
    });
    if (tokens.length < BATCH) return;
    last = tokens.at(-1);
  }
};

export const tokenTasks = (context: Pick<Context, 'db'>): Tasks => ({
  'redraw-tokens': (payload) => rebuildCardsOf(context, payload),
});
