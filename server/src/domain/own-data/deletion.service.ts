import { DELETION_DAYS } from '@skarb/schema/limits';
import type { Deletion, DeletionObstacle } from '@skarb/schema/own-data';
import type { Step } from '@skarb/schema/primitive';
import type { Context } from '../../context.ts';
import { AppError, conflict } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import type { Tx } from '../../platform/db/database.ts';
import { announceChange, utcTime } from '../auth/account-change.service.ts';
import {
  clearDeletion,
  dropAccount,
  findDueDeletions,
  lockDueDeletion,
  putOffDeletion,
  requireAccount,
  setDeletion,
} from '../auth/auth.service.ts';
import { requireUserRow, type UserRow } from '../auth/auth.view.ts';
import type { Client } from '../auth/session.service.ts';
import { requireStepUp } from '../auth/step-up.service.ts';
import { writeMail, type MailKind } from '../mail/mail.messages.ts';
import { sendNotice } from '../mail/mail.service.ts';
import { dropUnused } from '../media/media.drop.ts';
import { cancelOffer } from '../offer/offer.service.ts';
import { OWN_DATA } from './own-data.registry.ts';
import { findObstacles, findOpenOffers, ownerOf } from './own-data.store.ts';

/** How long obstacles postpone a deletion, in days. */
const PUT_OFF_DAYS = 1;

/** When the caller's account will be deleted, and the obstacles that must end first. */
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
 * Schedules the deletion of the caller's account in 7 days, and mails a link that cancels it. From now on the account
 * can start nothing new, and its open offers are cancelled. A repeated request keeps the date.
 * @returns also the steps for cancelling offers with the user's own wallet
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
      // The offer ended meanwhile or cannot be cancelled now: `obstacles` lists what remains.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return { ...(await readDeletion(context, caller.uuid)), steps };
};

/** Cancels the deletion of the caller's account. Offers that were cancelled stay cancelled. */
export const keepAccount = async ({ db }: Pick<Context, 'db'>, userUuid: string): Promise<void> => {
  await clearDeletion(db.sql, userUuid);
};

/**
 * Deletes the accounts whose date has passed. A failure does not stop the others.
 * @throws the first error after all were tried
 */
export const eraseDue = async (context: Pick<Context, 'config' | 'db'>): Promise<void> => {
  const failures: unknown[] = [];
  for (const uuid of await findDueDeletions(context.db.sql))
    await erase(context, uuid).catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
};

/** Deletes one account in one transaction, or postpones it while obstacles remain. */
const erase = async ({ config, db }: Pick<Context, 'config' | 'db'>, uuid: string): Promise<void> => {
  await db.sql.begin(async (tx) => {
    const user = await lockDueDeletion(tx, uuid);
    if (!user) return;
    const owner = ownerOf(user);
    if ((await findObstacles(tx, owner)).length > 0) {
      const date = utcTime(await putOffDeletion(tx, uuid, PUT_OFF_DAYS));
      return mailUser(tx, config, user, { kind: 'deletionPutOff', path: '/settings#own-data', values: { date } });
    }
    const files: string[] = [];
    for (const own of OWN_DATA) files.push(...((await own.erase?.(tx, owner)) ?? []));
    await dropAccount(tx, uuid);
    await dropUnused(tx, files);
    await mailUser(tx, config, user, { kind: 'deleted', path: '/nfts' });
  });
};

const mailUser = async (
  tx: Tx,
  config: Context['config'],
  user: UserRow,
  { kind, path, values = {} }: { kind: MailKind; path: string; values?: Record<string, string> },
): Promise<void> => {
  if (user.email && user.is_email_confirmed)
    await sendNotice(tx, config, writeMail(kind, user.language, user.email, `${config.publicUrl}${path}`, values));
};
