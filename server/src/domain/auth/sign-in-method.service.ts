import type { WayIn } from '@skarb/schema/account';
import type { User } from '@skarb/schema/auth';
import { getAddress } from 'viem';
import type { Context } from '../../context.ts';
import { conflict, notFound } from '../../platform/http/app-error.ts';
import { announceChange } from './account-change.service.ts';
import type { ChangeKind } from './account-change.store.ts';
import { endMailTokens, requireAccount } from './auth.store.ts';
import { requireUserRow, toUser } from './auth.view.ts';
import { endSessions, type Client } from './session.store.ts';
import { deletePasskey } from './passkey.store.ts';
import { deleteSignInMethod } from './sign-in-method.store.ts';
import { findSignInMethods } from './sign-in-method.view.ts';

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
    if (kind === 'passkey') await deletePasskey(tx, user.uuid, id.slice('passkey:'.length));
    const changed = kind === 'passkey' ? user : await deleteSignInMethod(tx, user.uuid, kind);
    if (kind === 'password') await endMailTokens(tx, user.uuid, ['change', 'reset']);
    await endSessions(tx, user.uuid, caller.session);
    return toUser(changed);
  });

/** The error for a wallet that signed offers which are still open. */
export const walletInUse = () =>
  conflict('wallet.inUse', 'This wallet has open offers; cancel them before it leaves the account');
