import type { Sql } from './database.ts';

/** What the driver (3.4.9) does with a statement once it is awaited; its types do not show it. */
export type Statement = {
  handler: (statement: Statement) => unknown;
  resolve: (result?: { statement?: { name?: string } }) => void;
  reject: (error: unknown) => void;
};

/** Somebody's use of a connection for several statements: whether it was lost since, which also rejects the promise. */
export type Hold = { isLost: boolean; lost: Promise<never>; lose: () => void };

export const lostError = () =>
  Object.assign(new Error('the connection of this transaction was lost'), { code: 'CONNECTION_CLOSED' });
export const newHold = (): Hold => {
  let reject = (_error: Error) => {};
  const lost = new Promise<never>((_, rejectLost) => (reject = rejectLost));
  lost.catch(() => {});
  const hold = { isLost: false, lost, lose: () => ((hold.isLost = true), reject(lostError())) };
  return hold;
};

/**
 * A transaction that sends nothing once its connection was lost. The driver (3.4.9) would write into a socket that is gone,
 * in a later turn, where nobody can catch it: the process would end (porsager/postgres#1208).
 */
export const guarded = <T extends object>(tx: T, hold: Hold): T => {
  const guard = (made: unknown): unknown => {
    const statement = made as Statement;
    const run = statement.handler;
    if (typeof run !== 'function') return made;
    statement.handler = (one) => (hold.isLost ? one.reject(lostError()) : run(one));
    return statement;
  };
  const replaced: Record<string | symbol, (...given: never[]) => unknown> = {
    unsafe: (...given) => guard(Reflect.apply((tx as Sql).unsafe, undefined, given)),
    savepoint: async (work: (inner: object) => unknown) => {
      if (hold.isLost) throw lostError();
      const { savepoint } = tx as { savepoint: (work: (inner: object) => unknown) => Promise<unknown> };
      return Promise.race([savepoint((inner) => within(inner, hold, work)), hold.lost]);
    },
  };
  return new Proxy(tx, {
    apply: (_target, self, given) => guard(Reflect.apply(tx as () => unknown, self, given)),
    get: (_target, name) => replaced[name] ?? Reflect.get(tx, name),
  });
};

/** What is done within a transaction; it never ends once the connection was lost, because the driver would send its end. */
export const within = async (tx: object, hold: Hold, work: (tx: object) => unknown): Promise<unknown> => {
  try {
    return await work(guarded(tx, hold));
  } finally {
    if (hold.isLost) await new Promise(() => {});
  }
};
