import type { WayIn } from '@skarb/schema/account';
import { shortHex } from '@skarb/schema/short-hex';
import { getAddress, type Address } from 'viem';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { LATE_WAY_DAYS } from './auth.rules.ts';
import type { UserRow } from './auth.view.ts';
import { signerOf } from './passkey.rules.ts';
import { findPasskeys, type PasskeyRow } from './passkey.store.ts';

const LATE_MS = LATE_WAY_DAYS * 86_400_000;

/** Masks `amber.heron@example.org` as `a***@example.org`: enough for its owner to recognize it. */
const maskEmail = (email: string): string => `${[...email][0]}***${email.slice(email.lastIndexOf('@'))}`;

/**
 * The sign-in methods of an account, and which of them can be removed: never the last one, and no wallet that signed
 * open offers of the account, since nobody could change or cancel them here afterwards.
 * @param here `hasGoogle`: this server supports Google sign-in; `rpId`: the site that passkeys work for; `hasOpenOffers`: the
 * account's wallet has open offers; `accounts`: the contracts of smart accounts
 */
const waysOf = (
  user: UserRow,
  passkeys: PasskeyRow[],
  here: {
    hasGoogle: boolean;
    rpId: string;
    hasOpenOffers: boolean;
    accounts: Parameters<typeof signerOf>[0];
  },
): WayIn[] => {
  const found = [
    user.password_hash !== null &&
      user.email !== null &&
      user.is_email_confirmed && {
        id: 'password',
        kind: 'password' as const,
        label: maskEmail(user.email),
        added: user.password_added_at,
        used: user.password_used_at,
        isUsable: true,
      },
    user.google_id !== null && {
      id: 'google',
      kind: 'google' as const,
      label: user.google_email && maskEmail(user.google_email),
      added: user.google_added_at,
      used: user.google_used_at,
      isUsable: here.hasGoogle,
    },
    user.metamask_wallet !== null && {
      id: 'wallet',
      kind: 'wallet' as const,
      label: shortHex(getAddress(user.metamask_wallet)),
      added: user.wallet_added_at,
      used: user.wallet_used_at,
      isUsable: true,
    },
    ...passkeys.map((passkey) => ({
      id: `passkey:${passkey.uuid}`,
      kind: 'passkey' as const,
      label: passkey.name,
      added: passkey.created_at,
      used: passkey.last_used_at,
      isUsable: passkey.rp_id === here.rpId,
      key: signerOf(here.accounts, { publicKey: passkey.public_key, rpId: passkey.rp_id })?.toLowerCase() ?? null,
    })),
  ].filter((way) => way !== false);
  return found.map(({ id, kind, label, added, used, ...rest }) => {
    const isLast = !found.some((other) => other.isUsable && other.id !== id);
    const whyNot = kind === 'wallet' && here.hasOpenOffers ? 'wallet.inUse' : isLast ? 'way.last' : null;
    return {
      id,
      kind,
      label,
      key: 'key' in rest ? rest.key : null,
      addedAt: added?.toISOString() ?? null,
      lastUsedAt: used?.toISOString() ?? null,
      recordedSince: user.ways_recorded_since.toISOString(),
      isRemovable: whyNot === null,
      whyNot,
    };
  });
};

/**
 * The sign-in methods that the owner of a reset link may remove with it: those of the last 30 days besides the password. A
 * new password does not end them, and who had the account for a while may have added one. Older ones need a sign-in, and
 * so do those that the account began with: its first owner proved themself with them, and the mailbox may be a thief's.
 * @param ways as `waysOf` returns them. After the reset there is a password, so none of them is the last one, and what a
 *   wallet offers does not keep it in the account: that is cancelled
 * @param createdAt of the account; the transaction that creates it adds its first methods
 */
export const lateWaysOf = (ways: WayIn[], createdAt: Date, now: Date): WayIn[] =>
  ways
    .filter(({ kind, addedAt }) => {
      const at = addedAt === null ? 0 : Date.parse(addedAt);
      return kind !== 'password' && at > +now - LATE_MS && at !== +createdAt;
    })
    .map((way) => ({ ...way, isRemovable: true, whyNot: null }));

/** Whether offers signed by a wallet of the account can still be filled, now or later. */
export const hasOpenOffers = async (tx: Tx, userUuid: string, wallet: Address): Promise<boolean> =>
  (
    await tx`select 1 from offer where maker_uuid = ${userUuid} and maker = ${wallet}
      and status in ('SCHEDULED', 'ACTIVE', 'CANCELLING', 'INVALID', 'ENDED') limit 1`
  ).length > 0;

/** The sign-in methods of an account on this server, in its current state. */
export const findSignInMethods = async (tx: Tx, config: Context['config'], user: UserRow): Promise<WayIn[]> =>
  waysOf(user, await findPasskeys(tx, user.uuid), {
    hasGoogle: config.google !== undefined,
    rpId: config.passkeyRpId,
    accounts: config.accounts,
    hasOpenOffers: user.metamask_wallet !== null && (await hasOpenOffers(tx, user.uuid, user.metamask_wallet)),
  });
