import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { LANGUAGES, LOCALE_NAMESPACE, MISSING_TEXT_MAX, MISSING_WORDS_MAX } from './limits.ts';

const word = (max: number) => z.string().max(max);

export const localeEndpoints = {
  reportMissing: endpoint({
    method: 'POST',
    path: '/locales/add/{lng}/{ns}',
    summary: 'Tell of keys that no language file has: each with what was shown instead',
    access: 'public',
    params: z.object({ lng: z.enum(LANGUAGES), ns: z.literal(LOCALE_NAMESPACE) }),
    body: z
      .record(word(MISSING_TEXT_MAX.key).min(1), word(MISSING_TEXT_MAX.shown))
      .refine((words) => Object.keys(words).length <= MISSING_WORDS_MAX, `at most ${MISSING_WORDS_MAX} keys at once`),
    status: 204,
  }),
};
