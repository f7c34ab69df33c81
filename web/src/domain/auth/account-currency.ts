import * as accountCalls from '@skarb/schema/calls/account';
import { displayCurrency } from '../../platform/format/display-currency.ts';
import { call } from '../../platform/http/api.ts';
import { session } from '../../platform/session/use-session.ts';

/** Saves the display currency to the account of whoever is signed in, as soon as that is known. */
export const saveCurrency = (): void => {
  const save = () => {
    const { status, user } = session.getState();
    if (status === 'loading') return;
    stop();
    const chosen = displayCurrency();
    if (!user || user.displayCurrency === chosen) return;
    // A failure does not matter here: the page already shows the currency.
    call(accountCalls.settings, { body: { displayCurrency: chosen } })
      .then(({ data }) => session.getState().user?.uuid === data.uuid && session.setUser(data))
      .catch(() => undefined);
  };
  const stop = session.subscribe(save);
  save();
};
