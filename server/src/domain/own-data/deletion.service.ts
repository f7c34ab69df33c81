import { DELETION_DAYS } from '@skarb/schema/limits';
import type { Deletion, DeletionObstacle } from '@skarb/schema/own-data';
import type { Step } from '@skarb/schema/primitive';
import type { Context } from '../../context.ts';
import { AppError, conflict } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addJob } from '../../platform/queue/queue.ts';
import { announceChange, utcTime } from '../auth/account-change.service.ts';
import { requireAccount } from '../auth/auth.service.ts';
import { requireUserRow, type UserRow } from '../auth/auth.view.ts';
import type { Client } from '../auth/session.service.ts';
import { requireStepUp } from '../auth/step-up.service.ts';
import { writeMail, type MailKind } from '../mail/mail.messages.ts';
import { sendNotice } from '../mail/mail.service.ts';
import { cancelOffer } from '../offer/offer.service.ts';
import { OWN_DATA } from './own-data.registry.ts';
import {
  clearDeletion,
  dropAccount,
  findDue,
  findObstacles,
  findOpenOffers,
  lockDue,
  ownerOf,
  putOffDeletion,
  setDeletion,
} from './own-data.store.ts';

/** How long a deletion that something stands in the way of is put off, in days. */
const PUT_OFF_DAYS = 1;

/** When the caller's account is deleted, and what has to end before. */
export const readDeletion = async ({ db }: Pick<Context, 'db'>, userUuid: string): Promise<Deletion> => {
  const user = await requireUserRow(db.sql, userUuid);
  return { deletionAt: user.deletion_at?.toISOString() ?? null, obstacles: await findObstacles(db.sql, ownerOf(user)) };
};

const WORDS: Record<DeletionObstacle['kind'], string> = {
  AUCTION: 'your auction',
  AUCTION_BID: 'your bid in the auction',
  OFFER: 'your offer',
  PAYMENT: 'a payment by card',
  MINT: 'the minting',
  ADMIN: 'your role as an admin',
  BLOCKED: 'the block of your account',
};

const requireFree = (obstacles: DeletionObstacle[]): void => {
  const blocking = obstacles.filter(({ isBlocking }) => isBlocking);
  if (blocking.length === 0) return;
  const named = blocking.map(({ kind, name }) => (name === null ? WORDS[kind] : `${WORDS[kind]} of “${name}”`));
  throw conflict('account.deletionBlocked', `These have to end first: ${named.join('; ')}`);
};

/**
 * Has the caller's account deleted in 7 days and mails that, with a link that keeps it. From now on they start nothing new;
 * what they offer is cancelled. Asking twice keeps the day.
 * @returns with the steps of what their own wallet has to cancel
 * @throws AppError 403 `auth.stepUpRequired`, 409 `account.deletionBlocked`
 */
export const requestDeletion = async (
  context: Pick<Context, 'config' | 'db' | 'chain'>,
  caller: Caller,
  client: Client,
): Promise<Deletion & { steps: Step[] }> => {
  const { config, db } = context;
  await requireStepUp(db.sql, caller, client);
  await db.sql.begin(async (tx) => {
    const user = await requireAccount(tx, caller.uuid);
    if (user.deletion_at !== null) return;
    requireFree(await findObstacles(tx, ownerOf(user)));
    const date = utcTime(await setDeletion(tx, user.uuid, DELETION_DAYS));
    await announceChange(tx, config, { user, kind: 'deletion', client, values: { date } });
  });
  const steps: Step[] = [];
  for (const uuid of await findOpenOffers(db.sql, caller.uuid)) {
    try {
      steps.push(...((await cancelOffer(context, caller, uuid)).steps ?? []));
    } catch (error) {
      // Ended meanwhile, or not to be cancelled now: `obstacles` names what is left.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return { ...(await readDeletion(context, caller.uuid)), steps };
};

/** Keeps the caller's account after all. What was cancelled stays so. */
export const keepAccount = async ({ db }: Pick<Context, 'db'>, userUuid: string): Promise<void> => {
  await clearDeletion(db.sql, userUuid);
};

/** Deletes the accounts whose day has come. One that fails does not hold up the others. @throws Error of the first that failed */
export const eraseDue = async (context: Pick<Context, 'config' | 'db'>): Promise<void> => {
  const failures: unknown[] = [];
  for (const uuid of await findDue(context.db.sql)) await erase(context, uuid).catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
};

/** Deletes one account in one transaction, or puts it off while something of it is under way. */
const erase = async ({ config, db }: Pick<Context, 'config' | 'db'>, uuid: string): Promise<void> => {
  await db.sql.begin(async (tx) => {
    const user = await lockDue(tx, uuid);
    if (!user) return;
    const owner = ownerOf(user);
    if ((await findObstacles(tx, owner)).length > 0) {
      const date = utcTime(await putOffDeletion(tx, uuid, PUT_OFF_DAYS));
      return tell(tx, config, 'deletionPutOff', user, '/settings#own-data', { date });
    }
    const files: string[] = [];
    for (const own of OWN_DATA) files.push(...((await own.erase?.(tx, owner)) ?? []));
    await dropAccount(tx as Parameters<typeof dropAccount>[0], uuid);
    if (files.length > 0) await addJob(tx, 'drop-media', { cids: [...new Set(files)] });
    await tell(tx, config, 'deleted', user, '/nfts');
  });
};

const tell = async (
  tx: Tx,
  config: Context['config'],
  kind: MailKind,
  user: UserRow,
  path: string,
  values: Record<string, string> = {},
): Promise<void> => {
  if (user.email && user.is_email_confirmed)
    await sendNotice(tx, config, writeMail(kind, user.language, user.email, `${config.publicUrl}${path}`, values));
};
