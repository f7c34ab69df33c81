import type { Context } from '../../context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { hashCode } from './auth.seal.ts';
import {
  decide,
  remainingHits,
  ATTEMPT_LIMITS,
  type TryRates,
  type Counted,
  type Decision,
  type AttemptKind,
} from './attempt-limit.rules.ts';
import {
  lockAttempts,
  storeAttempts,
  readAttempts,
  releaseAttempt,
  useProofOfWork,
  type AttemptRow,
} from './attempt-limit.store.ts';
import type { Client } from './session.store.ts';
import { makeChallenge, readProofOfWork } from './proof-of-work.ts';

/** A try that was counted. */
export type Attempt = {
  /** The try was correct: removes it from all counters and resets its own counters and delay. */
  wasRight: () => Promise<void>;
  /** The try was not checked, so it is neither correct nor wrong: removes it from the counters. */
  wasNothing: () => Promise<void>;
};

const UNCOUNTED: Attempt = { wasRight: async () => {}, wasNothing: async () => {} };

/**
 * Counts a try before it is checked, across all servers. A number of tries are free; above it a try passes with proof
 * of work or after its delay. Tries of others never lock the owner out: a known device has its own counter, and
 * everyone else can pass with proof of work however many tries failed.
 * @param of.subject the target of the try, whether or not such an account exists
 * @param of.isKnown whether the try comes from a known device of the subject's owner
 * @throws AppError 429 `auth.slowDown` with `retryAfterSeconds` and the challenge for a proof of work
 */
export const countAttempt = async (
  { config, db }: Pick<Context, 'config' | 'db'>,
  kind: AttemptKind,
  client: Client,
  { subject = '', isKnown = false }: { subject?: string; isKnown?: boolean } = {},
): Promise<Attempt> => {
  if (!config.hasRateLimits) return UNCOUNTED;
  const rates: TryRates = ATTEMPT_LIMITS[kind];
  // Hashed with a key, so that addresses without an account here stay unreadable too.
  const whom = subject && hashCode(config, 'pace', subject).slice(0, 32);
  const keys: Record<keyof TryRates, string> = {
    device: `${whom} ${client.deviceHash}`,
    pair: `${whom} ${client.networkAddress}`,
    subject: whom,
    networkAddress: client.networkAddress,
  };
  const parts = (Object.keys(rates) as (keyof TryRates)[])
    .filter((part) => (part === 'device') === (isKnown && rates.device !== undefined))
    .flatMap((part) => {
      const rate = rates[part];
      return rate ? [{ part, rate, bucket: `${kind} ${part} ${keys[part]}` }] : [];
    });
  const buckets = parts.map(({ bucket }) => bucket);
  const countedOf = (rows: AttemptRow[]): Counted[] =>
    parts.map(({ part, rate, bucket }) => {
      const row = rows.find((one) => one.bucket === bucket);
      return { part, rate, bucket, hits: row ? remainingHits(rate, row.hits, row.age) : 0, wait: row?.wait ?? null };
    });
  const aim = `${kind} ${whom} ${client.networkAddress}`;
  const work = readProofOfWork(config, aim, client.work);
  const refuse = ({ seconds, bits }: Extract<Decision, { passes: false }>): never => {
    throw new AppError(
      429,
      'auth.slowDown',
      `Too many tries: try again in ${seconds} s, or at once with work in the header skarb-work`,
      { retryAfterSeconds: seconds, work: { challenge: makeChallenge(config, aim, bits), bits } },
    );
  };
  // Refuse floods with a read alone, without locks.
  if (!work) {
    const early = decide(countedOf(await readAttempts(db.sql, buckets)), false);
    if (!early.passes && early.changes.length === 0) return refuse(early);
  }
  const decision = await db.sql.begin(async (tx) => {
    const rows = countedOf(await lockAttempts(tx, buckets));
    let made = decide(rows, false);
    if (!made.passes && work && (await useProofOfWork(tx, work.hash, work.expiresAt))) made = decide(rows, true);
    if (made.changes.length > 0) await storeAttempts(tx, made.changes);
    return made;
  });
  if (!decision.passes) return refuse(decision);
  const own = parts.flatMap(({ part, bucket }) => (part === 'device' || part === 'pair' ? [bucket] : []));
  return {
    wasRight: async () => void (await releaseAttempt(db.sql, buckets, own)),
    wasNothing: async () => void (await releaseAttempt(db.sql, buckets, [])),
  };
};

/** Runs the check of a counted try and reports its result to the counters. A check that throws does not count. */
export const checkAttempt = async (attempt: Attempt, look: () => Promise<boolean>): Promise<boolean> => {
  try {
    const isRight = await look();
    if (isRight) await attempt.wasRight();
    return isRight;
  } catch (error) {
    await attempt.wasNothing();
    throw error;
  }
};
