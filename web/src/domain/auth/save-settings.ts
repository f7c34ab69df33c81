import type { Language } from '@skarb/schema/language';
import * as accountCalls from '@skarb/schema/calls/account';
import type { DisplayCurrency } from '@skarb/schema/limits';
import { call } from '../../platform/http/api.ts';
import type { Session } from '../../platform/session/session.ts';

type Settings = { language?: Language | undefined; displayCurrency?: DisplayCurrency | undefined };
type Account = Pick<Session, 'getState' | 'setUser'>;
let saving: Promise<void> = Promise.resolve();

const save = async (session: Account, { language, displayCurrency }: Settings): Promise<void> => {
  const { user } = session.getState();
  const body = {
    ...(language && user?.language !== language && { language }),
    ...(displayCurrency && user?.displayCurrency !== displayCurrency && { displayCurrency }),
  };
  if (!user || Object.keys(body).length === 0) return;
  session.setUser((await call(accountCalls.settings, { body })).data);
};

/**
 * Saves settings that the page already uses to the account of whoever is signed in; a failure does not matter. One after the
 * other: the account's settings are known only when the save before is answered.
 * @returns when they are saved
 */
export const saveSettings = (session: Account, settings: Settings): Promise<void> => {
  const { user } = session.getState();
  saving = saving
    .then(() => (session.getState().user?.uuid === user?.uuid ? save(session, settings) : undefined))
    .catch(() => undefined);
  return saving;
};
