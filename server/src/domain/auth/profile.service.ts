import type { User } from '@skarb/schema/auth';
import type { LocalizedInput } from '@skarb/schema/form-value';
import type { ProfileLink } from '@skarb/schema/link';
import { nameKey } from '@skarb/schema/name-key';
import type { Context } from '../../context.ts';
import type { SavepointTx } from '../../platform/db/database.ts';
import { AppError, unauthorized } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import type { UploadedFile } from '../../platform/http/multipart.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { recordLostMark } from '../audit/audit.service.ts';
import { requireMail } from '../mail/mail.service.ts';
import { changeProfile, lockSignIn, putSettings } from './auth.store.ts';
import { requireUserRow, toUser, type UserRow } from './auth.view.ts';
import { requestEmailChange } from './email.service.ts';
import { countAttempt } from './attempt-limit.service.ts';
import type { Client } from './session.store.ts';
import { requireStepUp } from './step-up.service.ts';
import { requireOwnUserName } from './user-name.service.ts';

/** The name that pages show. */
const nameShown = ({ name, username }: { name: string | null; username: string | null }) => name || username || '';

export type ProfileEdit = {
  username?: string | undefined;
  gameId?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
  bio?: string | undefined;
  statement?: LocalizedInput | undefined;
  links?: ProfileLink[] | undefined;
  avatar?: '' | undefined;
  background?: '' | undefined;
  files: { avatar?: UploadedFile; background?: UploadedFile };
};

/** The names that an edit changes. Without a name, pages show the username, which may be an old one. */
const changedNames = ({ name, username }: ProfileEdit, before: UserRow) => ({
  name: name === before.name ? undefined : name,
  username:
    username !== undefined && username !== before.username
      ? username
      : name === '' && before.name
        ? before.username
        : undefined,
});

/**
 * Changes the given values and keeps the rest; an empty text clears a value. An e-mail address other than the current
 * one takes effect when the link mailed to it is opened.
 * A changed name takes the verified mark away.
 * @throws AppError 400 as `requireOwnUserName`, 403 `auth.stepUpRequired` and 429 `auth.slowDown` for another address, 409 on `username` when it is
 * taken, 4xx on `avatar` or `background` when it is not a picture
 */
export const editProfile = async (
  context: Pick<Context, 'config' | 'db'>,
  caller: Caller,
  edit: ProfileEdit,
  { client, rateLimit }: { client: Client; rateLimit: RateLimit },
): Promise<User> => {
  const { email } = edit;
  const userUuid = caller.uuid;
  const before = await requireUserRow(context.db.sql, userUuid);
  const isOtherEmail = email !== undefined && (email !== before.email?.toLowerCase() || before.pending_email !== null);
  // Checked before anything changes. A form that repeats the current address needs no check.
  if (isOtherEmail) {
    requireMail(context.config);
    await requireStepUp(context.db.sql, caller, client);
    await rateLimit({ name: 'change-mail', key: userUuid, max: 10, seconds: 600 });
    await countAttempt(context, 'mail', client, { subject: email });
  }
  await requireOwnUserName(context.db.sql, userUuid, changedNames(edit, before));
  const emptied = (text: string | undefined) => (text === '' ? null : text);
  const avatar = await store(context, 'avatar', edit.files.avatar);
  const backgroundImg = await store(context, 'background', edit.files.background);
  const changed = await context.db.sql.begin(async (tx) => {
    // Another rename, or an admin who verifies the name, may have been first.
    const user = await lockSignIn(tx, userUuid);
    if (!user) return undefined;
    await requireOwnUserName(tx, userUuid, changedNames(edit, user));
    const wanted = nameShown({ name: edit.name ?? user.name, username: edit.username ?? user.username });
    const isUnverified =
      user.verified_key !== null && wanted !== nameShown(user) && user.verified_key !== nameKey(wanted);
    const changed = await changeProfile(tx as SavepointTx, userUuid, {
      username: edit.username,
      gameId: emptied(edit.gameId),
      name: emptied(edit.name),
      bio: emptied(edit.bio),
      statement: edit.statement,
      links: edit.links,
      isUnverified,
      avatar: avatar ?? emptied(edit.avatar),
      backgroundImg: backgroundImg ?? emptied(edit.background),
    });
    if (isUnverified && changed && changed !== 'taken')
      await recordLostMark(tx, 'user', userUuid, nameShown(user), wanted);
    return changed;
  });
  if (changed === 'taken')
    throw new AppError(409, 'auth.usernameTaken', 'This username is taken, choose another', {
      fields: [{ property: 'username', constraints: { isUnique: 'this username is taken, choose another' } }],
    });
  if (!changed) throw unauthorized('auth.gone', 'This account no longer exists');
  return isOtherEmail ? requestEmailChange(context, userUuid, email, client) : toUser(changed);
};

/** Changes only the given settings. */
export const changeSettings = async (
  { db }: Pick<Context, 'db'>,
  userUuid: string,
  {
    language,
    displayCurrency,
  }: { language?: User['language'] | undefined; displayCurrency?: User['displayCurrency'] | undefined },
): Promise<User> => {
  const changed = await putSettings(db.sql, userUuid, { language, displayCurrency });
  if (!changed) throw unauthorized('auth.gone', 'This account no longer exists');
  return toUser(changed);
};

/** Stores a picture and returns its CID; errors name the form's own field. */
const store = async (
  context: Pick<Context, 'config' | 'db'>,
  field: string,
  file: UploadedFile | undefined,
): Promise<string | undefined> => {
  if (!file) return undefined;
  // Loads the image library only when a picture is uploaded.
  const { storeImage } = await import('../media/media.service.ts');
  try {
    return (await storeImage(context as Context, file)).cid;
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const fields = error.fields.map(({ constraints }) => ({ property: field, constraints }));
    throw new AppError(error.status, error.code, error.message, { fields, cause: error });
  }
};
