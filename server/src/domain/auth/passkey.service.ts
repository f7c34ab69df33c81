import { deviceOf } from '@skarb/schema/device';
import type { TokensAndUser } from '@skarb/schema/auth';
import type { CreationOptions, Passkey, RequestOptions } from '@skarb/schema/passkey';
import type { PasskeyAssertion, PasskeyRegistration } from '@skarb/schema/webauthn';
import { uuidv7 } from 'uuidv7';
import { getAddress, type Address, type Hex } from 'viem';
import type { Context } from '../../context.ts';
import type { SavepointTx, Tx } from '../../platform/db/database.ts';
import { conflict, refusedField, unauthorized, unprocessable } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { writeMail } from '../mail/mail.messages.ts';
import { sendNotice } from '../mail/mail.service.ts';
import { announceChange, requestOriginOf } from './account-change.service.ts';
import { isMailDue } from './attempt-limit.store.ts';
import { connectWallet, lockSignIn, requireAccount } from './auth.store.ts';
import { hashSecret, makeSecret } from './auth.tokens.ts';
import { requireUserRow, type UserRow } from './auth.view.ts';
import {
  clientDataOf,
  COUNTER,
  creationOptionsOf,
  EXPIRED,
  handleOf,
  INVALID,
  PASSKEYS_MAX,
  readAssertion,
  readRegistration,
  requestOptionsOf,
  signerOf,
  siteOf,
  UNKNOWN,
  type PasskeyFailure,
} from './passkey.rules.ts';
import {
  addChallenge,
  addPasskey,
  addPasskeyAccount,
  findPasskey,
  findPasskeys,
  markPasskeyUsed,
  takeChallenge,
  type PasskeyRow,
} from './passkey.store.ts';
import { openSession, type Client } from './session.service.ts';
import { requireOwnUserName } from './user-name.service.ts';

type Needs = Pick<Context, 'config' | 'db'>;

const knownOf = (rows: PasskeyRow[]) =>
  rows.map((row) => ({ credentialId: row.credential_id, transports: row.transports }));

const toPasskey = ({ accounts }: Context['config'], row: PasskeyRow): Passkey => ({
  id: row.uuid,
  name: row.name,
  key: signerOf(accounts, { publicKey: row.public_key, rpId: row.rp_id }),
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/**
 * Options for a new passkey of the caller, or of a new person.
 * @throws AppError 400 as `requireOwnUserName`, 409 `passkey.tooMany`
 */
export const makeCreationOptions = async (
  { config, db }: Needs,
  caller: Caller | undefined,
  username: string | undefined,
): Promise<CreationOptions> => {
  if (!caller) await requireOwnUserName(db.sql, null, { username });
  const challenge = makeSecret();
  const user = caller && (await requireUserRow(db.sql, caller.uuid));
  const known = user ? await findPasskeys(db.sql, user.uuid) : [];
  if (known.length >= PASSKEYS_MAX) throw tooManyPasskeys();
  const uuid = user?.uuid ?? uuidv7();
  await addChallenge(db.sql, hashSecret(challenge), {
    purpose: 'register',
    userUuid: user?.uuid ?? null,
    ...(user ? {} : { newUserUuid: uuid, username: username ?? null }),
  });
  const name = user ? (user.email ?? user.username ?? user.metamask_wallet) : username;
  return creationOptionsOf(siteOf(config), { challenge, uuid, name: name ?? 'Skarb', known: knownOf(known) });
};

/** Options for the use of a passkey: any of this site, or one of the caller's own. */
export const makeRequestOptions = async (
  { config, db }: Needs,
  caller: Caller | undefined,
): Promise<RequestOptions> => {
  const challenge = makeSecret();
  await addChallenge(db.sql, hashSecret(challenge), { purpose: 'use', userUuid: caller?.uuid ?? null });
  const known = caller ? knownOf(await findPasskeys(db.sql, caller.uuid)) : [];
  return requestOptionsOf(siteOf(config), { challenge, known });
};

/** A name for a passkey without one: the browser and the system that made it. */
const nameOf = ({ userAgent }: Client): string => {
  const { browser, system } = deviceOf(userAgent);
  return [browser, system].filter(Boolean).join(', ') || 'Passkey';
};

type Registered = { passkey: Passkey; account: Address | null };

/**
 * Adds a passkey to the caller's account, or creates an account with it.
 * @param hasAccount also makes it the first key of a smart account, which becomes the wallet of a person who has none. The
 * person need not sign for it: nobody else can know a key that their device has made just now
 * @throws AppError 422 `passkey.expired` or `passkey.invalid`, 409 `passkey.taken` or `passkey.tooMany`
 */
export const registerPasskey = async (
  context: Needs & Pick<Context, 'notifyNewDevice' | 'openAccount'>,
  caller: Caller | undefined,
  {
    response,
    name,
    hasAccount = false,
  }: { response: PasskeyRegistration; name?: string | undefined; hasAccount?: boolean | undefined },
  client: Client,
): Promise<Registered | (TokensAndUser & Registered)> => {
  const { config, db } = context;
  const site = siteOf(config);
  const challenge = clientDataOf(response.response.clientDataJSON)?.challenge;
  if (challenge === undefined) throw refused(INVALID);
  const given = await takeChallenge(db.sql, hashSecret(challenge), 'register');
  if (!given) throw refused(EXPIRED);
  if (given.userUuid !== (caller?.uuid ?? null)) throw refused(INVALID);
  const made = await readRegistration(site, response, challenge);
  if (!made) throw refused(INVALID);
  return db.sql.begin(async (tx) => {
    const add = async (userUuid: string) => {
      const stored = { ...made, userUuid, rpId: site.rpId, name: name ?? nameOf(client) };
      const row = await addPasskey(tx as SavepointTx, stored);
      if (!row) throw conflict('passkey.taken', 'This passkey belongs to an account already; sign in with it');
      return toPasskey(config, row);
    };
    const connectAccount = async (user: UserRow, { key }: Passkey): Promise<UserRow> => {
      if (!hasAccount || !key || user.metamask_wallet !== null) return user;
      const address = await context.openAccount(tx, config, key.toLowerCase() as Hex);
      return (address && (await connectWallet(tx as SavepointTx, user.uuid, address))) || user;
    };
    const accountOf = (before: UserRow, { metamask_wallet: wallet }: UserRow) =>
      wallet !== null && wallet !== before.metamask_wallet ? getAddress(wallet) : null;
    if (!caller) {
      const user = await addPasskeyAccount(tx as SavepointTx, given.newUserUuid ?? uuidv7(), given.username);
      const passkey = await add(user.uuid);
      const connected = await connectAccount(user, passkey);
      return {
        ...(await openSession(tx, context, connected, client, connected)),
        passkey,
        account: accountOf(user, connected),
      };
    }
    const user = await requireAccount(tx, caller.uuid);
    if ((await findPasskeys(tx, user.uuid)).length >= PASSKEYS_MAX) throw tooManyPasskeys();
    await announceChange(tx, config, { user, kind: 'passkey', client, values: { name: name ?? nameOf(client) } });
    const passkey = await add(user.uuid);
    return { passkey, account: accountOf(user, await connectAccount(user, passkey)) };
  });
};

const tooManyPasskeys = () =>
  conflict('passkey.tooMany', `An account has at most ${PASSKEYS_MAX} passkeys; remove one that you no longer use`);
const refused = ({ code, message }: PasskeyFailure) => unprocessable(code, message);

type Checked = { passkey: PasskeyRow; counter: number };

/**
 * Checks everything about the use of a passkey except its counter, and uses its challenge up.
 * @param caller the account that asked, for step-up and the second factor; its challenges are for nobody else
 */
const check = async (
  { config, db }: Needs,
  { id, response, ...rest }: PasskeyAssertion,
  caller: string | null,
): Promise<Checked | PasskeyFailure> => {
  const challenge = clientDataOf(response.clientDataJSON)?.challenge;
  if (challenge === undefined) return INVALID;
  const given = await takeChallenge(db.sql, hashSecret(challenge), 'use');
  if (!given) return EXPIRED;
  if (given.userUuid !== null && given.userUuid !== caller) return INVALID;
  const passkey = await findPasskey(db.sql, id);
  if (!passkey) return UNKNOWN;
  const isOwn = caller === null || passkey.user_uuid === caller;
  const { userHandle } = response;
  if (!isOwn || (userHandle !== undefined && userHandle !== handleOf(passkey.user_uuid))) return INVALID;
  const expected = { challenge, credentialId: passkey.credential_id, publicKey: passkey.public_key };
  const counter = await readAssertion(siteOf(config), { id, response, ...rest }, expected);
  return counter === undefined ? INVALID : { passkey, counter };
};

/**
 * Records the use of a checked passkey, with the account locked. A counter that goes back means that a copy of the
 * passkey was used: its owner gets a mail.
 */
const recordUse = async (
  tx: Tx,
  config: Context['config'],
  user: UserRow,
  { passkey, counter }: Checked,
  client: Client,
): Promise<PasskeyFailure | undefined> => {
  const why = await markPasskeyUsed(tx, passkey.uuid, counter);
  if (why === 'removed') return UNKNOWN;
  if (why === 'counter' && user.email && user.is_email_confirmed && (await isMailDue(tx, `passkey ${passkey.uuid}`))) {
    const values = { name: passkey.name, place: requestOriginOf(new Date(), client) };
    const link = `${config.publicUrl}/settings`;
    await sendNotice(tx, config, writeMail('passkeyCopied', user.language, user.email, link, values));
  }
  return why && COUNTER;
};

/**
 * Signs in with a passkey, whose owner the device has verified: no second factor is needed.
 * @throws AppError 401 `passkey.expired`, `passkey.invalid`, `passkey.unknown`, `passkey.counter`; 403 `auth.blocked`
 */
export const loginPasskey = async (
  context: Needs & Pick<Context, 'notifyNewDevice'>,
  assertion: PasskeyAssertion,
  client: Client,
): Promise<TokensAndUser> => {
  const { config, db } = context;
  const checked = await check(context, assertion, null);
  if ('code' in checked) throw unauthorized(checked.code, checked.message);
  const answer = await db.sql.begin(async (tx) => {
    const user = await lockSignIn(tx, checked.passkey.user_uuid);
    if (!user) return UNKNOWN;
    // Not an error yet: the mail must be committed.
    return (await recordUse(tx, config, user, checked, client)) ?? openSession(tx, context, user, client, user);
  });
  if ('code' in answer) throw unauthorized(answer.code, answer.message);
  return answer;
};

/** Whether an account's own passkey verified its owner just now. @returns why not */
export const checkOwnPasskey = async (
  context: Needs,
  user: UserRow,
  assertion: PasskeyAssertion,
  client: Client,
): Promise<PasskeyFailure | undefined> => {
  const checked = await check(context, assertion, user.uuid);
  if ('code' in checked) return checked;
  return context.db.sql.begin(async (tx) => {
    const now = await lockSignIn(tx, user.uuid);
    return now ? recordUse(tx, context.config, now, checked, client) : UNKNOWN;
  });
};

/** For a signed-in user. @throws AppError 400 naming `passkey` */
export const requireOwnPasskey = async (...given: Parameters<typeof checkOwnPasskey>): Promise<void> => {
  const failure = await checkOwnPasskey(...given);
  if (failure) throw refusedField('passkey', failure.code, failure.message);
};
