import { asLanguage } from '@skarb/schema/language';
import { DISPLAY_CURRENCIES } from '@skarb/schema/limits';
import type { Translations } from '../../platform/i18n/translations.ts';
import { displayCurrency, setDisplayCurrency } from '../../platform/format/display-currency.ts';
import type { Session } from '../../platform/session/session.ts';
import { changeLanguage } from '../../ui/change-language.ts';
import { saveSettings } from './save-settings.ts';

/** An account created by this sign-in (wallet, Google) has no preferences yet. */
const NEW_MS = 2 * 60_000;

/**
 * Applies an account's language and currency when its owner signs in, and saves those of the browser to a new account,
 * and a language chosen later, so that other devices and mails use them.
 */
export const keepPreferences = (
  session: Pick<Session, 'onSignIn' | 'getState' | 'setUser'>,
  i18n: Pick<Translations, 'language' | 'changeLanguage' | 'subscribe' | 't'>,
): (() => void) => {
  const stop = session.onSignIn((user) => {
    const isNew = Date.now() - Date.parse(user.createdAt) < NEW_MS;
    // Another currency was chosen by its owner, who may have signed in elsewhere.
    const isChosen = user.displayCurrency !== DISPLAY_CURRENCIES[0];
    if (!isNew || isChosen) setDisplayCurrency(user.displayCurrency);
    if (isNew) void saveSettings(session, { language: asLanguage(i18n.language), displayCurrency: displayCurrency() });
    // Also if it is the present one: another may still be loading, and would be saved to the account.
    else void changeLanguage(i18n, user.language);
  });
  const unsubscribe = i18n.subscribe((language) => void saveSettings(session, { language: asLanguage(language) }));
  return () => {
    stop();
    unsubscribe();
  };
};
