/**
 * The rate of tries that a counter allows. `free` tries need no delay; they replenish evenly over `seconds`. Each
 * `step` tries above them raise the level by one. The delay of a try without proof of work doubles with each level, up
 * to `maxWait` seconds.
 */
export type TryRate = { free: number; seconds: number; step: number; maxWait: number };

/** The counters for one kind of try. `subject` is the target of the try: an address or an account. */
export type TryRates = {
  /** Per subject and known device. For tries from a known device it replaces all other counters. */
  device?: TryRate;
  /** Per subject and network address together. */
  pair?: TryRate;
  /** Per subject, from everywhere. */
  subject?: TryRate;
  /** Per network address, for all subjects. */
  networkAddress?: TryRate;
};

const own = (free: number): TryRate => ({ free, seconds: 600, step: 1, maxWait: 60 });
const fromAll = (free: number, seconds = 600): TryRate => ({ free, seconds, step: 10, maxWait: 60 });
/**
 * Delays at a network address stay short no matter how many tries come from it: one try passes at least every 5
 * seconds.
 */
const fromHere = (free: number): TryRate => ({ free, seconds: 300, step: 30, maxWait: 5 });

/**
 * The kinds of tries. For `password`, `code`, `mailCode` and `proof` only wrong ones stay counted; for the others each try does. An
 * office of 200 people behind one network address stays within the free tries of `networkAddress`.
 */
export const ATTEMPT_LIMITS = {
  password: { device: own(20), pair: own(20), subject: fromAll(40), networkAddress: fromHere(300) },
  /** The second factor, after a correct password. */
  code: { device: own(10), pair: own(10), subject: fromAll(20) },
  /** The code of a registration's mail. */
  mailCode: { pair: own(10), subject: fromAll(20), networkAddress: fromHere(300) },
  /** The step-up of a signed-in user. */
  proof: { device: own(20), pair: own(20), subject: fromAll(40) },
  /** Registrations and changes to an address: each may send a mail to it. */
  mail: { pair: { ...own(12), seconds: 1800 }, subject: fromAll(20, 3600), networkAddress: fromHere(300) },
  /** Requests for a password reset link; their mails are merged. */
  reset: { networkAddress: fromHere(300) },
  /** Sign-in messages, and signatures that need a request to the chain's node. */
  wallet: { networkAddress: fromHere(600) },
  /** Challenges for passkeys, and accounts made with one. */
  passkey: { networkAddress: fromHere(600) },
} as const satisfies Record<string, TryRates>;
export type AttemptKind = keyof typeof ATTEMPT_LIMITS;

const MAX_LEVEL = 7;

/** The count that remains after `age` seconds without tries. */
export const remainingHits = ({ free, seconds }: TryRate, hits: number, age: number): number =>
  Math.max(0, hits - Math.max(0, age) * (free / seconds));

/** 0 while tries are free, at most 7. */
export const levelOf = ({ free, step }: TryRate, hits: number): number =>
  hits < free ? 0 : Math.min(MAX_LEVEL, 1 + Math.floor((hits - free) / step));

/** Seconds that a try without proof of work waits at a level: 1, 2, 4 … */
export const waitOf = ({ maxWait }: TryRate, level: number): number => Math.min(maxWait, 2 ** (level - 1));

/** Leading zero bits of the proof of work at a level: 32,000 to 262,000 hashes on average, 0.1 to 3 s on a phone. */
export const bitsOf = (level: number): number => 15 + Math.floor((level - 1) / 2);

/**
 * A counter row: `wait` is the number of seconds until a try passes without proof of work, null when no delay has
 * started.
 */
export type Counted = { bucket: string; rate: TryRate; part: keyof TryRates; hits: number; wait: number | null };
/** The row after a decision; `openIn` undefined keeps its current delay. */
type Changed = { bucket: string; hits: number; openIn?: number };
export type Decision =
  | { passes: true; changes: Changed[] }
  | { passes: false; seconds: number; bits: number; changes: Changed[] };

/**
 * Decides whether a try passes. Above the free tries it needs proof of work or the end of its delay. Delays are kept
 * per subject and network address (or known device), so that tries from elsewhere never prolong them, and per network
 * address when that address itself is busy.
 * @param isPaid whether the try brought proof of work
 */
export const decide = (rows: Counted[], isPaid: boolean): Decision => {
  const levels = rows.map(({ rate, hits }) => levelOf(rate, hits));
  const level = Math.max(...levels);
  const levelOfParts = (isHere: boolean) =>
    Math.max(0, ...rows.map(({ part }, at) => ((part === 'networkAddress') === isHere ? (levels[at] ?? 0) : 0)));
  // The rows that hold the delay of this try.
  const waits = rows.flatMap((row) => {
    if (row.part === 'subject') return [];
    const wanted = levelOfParts(row.part === 'networkAddress');
    return wanted > 0 ? [{ row, delay: waitOf(row.rate, wanted) }] : [];
  });
  const isDue = waits.every(({ row }) => row.wait !== null && row.wait <= 0);
  if (isPaid || isDue)
    return {
      passes: true,
      changes: rows.map(({ bucket, rate, hits }) => {
        const delay = isPaid ? undefined : waits.find(({ row }) => row.bucket === bucket)?.delay;
        // Bounded, so that the counter returns to normal within minutes after an attack.
        const counted = Math.min(hits + 1, rate.free + rate.step * (MAX_LEVEL + 1));
        return { bucket, hits: counted, ...(delay === undefined ? {} : { openIn: delay }) };
      }),
    };
  const seconds = Math.max(...waits.map(({ row, delay }) => row.wait ?? delay));
  return {
    passes: false,
    seconds: Math.max(1, Math.ceil(seconds)),
    bits: bitsOf(level),
    changes: waits.flatMap(({ row, delay }) =>
      row.wait === null ? [{ bucket: row.bucket, hits: row.hits, openIn: delay }] : [],
    ),
  };
};
