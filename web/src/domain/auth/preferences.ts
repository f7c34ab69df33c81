import * as accountCalls from '@skarb/schema/calls/account';
import { asLanguage } from '@skarb/schema/language';
import type { Translations } from '../../platform/i18n/translations.ts';
import { setDisplayCurrency } from '../../platform/format/display-currency.ts';
import { call } from '../../platform/http/api.ts';
import type { Session } from '../../platform/session/session.ts';

/** An account created by this sign-in (wallet, Google) has no preferences yet. */
const NEW_MS = 2 * 60_000;

/**
 * Applies an account's language and currency when its owner signs in, and saves a language chosen later to the
 * account, so that other devices and mails use it.
 */
export const keepPreferences = (
  session: Pick<Session, 'onSignIn' | 'getState' | 'setUser'>,
  i18n: Pick<Translations, 'language' | 'changeLanguage' | 'subscribe'>,
): (() => void) => {
  const saveToAccount = (language: string) => {
    const { user } = session.getState();
    const chosen = asLanguage(language);
    if (!user || !chosen || user.language === chosen) return;
    // A failure does not matter here: the page already uses the language.
    call(accountCalls.settings, { body: { language: chosen } })
      .then(({ data }) => session.getState().user?.uuid === data.uuid && session.setUser(data))
      .catch(() => undefined);
  };
  const stop = session.onSignIn((user) => {
    setDisplayCurrency(user.displayCurrency);
    if (user.language === i18n.language) return;
    if (Date.now() - Date.parse(user.createdAt) < NEW_MS) saveToAccount(i18n.language);
    else void i18n.changeLanguage(user.language);
  });
  const unsubscribe = i18n.subscribe(saveToAccount);
  return () => {
    stop();
    unsubscribe();
  };
};
