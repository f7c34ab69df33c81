import type { MissingWord } from '@skarb/schema/locale';
import type { ListMeta } from '@skarb/schema/primitive';
import type { Tx } from '../../platform/db/database.ts';
import { metaOf, offsetOf } from '../../platform/http/list.ts';

/** The missing keys that browsers reported, the latest first. */
export const listMissingWords = async (
  sql: Tx,
  page: { page: number; limit: number },
): Promise<{ data: MissingWord[]; meta: ListMeta }> => {
  const [counted] = await sql<{ total: number }[]>`select count(*)::int as total from missing_word`;
  type Row = Pick<MissingWord, 'language' | 'namespace' | 'key' | 'shown' | 'reports'> &
    Record<'created_at' | 'updated_at', Date>;
  const rows = await sql<Row[]>`select * from missing_word
    order by updated_at desc, language, namespace, key limit ${page.limit} offset ${offsetOf(page)}`;
  return {
    data: rows.map(({ created_at, updated_at, ...row }) => ({
      ...row,
      createdAt: created_at.toISOString(),
      updatedAt: updated_at.toISOString(),
    })),
    meta: metaOf(page, counted?.total ?? 0),
  };
};
