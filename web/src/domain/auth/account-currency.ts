import { displayCurrency } from '../../platform/format/display-currency.ts';
import { session } from '../../platform/session/use-session.ts';
import { saveSettings } from './save-settings.ts';

/** Saves the display currency to the account of whoever is signed in, as soon as that is known. */
export const saveCurrency = (): void => {
  const save = () => {
    if (session.getState().status === 'loading') return;
    stop();
    void saveSettings(session, { displayCurrency: displayCurrency() });
  };
  const stop = session.subscribe(save);
  save();
};
