import type { Context } from '../../context.ts';
import { addMissingWords } from './locale.store.ts';

/** Records keys that the web app found no words for, for admins to read. */
export const reportMissing = async (
  { db }: Pick<Context, 'db'>,
  report: { language: string; namespace: string; words: Record<string, string> },
): Promise<void> => {
  await addMissingWords(db.sql, report.language, report.namespace, report.words);
};
