import { ApiError, type Complaint } from '@skarb/client';
import type { TFunction } from 'i18next';

/**
 * A broken constraint in the reader's language: the server speaks English only. The figure in its sentence, a limit for
 * instance, is kept; a constraint that nobody has words for stays as the server said it.
 */
export const complaintWords = (t: TFunction, { property, constraint, words }: Complaint): string => {
  const limit = words.match(/\d+/g)?.at(-1) ?? '';
  const name = property.split('.')[0];
  return t([`error.constraint.${constraint}_${name}`, `error.constraint.${constraint}`], {
    defaultValue: words,
    limit,
  });
};

/**
 * An error in the reader's words: by its code where the app knows it, else the server's own, else by its kind, else
 * the general sentence. Never an empty list.
 * @param about a buyer's offer ends in other words than a sale does: who withdrew it was no seller
 */
export const errorWords = (t: TFunction, error: unknown, about?: 'bid'): string[] => {
  if (!(error instanceof ApiError)) return [t('error.general')];
  // A list of refused fields, or an answer that is not the API's: no code of its own to have words for.
  if (error.code !== 'invalid' && !error.code.startsWith('http.')) {
    const name = error.code.replaceAll('.', '_');
    // What the server says after a colon is somebody's own words: the reason of a block, for instance.
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

/** Is the thing itself no more, or not for this reader to see? */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
