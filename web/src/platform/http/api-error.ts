import { ApiError, type Complaint } from '@skarb/client';
import type { Translate } from '../i18n/translations.ts';

/**
 * Describes a broken constraint in the reader's language, because the server writes English only. Keeps the number in
 * the server's sentence, such as a limit. Returns the server's sentence for a constraint without a translation.
 */
export const complaintWords = (t: Translate, { property, constraint, words }: Complaint): string => {
  const limit = words.match(/\d+/g)?.at(-1) ?? '';
  const name = property.split('.')[0];
  return t([`error.constraint.${constraint}_${name}`, `error.constraint.${constraint}`], {
    defaultValue: words,
    limit,
  });
};

/**
 * Describes an error in the reader's language: by its code if the app knows it, else in the server's words, else by its
 * kind, else in a general sentence. Never returns an empty list.
 * @param about 'bid' selects the texts for a bid, which its buyer withdraws, not a seller
 */
export const errorWords = (t: Translate, error: unknown, about?: 'bid'): string[] => {
  if (!(error instanceof ApiError)) return [t('error.general')];
  // `invalid` is a list of refused fields and `http.*` not an answer of the API: neither code has a text.
  if (error.code !== 'invalid' && !error.code.startsWith('http.')) {
    const name = error.code.replaceAll('.', '_');
    // After a colon the server quotes what a person wrote, such as the reason of a block.
    const reason = /: (.+)$/s.exec(error.messages[0] ?? '')?.[1] ?? '';
    const ofBid = about === 'bid' ? [`code.${name}_bid`] : [];
    const known = t([...ofBid, `code.${name}`, `error.code.${name}`], {
      defaultValue: '',
      reason,
      seconds: error.retryAfter ?? 60,
    });
    if (known) return [known];
  }
  if (error.complaints.length) return [...new Set(error.complaints.map((complaint) => complaintWords(t, complaint)))];
  if (error.messages.length) return error.messages;
  if (error.status === 0) return [t('error.network')];
  if (error.status === 404) return [t('error.notFound')];
  if (error.status === 429) return [t('error.tooMany')];
  if (error.status >= 500) return [t('error.server')];
  return [t('error.general')];
};

/** Whether the object does not exist, or this reader may not see it. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
/** Whether a reading that failed leaves nothing to show: what was read before stays, unless it is gone. */
export const leavesNothing = (error: unknown, kept: unknown): boolean => !!error && (!kept || isGone(error));
