/**
 * How fast a place may try. So many tries are free; they come back evenly over `seconds`. Each `step` tries above that raise
 * the level by one, and the wait for a try without work doubles with it up to `maxWait` seconds.
 */
export type Budget = { free: number; seconds: number; step: number; maxWait: number };

/** What is counted of one kind of try; `subject` is whom it is aimed at: an address, an account. */
export type Budgets = {
  /** By the subject and a browser that its owner has used. Nothing else counts for such a try. */
  device?: Budget;
  /** By the subject and the place together. */
  pair?: Budget;
  /** By the subject, from everywhere. */
  subject?: Budget;
  /** By the place, whomever it aims at. */
  place?: Budget;
};

const own = (free: number): Budget => ({ free, seconds: 600, step: 1, maxWait: 60 });
const fromAll = (free: number, seconds = 600): Budget => ({ free, seconds, step: 10, maxWait: 60 });
/** Few must wait here however many others try: one more passes at least every five seconds. */
const fromHere = (free: number): Budget => ({ free, seconds: 300, step: 30, maxWait: 5 });

/**
 * The kinds of tries. Of `password`, `code` and `proof` only wrong ones count in the end; of the others each does. An office
 * of 200 behind one address is within the free tries of its place.
 */
export const ATTEMPT_LIMITS = {
  password: { device: own(20), pair: own(20), subject: fromAll(40), place: fromHere(300) },
  /** The second factor, of who knows the password. */
  code: { device: own(10), pair: own(10), subject: fromAll(20) },
  /** What a signed-in user shows to prove that they are the owner. */
  proof: { device: own(20), pair: own(20), subject: fromAll(40) },
  /** Registrations and changes to an address: each may mail it. */
  mail: { pair: { ...own(12), seconds: 1800 }, subject: fromAll(20, 3600), place: fromHere(300) },
  /** Requests for a link to a new password, whose mails are merged. */
  reset: { place: fromHere(300) },
  /** Sign-in messages, and signatures that the chain's node is asked about. */
  wallet: { place: fromHere(600) },
} as const satisfies Record<string, Budgets>;
export type AttemptKind = keyof typeof ATTEMPT_LIMITS;

const MAX_LEVEL = 7;

/** What is left of a count after a time without tries. */
export const drained = ({ free, seconds }: Budget, hits: number, age: number): number =>
  Math.max(0, hits - Math.max(0, age) * (free / seconds));

/** 0 while tries are free, up to 7. */
export const levelOf = ({ free, step }: Budget, hits: number): number =>
  hits < free ? 0 : Math.min(MAX_LEVEL, 1 + Math.floor((hits - free) / step));

/** Seconds that a try without work waits at a level: 1, 2, 4 … */
export const waitOf = ({ maxWait }: Budget, level: number): number => Math.min(maxWait, 2 ** (level - 1));

/** Leading zero bits of the work at a level: 32,000 to 262,000 hashes on average, 0.1 to 3 s on a phone. */
export const bitsOf = (level: number): number => 15 + Math.floor((level - 1) / 2);

/** A counted row: `wait` is the seconds until its next try passes by waiting, null where nobody waits there yet. */
export type Counted = { bucket: string; budget: Budget; part: keyof Budgets; hits: number; wait: number | null };
/** The row after a decision; `openIn` undefined leaves its waiting as it was. */
type Changed = { bucket: string; hits: number; openIn?: number };
export type Decision =
  | { passes: true; changes: Changed[] }
  | { passes: false; seconds: number; bits: number; changes: Changed[] };

/**
 * Whether a try passes. Above the free tries it takes work, or one's turn: waiting is done by subject and place (or known
 * device), so that tries from elsewhere never put it off, and, where the place itself is busy, by place.
 * @param isPaid whether the try brought work
 */
export const decide = (rows: Counted[], isPaid: boolean): Decision => {
  const levels = rows.map(({ budget, hits }) => levelOf(budget, hits));
  const level = Math.max(...levels);
  const levelOfParts = (isHere: boolean) =>
    Math.max(0, ...rows.map(({ part }, at) => ((part === 'place') === isHere ? (levels[at] ?? 0) : 0)));
  // Whoever waits does so at these rows.
  const waits = rows.flatMap((row) => {
    if (row.part === 'subject') return [];
    const wanted = levelOfParts(row.part === 'place');
    return wanted > 0 ? [{ row, delay: waitOf(row.budget, wanted) }] : [];
  });
  const isTurn = waits.every(({ row }) => row.wait !== null && row.wait <= 0);
  if (isPaid || isTurn)
    return {
      passes: true,
      changes: rows.map(({ bucket, budget, hits }) => {
        const delay = isPaid ? undefined : waits.find(({ row }) => row.bucket === bucket)?.delay;
        // Bounded, so that an attack that ends is forgotten within minutes.
        const counted = Math.min(hits + 1, budget.free + budget.step * (MAX_LEVEL + 1));
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
