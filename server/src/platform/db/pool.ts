import type { Sql } from './database.ts';

/** What the driver (3.4.9) does with a statement once it is awaited; its types do not show it. */
type Statement = {
  handler: (statement: Statement) => unknown;
  resolve: (result?: { statement?: { name?: string } }) => void;
  reject: (error: unknown) => void;
};
/** A pool of one connection, which opens it when it is needed, and the names of the statements that it has prepared. */
type Member = { sql: Sql; run: Statement['handler']; isBusy: boolean; prepared: Set<string> };

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
  /** A pool of one connection. */
  open: () => Sql;
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
  const opened = (): Pick<Member, 'sql' | 'run' | 'prepared'> => {
    const sql = open();
    return { sql, run: (sql`` as unknown as Statement).handler, prepared: new Set() };
  };
  const members = Array.from({ length: size }, (): Member => ({ ...opened(), isBusy: false }));
  const { sql: front } = members[0] as Member;
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
    if (!isOver && (member.prepared.size > MOST_PREPARED || (error !== undefined && isLost(error)))) {
      void member.sql.end({ timeout: 5 }).catch(() => {});
      Object.assign(member, opened());
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
        if (result?.statement?.name) member.prepared.add(result.statement.name);
        giveBack();
        resolve(result);
      };
      statement.reject = (error) => {
        giveBack(error);
        reject(error);
      };
      member.run(statement);
    });
  const LazyQuery = lazyQueryOf(Object.getPrototypeOf(front``) as object);
  /** A statement runs on any connection. */
  const onAny = (made: object): object => Object.assign(made, { handler });
  const replaced = {
    unsafe: (...given: Parameters<Sql['unsafe']>) =>
      new LazyQuery([given[0]], given[1] ?? [], () => onAny(front.unsafe(...given))),
    begin: async (...given: unknown[]) => {
      const member = await new Promise<Member>(acquire);
      try {
        const result: unknown = await Reflect.apply(member.sql.begin, undefined, given);
        release(member);
        return result;
      } catch (error) {
        release(member, error);
        throw error;
      }
    },
    reserve: async () => {
      const member = await new Promise<Member>(acquire);
      try {
        const reserved = await member.sql.reserve();
        const back = reserved.release;
        return Object.assign(reserved, { release: () => (back(), release(member)) });
      } catch (error) {
        release(member, error);
        throw error;
      }
    },
    end: async (options?: { timeout?: number }) => {
      isOver = true;
      const ended = members.map(({ sql }) => sql.end(options));
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
