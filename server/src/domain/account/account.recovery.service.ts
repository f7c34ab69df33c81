import { smartAccountAbi } from '@skarb/contracts/abi';
import type { Recovery } from '@skarb/schema/account-recovery';
import type { TransactionStep } from '@skarb/schema/primitive';
import { encodeFunctionData, getAddress, zeroAddress, type Address, type Hex } from 'viem';
import type { Context } from '../../context.ts';
import { isDatabaseUnavailable, type Tx } from '../../platform/db/database.ts';
import {
  conflict,
  forbidden,
  invalidField,
  notFound,
  refusedField,
  unprocessable,
} from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { lower } from '../../platform/chain/address.ts';
import { requireAccount } from '../auth/auth.service.ts';
import { requireUserRow, type UserRow } from '../auth/auth.view.ts';
import { requestOriginOf, utcTime } from '../auth/account-change.service.ts';
import { requireOpenSession, type Client } from '../auth/session.service.ts';
import { writeMail, type MailKind } from '../mail/mail.messages.ts';
import { canMail, sendNotice } from '../mail/mail.service.ts';
import { isAcceptedKey } from './account.key.rules.ts';
import { readKeys } from './account.key.view.ts';
import { nextStepOf, readToken, RECOVERY_DAYS, tokenOf, type RecoveryFacts } from './account.recovery.rules.ts';
import {
  addRecovery,
  confirmRecoveryRow,
  endRecovery,
  findGuardian,
  findLatestRecovery,
  findOpenRecovery,
  findRecovery,
  isEmailNew,
  listRecoveries,
  PAGE,
  readChainTime,
  setReminders,
} from './account.recovery.store.ts';
import { enqueueRecoveryStep } from './account.recovery.tasks.ts';

type Needs = Pick<Context, 'config' | 'db'>;

const guardianIn = ({ deployment }: Context['config']): Address => lower(deployment.operator);
const isOffered = (config: Context['config']): boolean =>
  config.accounts !== undefined && config.operatorKey !== undefined && canMail(config);

const accountOf = async ({ config, db }: Needs, userUuid: string): Promise<Address | null> => {
  const { address } = await readKeys(db.sql, userUuid, config.accounts);
  return address ? lower(address) : null;
};

const toRequest = (found: RecoveryFacts | undefined): Recovery['request'] =>
  found
    ? {
        status: found.status,
        key: found.key,
        createdAt: found.created_at.toISOString(),
        effectiveAt: found.last === 'PROPOSED' ? (found.recoverable_at?.toISOString() ?? null) : null,
      }
    : null;

/** Recovery of the caller's smart account, as the chain has it. */
export const readRecovery = async (context: Needs, userUuid: string): Promise<Recovery> => {
  const { config, db } = context;
  const user = await requireUserRow(db.sql, userUuid);
  const account = await accountOf(context, userUuid);
  return {
    isAvailable: isOffered(config) && account !== null && user.email !== null && user.is_email_confirmed,
    isChosen: account !== null && (await findGuardian(db.sql, account)) === guardianIn(config),
    request: toRequest(await findLatestRecovery(db.sql, userUuid)),
  };
};

/** @throws AppError 422 `recovery.off`, `recovery.noAccount` */
const requireRecoverable = async (context: Needs, userUuid: string): Promise<Address> => {
  if (!isOffered(context.config)) throw unprocessable('recovery.off', 'This marketplace does not recover accounts');
  const account = await accountOf(context, userUuid);
  if (!account) throw unprocessable('recovery.noAccount', 'Your wallet is no smart account; make a key first');
  return account;
};
const requireEmail = (user: UserRow): string => {
  if (user.email !== null && user.is_email_confirmed) return user.email;
  throw unprocessable('recovery.email', 'Confirm an e-mail address first');
};

/** Its owner can undo a change for as long, and the mails of a recovery must reach them. @throws AppError 422 */
const requireOldEmail = async (tx: Tx, userUuid: string): Promise<void> => {
  if (await isEmailNew(tx, userUuid, RECOVERY_DAYS))
    throw unprocessable('recovery.emailNew', 'The e-mail address changed in the last 7 days; ask again later');
};

/** The steps that let the marketplace propose keys, or no longer. @throws AppError 422 as above, `recovery.email` */
export const chooseRecovery = async (
  context: Needs,
  caller: Caller,
  isOn: boolean,
): Promise<Recovery & { steps: TransactionStep[] }> => {
  const { config, db } = context;
  const account = await requireRecoverable(context, caller.uuid);
  if (isOn) requireEmail(await requireUserRow(db.sql, caller.uuid));
  const state = await readRecovery(context, caller.uuid);
  if (state.isChosen === isOn) return { ...state, steps: [] };
  const guardian = isOn ? guardianIn(config) : zeroAddress;
  const step: TransactionStep = {
    id: 'set-recovery',
    kind: 'transaction',
    description: isOn
      ? 'Let the marketplace propose a new key after a loss'
      : 'No longer let the marketplace propose a key',
    status: 'incomplete',
    chainId: config.chain.id,
    to: getAddress(account),
    data: encodeFunctionData({ abi: smartAccountAbi, functionName: 'setGuardian', args: [guardian] }),
    value: '0',
  };
  return { ...state, steps: [step] };
};

/** Mails about a request, with the link that stops it; nothing without a confirmed address. */
const mailAbout = async (
  tx: Tx,
  config: Context['config'],
  { uuid, user_uuid }: { uuid: string; user_uuid: string | null },
  kind: MailKind,
  values: Record<string, string> = {},
): Promise<void> => {
  const user = user_uuid === null ? undefined : await requireUserRow(tx, user_uuid);
  if (!user?.email || !user.is_email_confirmed) return;
  const link = `${config.publicUrl}/recovery/${tokenOf(config, uuid)}`;
  await sendNotice(tx, config, writeMail(kind, user.language, user.email, link, values));
};

/**
 * Asks for a new key of the caller's account, which has chosen recovery. A link to confirm it is mailed.
 * @throws AppError 400 naming `key`, 409 `key.exists`, `recovery.open`, 422 `recovery.notChosen`, `recovery.email`,
 * `recovery.emailNew` and as `chooseRecovery`
 */
export const requestRecovery = async (
  context: Needs,
  caller: Caller,
  given: Hex,
  client: Client,
): Promise<Recovery> => {
  const { config, db } = context;
  const account = await requireRecoverable(context, caller.uuid);
  const key = given.toLowerCase() as Hex;
  // The account as its own key could not sign.
  if (!config.accounts || !isAcceptedKey(key, config.accounts) || key === account)
    throw refusedField('key', 'key.kind', 'This is neither a passkey of this marketplace nor the address of a wallet');
  const { keys } = await readKeys(db.sql, caller.uuid, config.accounts);
  if (keys.some((one) => one.key === key)) throw conflict('key.exists', 'This key is in the account already');
  if ((await findGuardian(db.sql, account)) !== guardianIn(config))
    throw unprocessable('recovery.notChosen', 'Recovery by e-mail was not chosen for this account while it had a key');
  await db.sql.begin(async (tx) => {
    const user = await requireAccount(tx, caller.uuid);
    await requireOpenSession(tx, client);
    requireEmail(user);
    await requireOldEmail(tx, user.uuid);
    if ((await findOpenRecovery(tx, account))?.status === 'CONFIRMED')
      throw conflict('recovery.open', 'A recovery of this account has begun already; stop it first');
    const uuid = await addRecovery(tx, { userUuid: user.uuid, account, key, deviceHash: client.deviceHash });
    const values = { place: requestOriginOf(new Date(), client) };
    await mailAbout(tx, config, { uuid, user_uuid: user.uuid }, 'recoveryAsked', values);
  });
  return readRecovery(context, caller.uuid);
};

const badLink = () => refusedField('token', 'recovery.link', 'This link is not valid any more; ask for a new one');

/** @throws AppError 400 `recovery.link` naming `token` */
const requestOf = async (tx: Tx, config: Context['config'], token: string): Promise<RecoveryFacts> => {
  const uuid = readToken(config, token);
  const found = uuid === undefined ? undefined : await findRecovery(tx, uuid);
  if (!found) throw badLink();
  return found;
};

/** What a mailed link is about. @throws AppError 400 `recovery.link` naming `token` */
export const lookAtRecovery = async ({ config, db }: Needs, token: string) => {
  const found = await requestOf(db.sql, config, token);
  return {
    status: found.status,
    effectiveAt: toRequest(found)?.effectiveAt ?? null,
    account: getAddress(found.account),
  };
};

/**
 * Confirms a request with its mailed link, in the browser that made it; the operator then proposes the key.
 * @throws AppError 400 `recovery.link` naming `token`, 403 `recovery.otherBrowser`, 422 `recovery.emailNew`
 */
export const confirmRecovery = async (
  context: Needs,
  caller: Caller,
  token: string,
  isFrom: (deviceHash: string | null) => boolean,
): Promise<Recovery> => {
  const { config, db } = context;
  await db.sql.begin(async (tx) => {
    const request = await requestOf(tx, config, token);
    if (request.user_uuid !== caller.uuid) throw badLink();
    if (!isFrom(request.device_hash))
      throw forbidden('recovery.otherBrowser', 'Open this link in the browser in which you asked for the new key');
    await requireOldEmail(tx, caller.uuid);
    if (!(await confirmRecoveryRow(tx, request.uuid))) throw badLink();
    await enqueueRecoveryStep(tx, config.chain.id, request, 'propose');
  });
  return readRecovery(context, caller.uuid);
};

const ownRequest = async (tx: Tx, caller: Caller | undefined): Promise<RecoveryFacts> => {
  if (!caller) throw invalidField('token', 'isNotEmpty', 'required');
  const found = await findLatestRecovery(tx, caller.uuid);
  if (!found) throw notFound('recovery');
  return found;
};

/**
 * Stops a recovery, by a mailed link or as the signed-in user; twice is no error.
 * @throws AppError 400 naming `token`: `recovery.link`, or required of a visitor; 404 for a user without any; 409
 * `recovery.done`
 */
export const stopRecovery = async (
  { config, db }: Needs,
  caller: Caller | undefined,
  token: string | undefined,
): Promise<void> => {
  await db.sql.begin(async (tx) => {
    const request = token === undefined ? await ownRequest(tx, caller) : await requestOf(tx, config, token);
    if (request.status === 'DONE')
      throw conflict('recovery.done', 'The new key was added already; remove it with another key if it is not yours');
    if (!(await endRecovery(tx, request.uuid, 'STOPPED'))) return;
    await mailAbout(tx, config, request, 'recoveryStopped');
    if (request.last === 'PROPOSED') await enqueueRecoveryStep(tx, config.chain.id, request, 'stop');
  });
};

/** The mails of the days 0, 3 and 6. */
const REMINDERS: MailKind[] = ['recoveryStarted', 'recoveryReminder', 'recoveryReminder'];

/**
 * Takes the next step of each request: proposals, mails, and the end. A second run changes nothing. One that fails holds
 * no other up.
 * @throws AggregateError after all the others
 */
export const advanceRecoveries = async ({ config, db }: Needs): Promise<void> => {
  const now = await readChainTime(db.sql, config.chain.id);
  const failures: unknown[] = [];
  for (let last: string | null = null, isMore = true; isMore;) {
    const page: RecoveryFacts[] = await listRecoveries(db.sql, last);
    for (const request of page)
      try {
        await advance(config, db, request, now);
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        failures.push(new Error(`recovery ${request.uuid}: ${String(error)}`, { cause: error }));
      }
    last = page.at(-1)?.uuid ?? null;
    isMore = page.length === PAGE;
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
};

const advance = async (config: Needs['config'], db: Needs['db'], request: RecoveryFacts, now: Date): Promise<void> => {
  const next = nextStepOf(request, guardianIn(config), now);
  if (!next) return;
  await db.sql.begin(async (tx) => {
    if (next.does === 'send') await enqueueRecoveryStep(tx, config.chain.id, request, next.step);
    else if (next.does === 'end') {
      if (await endRecovery(tx, request.uuid, next.as))
        await mailAbout(tx, config, request, next.as === 'DONE' ? 'recoveryDone' : 'recoveryStopped');
    } else if (await setReminders(tx, request.uuid, next.reminders)) {
      const date = utcTime(request.recoverable_at as Date);
      await mailAbout(tx, config, request, REMINDERS[next.reminders - 1] as MailKind, { date });
    }
  });
};
