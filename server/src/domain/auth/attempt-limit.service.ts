import type { Context } from '../../context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { hashCode } from './auth.seal.ts';
import {
  decide,
  drained,
  ATTEMPT_LIMITS,
  type Budgets,
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
  /** It was right: nothing of it stays counted, and its own waiting ends. */
  wasRight: () => Promise<void>;
  /** It was neither right nor wrong, since it was never looked at. */
  wasNothing: () => Promise<void>;
};

const UNCOUNTED: Attempt = { wasRight: async () => {}, wasNothing: async () => {} };

/**
 * Counts a try before it is looked at, over all servers. Up to a number tries are free; above it a try passes with proof of
 * work, or when its time has come. What others do never refuses the owner: their known browser counts by itself, and anybody
 * else passes by work however many failed.
 * @param of.subject whom the try is aimed at, whether or not there is such an account
 * @param of.isKnown whether it comes from a browser the subject's owner has used
 * @throws AppError 429 `auth.slowDown` with `retryAfterSeconds` and the work
 */
export const countAttempt = async (
  { config, db }: Pick<Context, 'config' | 'db'>,
  kind: AttemptKind,
  client: Client,
  { subject = '', isKnown = false }: { subject?: string; isKnown?: boolean } = {},
): Promise<Attempt> => {
  if (!config.hasRateLimits) return UNCOUNTED;
  const budgets: Budgets = ATTEMPT_LIMITS[kind];
  // Addresses of people who have no account here stay unreadable too.
  const whom = subject && hashCode(config, 'pace', subject).slice(0, 32);
  const keys: Record<keyof Budgets, string> = {
    device: `${whom} ${client.deviceHash}`,
    pair: `${whom} ${client.place}`,
    subject: whom,
    place: client.place,
  };
  const parts = (Object.keys(budgets) as (keyof Budgets)[])
    .filter((part) => (part === 'device') === (isKnown && budgets.device !== undefined))
    .flatMap((part) => {
      const budget = budgets[part];
      return budget ? [{ part, budget, bucket: `${kind} ${part} ${keys[part]}` }] : [];
    });
  const buckets = parts.map(({ bucket }) => bucket);
  const countedOf = (rows: AttemptRow[]): Counted[] =>
    parts.map(({ part, budget, bucket }) => {
      const row = rows.find((one) => one.bucket === bucket);
      return { part, budget, bucket, hits: row ? drained(budget, row.hits, row.age) : 0, wait: row?.wait ?? null };
    });
  const aim = `${kind} ${whom} ${client.place}`;
  const work = readProofOfWork(config, aim, client.work);
  const refuse = ({ seconds, bits }: Extract<Decision, { passes: false }>): never => {
    throw new AppError(
      429,
      'auth.slowDown',
      `Too many tries: try again in ${seconds} s, or at once with work in the header skarb-work`,
      { retryAfterSeconds: seconds, work: { challenge: makeChallenge(config, aim, bits), bits } },
    );
  };
  // A flood is refused by a read alone.
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

/** Looks at a try that was counted: whether it was right. One that could not be looked at is given back. */
export const checkAttempt = async (turn: Attempt, look: () => Promise<boolean>): Promise<boolean> => {
  try {
    const isRight = await look();
    if (isRight) await turn.wasRight();
    return isRight;
  } catch (error) {
    await turn.wasNothing();
    throw error;
  }
};
