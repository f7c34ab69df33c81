import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { canMail } from '../mail/mail.service.ts';
import { announceChange } from './account-change.service.ts';
import { countChanges } from './account-change.store.ts';
import { findDevices, putDevices, type Device } from './account-device.store.ts';
import type { UserRow } from './auth.view.ts';
import type { Client } from './session.store.ts';

/** More notices than this in a day help nobody. */
const NOTICES_A_DAY = 5;

/**
 * Announces a sign-in from a device that the account has never had: by a mail whose link undoes whatever follows, or in
 * the app where there is no confirmed address. The account's first sign-in is no news. Nor is a program that keeps no
 * cookies, at a place where it signed in before. Call it in the transaction of the sign-in, with the account locked.
 * @param client as `clientWithDevice` gives it
 */
export const noteSignIn = async (
  tx: Tx,
  { config, notifyNewDevice }: Pick<Context, 'config' | 'notifyNewDevice'>,
  user: UserRow,
  client: Client,
): Promise<void> => {
  const { deviceHash, programHash = null } = client;
  const devices: Device[] = [];
  if (deviceHash !== null) devices.push({ key: deviceHash, isBrowser: programHash === null });
  if (programHash !== null) devices.push({ key: programHash, isBrowser: false });
  if (devices.length === 0) return;
  const before = await findDevices(
    tx,
    user.uuid,
    devices.map(({ key }) => key),
  );
  if (before.hasAny && !before.isKnown) {
    if (user.email !== null && user.is_email_confirmed && canMail(config)) {
      if ((await countChanges(tx, user.uuid, 'signIn')) < NOTICES_A_DAY)
        await announceChange(tx, config, { user, kind: 'signIn', client });
    }
    // A wallet whose programs have signed in before its first browser: nothing to be alarmed at in that very browser.
    else if (before.hasBrowser || programHash !== null) await notifyNewDevice(tx, user.uuid, client, NOTICES_A_DAY);
  }
  // After the notice: its link forgets the devices that came with it and later.
  await putDevices(tx, user.uuid, devices);
};
