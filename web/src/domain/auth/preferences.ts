import * as accountCalls from '@skarb/schema/calls/account';
import type { i18n as I18n } from 'i18next';
import { setDisplayCurrency } from '../../platform/format/display-currency.ts';
import { call } from '../../platform/http/api.ts';
import { asLanguage } from '../../platform/i18n/language.ts';
import type { Session } from '../../platform/session/session.ts';

/** An account that was made by this very sign-in (by wallet, by Google) has no wishes of its own yet. */
const NEW_MS = 2 * 60_000;

/**
 * Brings an account's language and money to the page when its owner signs in, and takes a language chosen later to
 * the account, so that the next device, and the mails, speak it.
 */
export const keepPreferences = (
  session: Pick<Session, 'onSignIn' | 'getState' | 'setUser'>,
  i18n: Pick<I18n, 'language' | 'changeLanguage' | 'on' | 'off'>,
): (() => void) => {
  const tellAccount = (language: string) => {
    const { user } = session.getState();
    const chosen = asLanguage(language);
    if (!user || !chosen || user.language === chosen) return;
    // Of no consequence here when it fails: the page speaks the language already.
    call(accountCalls.settings, { body: { language: chosen } })
      .then(({ data }) => session.getState().user?.uuid === data.uuid && session.setUser(data))
      .catch(() => undefined);
  };
  const stop = session.onSignIn((user) => {
    setDisplayCurrency(user.displayCurrency);
    if (user.language === i18n.language) return;
    if (Date.now() - Date.parse(user.createdAt) < NEW_MS) tellAccount(i18n.language);
    else void i18n.changeLanguage(user.language);
  });
  i18n.on('languageChanged', tellAccount);
  return () => {
    stop();
    i18n.off('languageChanged', tellAccount);
  };
};
