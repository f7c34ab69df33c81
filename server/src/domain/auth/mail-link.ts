import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/db/database.ts';
import { hashCode } from './auth.seal.ts';
import { addMailToken, findRegistrationSeed, takeOpenMailToken } from './auth.store.ts';
import { hashSecret, makeSecret } from './auth.tokens.ts';
import { isMailDue } from './attempt-limit.store.ts';

type Wanted = Omit<Parameters<typeof addMailToken>[1], 'hash' | 'seed'>;

/** The secret of a link. Without the server's key the seed in the database is useless. */
const secretOf = (config: Pick<Config, 'dataKey'>, seed: string): string =>
  Buffer.from(hashCode(config, 'mail link', seed), 'hex').toString('base64url');

/** The six digits that do the same as a registration's link, typed into the browser that registered. */
export const mailCodeOf = (config: Pick<Config, 'dataKey'>, secret: string): string =>
  String(Number.parseInt(hashCode(config, 'mail code', secret).slice(0, 12), 16) % 1_000_000).padStart(6, '0');

/**
 * The secret of the link of a registration, and whether the link was used. @returns undefined in another browser, and for
 * an address without a registration that could still be confirmed
 */
export const findRegistration = async (
  tx: Tx,
  config: Pick<Config, 'dataKey'>,
  { email, deviceHash }: { email: string; deviceHash: string | null },
): Promise<{ secret: string; isUsed: boolean } | undefined> => {
  const found = await findRegistrationSeed(tx, email, deviceHash);
  return found && { secret: secretOf(config, found.seed), isUsed: found.is_used };
};

/**
 * The secret of a link to mail, with what the link stands for. Requested again while the earlier link has half of its
 * lifetime left, it is the same one, so that a third party's request never invalidates the owner's link. The caller holds
 * the account's lock.
 */
export const openLink = async (
  tx: Tx,
  config: Pick<Config, 'dataKey'>,
  wanted: Wanted,
): Promise<{ secret: string; hash: string; next: string | null }> => {
  const seed = makeSecret();
  const secret = secretOf(config, seed);
  const hash = hashSecret(secret);
  const open = await takeOpenMailToken(tx, { ...wanted, hash, seed });
  if (open) return { secret: secretOf(config, open.seed), hash: open.token_hash, next: open.next };
  await addMailToken(tx, { ...wanted, hash, seed });
  return { secret, hash, next: wanted.next ?? null };
};

/**
 * The same for a link whose mail is repeated after one minute, then two, four …
 * @param isOwner whether the request certainly comes from the account's owner: the mail is then always sent
 * @returns null while the earlier mail is recent
 */
export const issueLink = async (
  tx: Tx,
  config: Pick<Config, 'dataKey'>,
  wanted: Wanted,
  isOwner = false,
): Promise<string | null> => {
  const { secret, hash } = await openLink(tx, config, wanted);
  return (await isMailDue(tx, `link ${hash}`)) || isOwner ? secret : null;
};
