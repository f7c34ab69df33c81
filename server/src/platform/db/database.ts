import type postgres from 'postgres';
import { connect, takeParameter } from './connect.ts';
import { openPool } from './pool.ts';
import { createReplica } from './replica.ts';

export type Sql = postgres.Sql<Record<string, never>>;
/**
 * A transaction or the pool: the argument of a store function. Statements of a transaction are awaited one by one: the
 * driver mixes up the messages of one that it has not prepared yet with those of the next (postgres 3.4.9), and waits
 * forever.
 */
export type Tx = postgres.ISql<Record<string, never>>;
/** A transaction with savepoints: it can continue after a failed statement. */
export type SavepointTx = Tx & { savepoint<T>(work: (tx: Tx) => Promise<T>): Promise<T> };
/** A part of a statement, written with the same tag as the whole: `sql`status = 'done'``. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;
/**
 * Those of these fragments that are there, one after the other, with `by` between them: a list, which the driver writes so.
 * (A fragment made of two costs as much as a statement.)
 */
export const joined = (sql: Tx, parts: readonly (Fragment | undefined)[], by?: Fragment): Fragment => {
  const [first, ...rest] = parts.filter((part) => part !== undefined);
  return first ? ([first, ...rest.flatMap((next) => (by ? [by, next] : [next]))].flat() as unknown as Fragment) : sql``;
};
export type Database = {
  /** The primary: writes, and reads that must see them. */
  sql: Sql;
  /** The replica while it is level with the primary, otherwise the primary: for what is shown, never for a decision. */
  read: Sql;
  /** Whether the replica is read; undefined without one. */
  isReplicaUsed: () => boolean | undefined;
  /** Resolves when `read` shows everything that is committed now; at once without a replica. */
  replayed: () => Promise<void>;
  /** Runs a handler once `read` shows everything that is committed now, after the handlers before it. */
  afterReplay: (handler: () => void) => void;
  close(): Promise<void>;
};

type Options = {
  url: string;
  readUrl?: string | undefined;
  pool: number;
  name: string;
  statementTimeoutMs?: number;
  /** PostgreSQL plans each statement of a connection once: by default five times at least, and often each time. */
  plansOnce?: boolean;
  /** Connections do not end by their age: a migration may take longer, and its next statement would fail. */
  isLasting?: boolean;
  /** A transaction that does nothing for so long is ended, because nothing else ends it if its end was lost: it holds locks. */
  idleInTransactionMs?: number;
  /** How long opening a connection may take; after that, all queries that wait for one fail. */
  connectSeconds?: number;
};

/**
 * The driver (3.4.9) sends small writes in a later turn, and forgets to reset that state when a connection closes before
 * it: the connection would never send again, not even its startup message, and each query on it would wait for ever. A
 * startup message of more than 1,024 bytes is sent at once, which resets the state. PostgreSQL ignores the spaces.
 */
const STARTUP_PADDING = ' '.repeat(1_024);

/** The driver prefers `options` of the address to ours: they are added to the padding, and removed from the address. */
export const paddedOptions = (address: string): { url: string; options: string } => {
  const { url, value } = takeParameter(address, 'options');
  return { url, options: value === undefined ? STARTUP_PADDING : `${value} ${STARTUP_PADDING}` };
};

/** Seconds that a connection lives: caches of its process grow with what it has read. */
const lifetime = () => 300 + Math.random() * 300;

/**
 * Opens the connection pools. PostgreSQL cancels statements that exceed the limit, and those whose client has
 * disconnected: a lost client must not occupy a core.
 */
export const openDatabase = ({
  url,
  readUrl,
  pool,
  name,
  statementTimeoutMs = 3000,
  plansOnce = false,
  isLasting = false,
  idleInTransactionMs = 300_000,
  connectSeconds = 5,
}: Options): Database => {
  const open = (target: string): Sql => {
    const { url: address, options } = paddedOptions(target);
    const one = (onclose: () => void) =>
      connect(address, {
        max: 1,
        idle_timeout: 60,
        // A function, which the driver's types do not know, so that connections do not end all at once.
        max_lifetime: (isLasting ? null : lifetime) as unknown as number,
        connect_timeout: connectSeconds,
        // The driver's default waits up to 20 s between attempts: too long after the database is available again.
        backoff: () => 0.1 + Math.random() * 0.1,
        onnotice: () => {},
        onclose,
        connection: {
          application_name: name,
          statement_timeout: statementTimeoutMs,
          idle_in_transaction_session_timeout: idleInTransactionMs,
          client_connection_check_interval: 2000,
          jit: 'off',
          // Each search reads the pending entries of the indexes of words one after the other.
          gin_pending_list_limit: '128kB',
          ...(plansOnce ? { plan_cache_mode: 'force_generic_plan' } : {}),
          options,
        } as Record<string, string | number> & { application_name: string },
      }) as unknown as Sql;
    return openPool({ size: pool, open: one, isLost: isDatabaseUnavailable });
  };
  const sql = open(url);
  const replica = readUrl === undefined ? undefined : createReplica(sql, () => open(readUrl), isDatabaseUnavailable);
  return {
    sql,
    read: replica?.read ?? sql,
    isReplicaUsed: () => replica?.isUsed(),
    replayed: async () => replica?.replayed(),
    afterReplay: (handler) => (replica ? replica.afterReplay(handler) : handler()),
    close: async () => {
      await replica?.close();
      await sql.end({ timeout: 5 });
    },
  };
};

/** Whether the database is unavailable (as opposed to refusing the statement). */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return false;
  return (
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|EAI_AGAIN|CONNECTION_\w+|CONNECT_TIMEOUT)$/.test(code) ||
    // 08: connection; 53: resources; 57P0x: shutting down, starting up
    /^(08...|53...|57P0[1-5])$/.test(code)
  );
};

/** Whether a unique constraint was violated; by name if one is given. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean => {
  const failure = error as { code?: string; constraint_name?: string } | null;
  return failure?.code === '23505' && (constraint === undefined || failure.constraint_name === constraint);
};

/** Whether a row could not be deleted because others refer to it. */
export const isReferenced = (error: unknown): boolean => (error as { code?: string } | null)?.code === '23503';
