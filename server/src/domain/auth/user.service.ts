import type { AdminUser } from '@skarb/schema/admin';
import type { Role } from '@skarb/schema/auth';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { conflict, forbidden, notFound } from '../../platform/http/app-error.ts';
import { addJob } from '../../platform/queue/queue.ts';
import { setBlock, setRole } from './auth.store.ts';
import type { UserRow } from './auth.view.ts';
import { endSessions } from './session.store.ts';
import { writeMail, type MailKind } from '../mail/mail.messages.ts';
import { sendNotice } from '../mail/mail.service.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { getAdminUser } from './user.view.ts';

type Needs = Pick<Context, 'config' | 'db'>;

/**
 * Locks all admins and the user for the transaction, so that two admins cannot demote or block each other concurrently.
 * @throws AppError 403 when the caller is no longer an admin, 404
 */
const hold = async (tx: Tx, adminUuid: string, uuid: string): Promise<{ user: UserRow; admins: number }> => {
  const rows = await tx<UserRow[]>`
    select * from app_user where role = 'ADMIN' or uuid = ${uuid} order by uuid for update`;
  const admins = rows.filter(({ role, blocked_at }) => role === 'ADMIN' && blocked_at === null);
  if (!admins.some((admin) => admin.uuid === adminUuid)) throw forbidden('admin.only', 'Only an admin may do this');
  const user = rows.find((row) => row.uuid === uuid.toLowerCase());
  if (!user) throw notFound('user');
  return { user, admins: admins.length };
};

/**
 * Sets a user's role. A user who has made a collection is at least a CREATOR; the last admin cannot lose the role.
 * @throws AppError 403, 404, 409 `admin.last`, `admin.bySetting`, `user.blocked`
 */
export const changeRole = ({ config, db }: Needs, adminUuid: string, uuid: string, role: Role): Promise<AdminUser> =>
  db.sql.begin(async (tx) => {
    const { user, admins } = await hold(tx, adminUuid, uuid);
    if (role === 'ADMIN' && user.blocked_at) throw conflict('user.blocked', 'This user is blocked: unblock them first');
    if (user.role === 'ADMIN' && role !== 'ADMIN') {
      if (admins === 1) throw conflict('admin.last', 'This is the last admin: make someone else an admin first');
      if (config.adminEmail && user.is_email_confirmed && user.email?.toLowerCase() === config.adminEmail)
        throw conflict(
          'admin.bySetting',
          'The server’s setting ADMIN_EMAIL makes this user an admin: change that first',
        );
    }
    const given = await setRole(tx, user.uuid, role);
    if (given !== user.role)
      await recordAudit(tx, {
        adminUuid,
        act: 'user.role',
        subjectType: 'user',
        subjectUuid: user.uuid,
        detail: { role: { from: user.role, to: given } },
      });
    return getAdminUser(tx, user.uuid);
  });

const mailUser = async (tx: Tx, config: Needs['config'], kind: MailKind, user: UserRow, values = {}): Promise<void> => {
  if (user.email && user.is_email_confirmed)
    await sendNotice(tx, config, writeMail(kind, user.language, user.email, `${config.publicUrl}/nfts`, values));
};

/**
 * Blocks a user: their sessions end at once, signing in shows them the reason, and nobody can fill their listings and
 * bids here (INVALID, `MAKER_BLOCKED`) until they are unblocked. Auctions continue to their end, because they hold
 * others' money. Blocking again replaces the reason.
 * @throws AppError 403, 404, 409 `user.self`, `user.admin`
 */
export const blockUser = ({ config, db }: Needs, adminUuid: string, uuid: string, reason: string): Promise<AdminUser> =>
  db.sql.begin(async (tx) => {
    const { user } = await hold(tx, adminUuid, uuid);
    if (user.uuid === adminUuid) throw conflict('user.self', 'You cannot block yourself');
    if (user.role === 'ADMIN') throw conflict('user.admin', 'This user is an admin: remove the role first');
    await setBlock(tx, user.uuid, reason);
    await endSessions(tx, user.uuid);
    if (user.blocked_at === null) await addJob(tx, 'recheck-maker', { userUuid: user.uuid });
    await mailUser(tx, config, 'blocked', user, { reason });
    await recordAudit(tx, {
      adminUuid,
      act: 'user.block',
      subjectType: 'user',
      subjectUuid: user.uuid,
      detail: { reason },
    });
    return getAdminUser(tx, user.uuid);
  });

/** Unblocks a user; does nothing if they are not blocked. @throws AppError 403, 404 */
export const unblockUser = ({ config, db }: Needs, adminUuid: string, uuid: string): Promise<AdminUser> =>
  db.sql.begin(async (tx) => {
    const { user } = await hold(tx, adminUuid, uuid);
    if (user.blocked_at !== null) {
      await setBlock(tx, user.uuid, null);
      await addJob(tx, 'recheck-maker', { userUuid: user.uuid });
      await mailUser(tx, config, 'unblocked', user);
      await recordAudit(tx, { adminUuid, act: 'user.unblock', subjectType: 'user', subjectUuid: user.uuid });
    }
    return getAdminUser(tx, user.uuid);
  });
