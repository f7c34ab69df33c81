import { timingSafeEqual } from 'node:crypto';
import type { Address, Hex } from 'viem';
import type { Config } from '../../config.ts';
import { hashCode } from '../auth/auth.seal.ts';

const DAY_MS = 86_400_000;
/** The contract's delay, for which every key and the mailed links can stop a recovery. */
export const RECOVERY_DAYS = 7;
/** The days after the proposal at which its owner gets a mail. */
const MAIL_DAYS = [0, 3, 6];

export type RecoveryRow = {
  uuid: string;
  user_uuid: string | null;
  account: Address;
  key: Hex;
  device_hash: string | null;
  status: 'ASKED' | 'CONFIRMED' | 'STOPPED' | 'DONE';
  since_block: string;
  reminders: number;
  created_at: Date;
};

/** A request with what the chain says about it. */
export type RecoveryFacts = RecoveryRow & {
  /** The account's last log about a proposal since that of the request; null if there is none. */
  last: 'PROPOSED' | 'CANCELLED' | null;
  /** Of the proposal. */
  proposed_key: Hex | null;
  recoverable_at: Date | null;
  guardian: Address | null;
  /** Whether the key was added since the request, and whether the account still has it. */
  was_added: boolean;
  has_key: boolean;
  /** Whether the account's last proposal is of this request and can be cancelled. */
  is_open: boolean;
  /**
   * Whether the owner undid a change of the account since the request, or the e-mail address or the password changed:
   * somebody else may have asked, and may read the mails.
   */
  is_doubtful: boolean;
  /** Whether the account is still the wallet of the user, who is not blocked. */
  is_owner: boolean;
};

export type RecoveryStep = 'propose' | 'finish' | 'stop';
const STEPS: readonly RecoveryStep[] = ['propose', 'finish', 'stop'];
/** The subject of the operator's task for one step of a request. */
export const subjectOf = (uuid: string, step: RecoveryStep): string => `${uuid}:${step}`;
export const readSubject = (subject: string): { uuid: string; step: RecoveryStep } | undefined => {
  const [uuid = '', name] = subject.split(':');
  const step = STEPS.find((one) => one === name);
  return step && { uuid, step };
};

/** The token in the mailed links of a request: its uuid and a code that only the server can make. */
export const tokenOf = (config: Pick<Config, 'dataKey'>, uuid: string): string => {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, Buffer.from(hashCode(config, 'recovery', uuid), 'hex')]).toString('base64url');
};

/** The request of a token; undefined if this server did not make it. */
export const readToken = (config: Pick<Config, 'dataKey'>, token: string): string | undefined => {
  const hex = Buffer.from(token, 'base64url').subarray(0, 16).toString('hex');
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const [own, given] = [Buffer.from(tokenOf(config, uuid)), Buffer.from(token)];
  return own.length === given.length && timingSafeEqual(own, given) ? uuid : undefined;
};

export type NextStep =
  | { does: 'send'; step: RecoveryStep }
  | { does: 'end'; as: 'STOPPED' | 'DONE' }
  /** `reminders` is the number of mails that are due in all. */
  | { does: 'wait'; reminders: number };

/**
 * What has to happen with a confirmed or stopped request now.
 * @param operator who proposes keys, in lower case
 * @param now the chain's time
 */
export const nextStepOf = (request: RecoveryFacts, operator: string, now: Date): NextStep | undefined => {
  const { status, last, key, proposed_key, recoverable_at, guardian } = request;
  const isProposed = last === 'PROPOSED' && proposed_key === key && recoverable_at !== null;
  if (status === 'STOPPED')
    return request.is_open && guardian === operator ? { does: 'send', step: 'stop' } : undefined;
  if (status !== 'CONFIRMED') return undefined;
  if (request.has_key) return { does: 'end', as: 'DONE' };
  if (request.was_added || request.is_doubtful || !request.is_owner) return { does: 'end', as: 'STOPPED' };
  if (guardian !== operator || (last !== null && !isProposed)) return { does: 'end', as: 'STOPPED' };
  if (!isProposed) return { does: 'send', step: 'propose' };
  if (now >= recoverable_at) return { does: 'send', step: 'finish' };
  const proposedAt = recoverable_at.getTime() - RECOVERY_DAYS * DAY_MS;
  return { does: 'wait', reminders: MAIL_DAYS.filter((day) => now.getTime() >= proposedAt + day * DAY_MS).length };
};
