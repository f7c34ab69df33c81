import type { Sql, Tx } from './database.ts';

const ATTEMPTS = 5;

/** Runs `work` in a transaction; repeats it after a deadlock or a serialization failure, 5 attempts in all. */
export const retriedTransaction = async <T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await sql.begin(work)) as T;
    } catch (error) {
      const { code } = error as { code?: string };
      if ((code !== '40P01' && code !== '40001') || attempt >= ATTEMPTS) throw error;
    }
  }
};
