import type { WayIn } from '@skarb/schema/account';
import type { User } from '@skarb/schema/auth';
import { getAddress } from 'viem';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { conflict, notFound } from '../../platform/http/app-error.ts';
import { addJob } from '../../platform/queue/queue.ts';
import { announceChange } from './account-change.service.ts';
import type { ChangeKind } from './account-change.store.ts';
import { endMailTokens, requireAccount } from './auth.store.ts';
import { requireUserRow, toUser, type UserRow } from './auth.view.ts';
import { endSessions, type Client } from './session.store.ts';
import { deletePasskey } from './passkey.store.ts';
import { deleteSignInMethod } from './sign-in-method.store.ts';
import { findSignInMethods, lateWaysOf } from './sign-in-method.view.ts';

type Needs = Pick<Context, 'config' | 'db'>;

/** The sign-in methods of an account. */
export const listSignInMethods = async ({ config, db }: Needs, userUuid: string): Promise<WayIn[]> =>
  findSignInMethods(db.sql, config, await requireUserRow(db.sql, userUuid));

const REMOVED = {
  password: 'passwordRemoved',
  google: 'googleRemoved',
  wallet: 'walletRemoved',
  passkey: 'passkeyRemoved',
} as const satisfies Record<WayIn['kind'], ChangeKind>;

/**
 * Removes a sign-in method and ends the account's other sessions, which may have been opened with it.
 * @param id as in `listSignInMethods`
 * @throws AppError 404 `way.notFound`, 409 `way.last`, 409 `wallet.inUse`
 */
export const removeSignInMethod = async (
  { config, db }: Needs,
  caller: { uuid: string; session: string },
  id: string,
  client: Client,
): Promise<User> =>
  db.sql.begin(async (tx) => {
    const user = await requireAccount(tx, caller.uuid);
    const way = (await findSignInMethods(tx, config, user)).find((one) => one.id === id);
    if (!way) throw notFound('way');
    if (way.whyNot === 'way.last')
      throw conflict('way.last', 'This is the only way to sign in to this account; add another one first');
    if (way.whyNot === 'wallet.inUse') throw walletInUse();
    const { kind } = way;
    const values: Record<string, string> = {
      ...(user.metamask_wallet ? { wallet: getAddress(user.metamask_wallet) } : {}),
      ...(kind === 'passkey' ? { name: way.label ?? '' } : {}),
    };
    await announceChange(tx, config, { user, kind: REMOVED[kind], client, values });
    const changed = await removeWay(tx, user, way);
    if (kind === 'password') await endMailTokens(tx, user.uuid, ['change', 'reset']);
    await endSessions(tx, user.uuid, caller.session);
    return toUser(changed);
  });

const removeWay = async (tx: Tx, user: UserRow, { kind, id }: WayIn): Promise<UserRow> => {
  if (kind !== 'passkey') return deleteSignInMethod(tx, user.uuid, kind);
  await deletePasskey(tx, user.uuid, id.slice('passkey:'.length));
  return user;
};

/** The sign-in methods that the owner of a reset link may remove with it. */
export const findLateWays = async (tx: Tx, config: Context['config'], user: UserRow): Promise<WayIn[]> =>
  lateWaysOf(await findSignInMethods(tx, config, user), user.created_at, new Date());

/**
 * Removes some of these, in the transaction that sets the new password; the caller has announced the change. What a removed
 * wallet offers is cancelled.
 * @throws AppError 404 `way.notFound` for any other one
 */
export const removeLateWays = async (
  tx: Tx,
  config: Context['config'],
  user: UserRow,
  ids: readonly string[],
): Promise<void> => {
  const late = await findLateWays(tx, config, user);
  for (const id of new Set(ids)) {
    const way = late.find((one) => one.id === id);
    if (!way) throw notFound('way');
    await removeWay(tx, user, way);
    if (way.kind === 'wallet') await addJob(tx, 'cancel-former', { userUuid: user.uuid });
  }
};

/** The error for a wallet that signed offers which are still open. */
export const walletInUse = () =>
  conflict('wallet.inUse', 'This wallet has open offers; cancel them before it leaves the account');
