import type { Language } from '@skarb/schema/language';
import * as accountCalls from '@skarb/schema/calls/account';
import type { DisplayCurrency } from '../../platform/format/display-currency.ts';
import { call } from '../../platform/http/api.ts';
import type { Session } from '../../platform/session/session.ts';

/** Saves settings that the page already uses to the account of whoever is signed in; a failure does not matter. */
export const saveSettings = (
  session: Pick<Session, 'getState' | 'setUser'>,
  { language, displayCurrency }: { language?: Language | undefined; displayCurrency?: DisplayCurrency | undefined },
): void => {
  const { user } = session.getState();
  const body = {
    ...(language && user?.language !== language && { language }),
    ...(displayCurrency && user?.displayCurrency !== displayCurrency && { displayCurrency }),
  };
  if (!user || Object.keys(body).length === 0) return;
  call(accountCalls.settings, { body })
    .then(({ data }) => session.getState().user?.uuid === data.uuid && session.setUser(data))
    .catch(() => undefined);
};
