import { ApiError } from '@skarb/client';
import type { Translate } from '../i18n/translations.ts';
import { errorWords } from '../http/api-error.ts';
import type { StepFailure } from './step-store.ts';
import { WalletError } from '../wallet/wallet-error.ts';

/** Describes a step's failure in the reader's language: what happened and what to do next. */
export const failureWords = (t: Translate, { code, message }: StepFailure, about?: 'bid'): string => {
  if (code.startsWith('wallet.')) {
    const known = t(`wallet.error.${code.slice(7)}`, { defaultValue: '' });
    if (known) return known;
  }
  const words = errorWords(
    t,
    new ApiError(/^(network|timeout)$/.test(code) ? 0 : 400, code, { messages: message ? [message] : [] }),
    about,
  );
  return words[0] ?? t('error.general');
};

/** Describes any error of a wallet or of the API; one line for each refused field. */
export const wordsOf = (t: Translate, error: unknown, about?: 'bid'): string =>
  error instanceof WalletError
    ? failureWords(t, error.refusal ?? { code: `wallet.${error.code}` })
    : errorWords(t, error, about).join('\n');

/** 'bid' if a step list is about a bid. @param key of the list, e.g. `accept:<offerUuid>` */
export const aboutOf = (key: string): 'bid' | undefined => (key.startsWith('accept:') ? 'bid' : undefined);
