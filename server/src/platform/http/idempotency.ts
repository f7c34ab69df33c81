import type { FastifyBaseLogger } from 'fastify';
import type { Sql, Tx } from '../db/database.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, conflict } from './app-error.ts';

type Once<T> = { key: string; scope: string; bodyHash: string; run: () => Promise<T> };
export type Idempotency = { once<T>(call: Once<T>): Promise<T> };

/** Clients give up after 10 s. */
const WAIT_MS = 8000;

/**
 * The `Idempotency-Key` header: the first call with a key runs; a repeat with the same body waits for it and gets the
 * same response. A failed call frees its key for another attempt.
 * @throws AppError 409 while the first call still runs, 422 when the key came with another body
 */
export const createIdempotency = (sql: Sql, log: Pick<FastifyBaseLogger, 'error'>): Idempotency => ({
  once: async ({ key, scope, bodyHash, run }) => {
    if (key.length > 200) throw new AppError(400, 'idempotency.key', 'Idempotency-Key is longer than 200 characters');
    const claim = () => sql`
      insert into idempotency (key, scope, body_hash) values (${key}, ${scope}, ${bodyHash})
      on conflict (scope, key) do update set body_hash = excluded.body_hash, created_at = now()
        where idempotency.status is null and idempotency.created_at < now() - interval '2 minutes'
      returning 1`;
    const patience = Date.now() + WAIT_MS;
    while ((await claim()).length === 0) {
      const [first] =
        await sql`select body_hash, status, response from idempotency where scope = ${scope} and key = ${key}`;
      // The first call has just failed: the key is free.
      if (!first) continue;
      if (first.body_hash !== bodyHash)
        throw new AppError(422, 'idempotency.reused', 'This Idempotency-Key was used with another body');
      if (first.status !== null) return first.response;
      if (Date.now() > patience)
        throw conflict('idempotency.running', 'The first call with this Idempotency-Key still runs');
      await pause(100);
    }
    let answer: Awaited<ReturnType<typeof run>>;
    try {
      answer = await run();
    } catch (error) {
      await sql`delete from idempotency where scope = ${scope} and key = ${key}`.catch(() => {});
      throw error;
    }
    // The call has succeeded: its key must not become free, or a repeat would create a second one.
    await sql`update idempotency set status = 200, response = ${sql.json((answer ?? null) as never)} where scope = ${scope} and key = ${key}`.catch(
      (error: unknown) => log.error({ err: error }, 'the answer for an Idempotency-Key could not be recorded'),
    );
    return answer;
  },
});

/** Deletes the calls of more than a day ago. */
export const deleteOldCalls = (sql: Tx) => sql`delete from idempotency where created_at < now() - interval '1 day'`;

/** Deletes the calls of an account, with their responses. Their scope starts with its uuid. */
export const deleteCallsOf = (tx: Tx, userUuid: string) =>
  tx`delete from idempotency where starts_with(scope, ${`${userUuid} `})`;
