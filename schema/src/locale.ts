import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  LANGUAGES,
  LOCALE_NAMESPACE,
  MISSING_TEXT_MAX,
  MISSING_WORDS_MAX,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
} from './limits.ts';
import { list, listQuery, time } from './primitive.ts';

const word = (max: number) => z.string().max(max);

/** A key that a page uses and that no language file contains. */
const missingWord = z.object({
  language: z.string(),
  namespace: z.string(),
  key: z.string(),
  /** The text that the page showed instead, in the latest report. */
  shown: z.string(),
  reports: z.number().int(),
  createdAt: time,
  updatedAt: time,
});
export type MissingWord = z.infer<typeof missingWord>;

export const localeEndpoints = {
  reportMissing: endpoint({
    method: 'POST',
    path: '/locales/add/{lng}/{ns}',
    summary: 'Report missing translation keys, each with the text shown instead',
    access: 'public',
    params: z.object({ lng: z.enum(LANGUAGES), ns: z.literal(LOCALE_NAMESPACE) }),
    body: z
      .record(word(MISSING_TEXT_MAX.key).min(1), word(MISSING_TEXT_MAX.shown))
      .refine((words) => Object.keys(words).length <= MISSING_WORDS_MAX, `at most ${MISSING_WORDS_MAX} keys at once`),
    status: 204,
  }),
  missing: endpoint({
    method: 'GET',
    path: '/admin/missing-word',
    summary: 'The reported missing keys, newest first',
    access: 'admin',
    query: listQuery({ default: PAGE_SIZE.reference, max: PAGE_SIZE_MAX.reference }, ['createdAt']).pick({
      page: true,
      limit: true,
    }),
    response: list(missingWord),
  }),
};
