import type { Sql } from './database.ts';
import { guarded, type Hold, lostError, newHold, type Statement, within } from './hold.ts';

/** A pool of one connection, which opens it when it is needed, and the names of the statements that it has prepared. */
type Connection = { sql: Sql; run: Statement['handler']; prepared: Set<string>; hold: Hold | undefined };
type Member = { connection: Connection; isBusy: boolean };
/**
 * Driver and PostgreSQL keep what a connection has prepared, about 250 KB for a list: a connection with more than this is
 * replaced, because there are thousands of combinations of filters.
 */
export const MOST_PREPARED = 400;

/**
 * Statements that become the driver's `Query` once they are awaited. Most are parts of another statement, thirty in a list,
 * and never are: a `Query` is a promise with four functions, which node 20 moves to the old generation of its heap although
 * nothing refers to it.
 * @param prototype of `Query`: the driver takes what inherits from it for a part of a statement
 */
const lazyQueryOf = (prototype: object) => {
  class LazyQuery {
    /** The parts that the driver reads. */
    readonly strings: readonly string[];
    readonly args: readonly unknown[];
    readonly make: () => object;
    made: object | undefined = undefined;
    fragment = false;
    constructor(strings: readonly string[], args: readonly unknown[], make: () => object) {
      this.strings = strings;
      this.args = args;
      this.make = make;
    }
  }
  Object.setPrototypeOf(LazyQuery.prototype, prototype);
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
    if (typeof value === 'function' && name !== 'constructor')
      Object.defineProperty(LazyQuery.prototype, name, {
        // A reader of a replica replaces some of them on the statement.
        writable: true,
        value(this: LazyQuery, ...given: unknown[]) {
          this.made ??= this.make();
          const result: unknown = Reflect.apply(value as () => unknown, this.made, given);
          // The statement with those functions.
          return result === this.made ? this : result;
        },
      });
  return LazyQuery;
};

type Options = {
  size: number;
  /** A pool of one connection. @param onclose called each time it was closed */
  open: (onclose: () => void) => Sql;
  /** Whether a statement failed because its connection was lost. */
  isLost: (error: unknown) => boolean;
};

/**
 * Connections of which a statement gets the first one that is free. The driver's own pool goes round all of them: each
 * connection then parses and plans each statement, and none is idle long enough to end. It also sends statements to a busy
 * connection, behind a slow one; here they wait for the first connection that becomes free. A connection that was lost is
 * replaced: what is left of a transaction may still send statements to the old one.
 */
export const openPool = ({ size, open, isLost }: Options): Sql => {
  const newConnection = (): Connection => {
    const sql = open(() => connection.hold?.lose());
    const run = (sql`` as unknown as Statement).handler;
    const connection: Connection = { sql, run, prepared: new Set(), hold: undefined };
    return connection;
  };
  const members = Array.from({ length: size }, (): Member => ({ connection: newConnection(), isBusy: false }));
  const front = (members[0] as Member).connection.sql;
  const waiting: ((member: Member) => void)[] = [];
  let isOver = false;
  const acquire = (use: (member: Member) => void) => {
    const member = members.find(({ isBusy }) => !isBusy);
    // Once the pool has ended, every connection refuses.
    if (!member && !isOver) return void waiting.push(use);
    const taken = member ?? (members[0] as Member);
    taken.isBusy = true;
    use(taken);
  };
  const release = (member: Member, error?: unknown) => {
    const { sql, prepared } = member.connection;
    if (!isOver && (prepared.size > MOST_PREPARED || (error !== undefined && isLost(error)))) {
      void sql.end({ timeout: 5 }).catch(() => {});
      member.connection = newConnection();
    }
    const next = waiting.shift();
    if (next) next(member);
    else member.isBusy = false;
  };
  const handler = (statement: Statement) =>
    acquire((member) => {
      const { resolve, reject } = statement;
      let isHeld = true;
      // The driver rejects a statement again when its connection closes before it is ready for the next one.
      const giveBack = (error?: unknown) => {
        if (isHeld) release(member, error);
        isHeld = false;
      };
      statement.resolve = (result) => {
        if (result?.statement?.name) member.connection.prepared.add(result.statement.name);
        giveBack();
        resolve(result);
      };
      statement.reject = (error) => {
        giveBack(error);
        reject(error);
      };
      member.connection.run(statement);
    });
  /**
   * Uses a connection until `done` is called, or the use fails. `use` sets the hold once the driver has the connection for it: until
   * then it is the connection before, idle for too long or too old, that may close, and the driver opens another one.
   */
  const holding = async <T>(
    use: (connection: Connection, hold: Hold, done: (error?: unknown) => void) => Promise<T>,
  ): Promise<T> => {
    const member = await new Promise<Member>(acquire);
    const { connection } = member;
    const hold = newHold();
    const done = (error?: unknown) => {
      connection.hold = undefined;
      release(member, error);
    };
    try {
      return await use(connection, hold, done);
    } catch (error) {
      done(error);
      throw error;
    }
  };
  const LazyQuery = lazyQueryOf(Object.getPrototypeOf(front``) as object);
  /** A statement runs on any connection. */
  const onAny = (made: object): object => Object.assign(made, { handler });
  const replaced = {
    unsafe: (...given: Parameters<Sql['unsafe']>) =>
      new LazyQuery([given[0]], given[1] ?? [], () => onAny(front.unsafe(...given))),
    begin: async (...given: unknown[]) => {
      const work = given.pop() as (tx: object) => unknown;
      return holding(async (connection, hold, done) => {
        const begun = (tx: object) => {
          connection.hold = hold;
          return within(tx, hold, work);
        };
        const options = [...given, begun];
        const result: unknown = await Reflect.apply(connection.sql.begin, undefined, options);
        done();
        return result;
      });
    },
    reserve: () =>
      holding(async (connection, hold, done) => {
        const reserved = await connection.sql.reserve();
        connection.hold = hold;
        const back = reserved.release;
        const release = () => {
          // The driver would use a closed connection for the next statement.
          if (!hold.isLost) back();
          done(hold.isLost ? lostError() : undefined);
        };
        return Object.assign(guarded(reserved, hold), { release });
      }),
    end: async (options?: { timeout?: number }) => {
      isOver = true;
      const ended = members.map(({ connection }) => connection.sql.end(options));
      for (const use of waiting.splice(0)) use(members[0] as Member);
      await Promise.all(ended);
    },
  };
  return new Proxy(front, {
    apply: (_target, _this, given: [TemplateStringsArray | string, ...unknown[]]) => {
      const [strings, ...args] = given;
      const make = () => Reflect.apply(front, undefined, given) as object;
      // A name or a value is a part of a statement.
      return typeof strings === 'object' && 'raw' in strings
        ? new LazyQuery(strings, args, () => onAny(make()))
        : make();
    },
    get: (target, name) => Reflect.get(Object.hasOwn(replaced, name) ? replaced : target, name),
  });
};
