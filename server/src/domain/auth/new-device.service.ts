import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { canMail } from '../mail/mail.service.ts';
import { announceChange } from './account-change.service.ts';
import { countChanges } from './account-change.store.ts';
import { findDevices, putDevices, type Device } from './account-device.store.ts';
import type { UserRow } from './auth.view.ts';
import type { Client } from './session.store.ts';

/** The maximum number of notices per account and day; more would be noise. */
const NOTICES_A_DAY = 5;

/**
 * Announces a sign-in from a new device: by a mail with a link that undoes all changes since, or in the app when the
 * account has no confirmed address. The account's first sign-in is not announced, nor is a program without cookies at a
 * network address where it signed in before. Call it in the transaction of the sign-in, with the account locked.
 * @param client as returned by `clientWithDevice`
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
    // When only programs have signed in with a wallet so far, its first browser is not announced: the notice would only
    // appear in that same browser.
    else if (before.hasBrowser || programHash !== null) await notifyNewDevice(tx, user.uuid, client, NOTICES_A_DAY);
  }
  // After the notice: its undo link deletes the devices recorded at or after the notice.
  await putDevices(tx, user.uuid, devices);
};
