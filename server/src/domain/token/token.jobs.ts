import type { Context } from '../../context.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { refreshTokens } from './store/token-card.store.ts';

/** The names on a token card that an admin may change. */
type RebuildCards = { by: 'category' | 'network' | 'currency'; uuid: string };
declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'redraw-tokens': RebuildCards;
  }
}

const BATCH = 200;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Rebuilds the token cards that show a category, a network or a currency, in batches. */
export const rebuildTokenCards = async ({ db }: Pick<Context, 'db'>, { by, uuid }: RebuildCards): Promise<void> => {
  const column = { category: 'category_uuid', network: 'network_uuid', currency: 'sale_currency_uuid' }[by];
  for (let after = NIL; ;) {
    const tokens = await db.sql<{ uuid: string }[]>`
      select uuid from token where ${db.sql(column)} = ${uuid} and uuid > ${after} order by uuid limit ${BATCH}`;
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

export const tokenTasks = (context: Pick<Context, 'db'>): Tasks => ({
  'redraw-tokens': (payload) => rebuildTokenCards(context, payload),
});
