import type { FastifyRequest } from 'fastify';
import { isIPv6 } from 'node:net';
import type { Sql } from '../db/database.ts';
import { AppError, tooMany } from './app-error.ts';

/** At most `max` calls of `name` in `seconds`, counted for each `key`. */
export type Limit = { name: string; key: string; max: number; seconds: number };
export type RateLimit = (...limits: Limit[]) => Promise<void>;

/**
 * Fixed-window counters in the database, so that all processes count together. A call takes one
 * from each of the limits it is given.
 * @throws AppError 429 with Retry-After when one of them is used up
 */
export const createRateLimit =
  (sql: Sql, isOn: boolean): RateLimit =>
  async (...limits) => {
    if (!isOn || limits.length === 0) return;
    const rows = await sql<{ bucket: string; hits: number; wait: number }[]>`
    insert into rate_limit (bucket, window_start, hits)
    select bucket, to_timestamp(floor(extract(epoch from now()) / seconds) * seconds), 1
    from unnest(${limits.map(({ name, key }) => `${name} ${key}`)}::text[], ${limits.map(({ seconds }) => seconds)}::int[]) as t (bucket, seconds)
    order by bucket
    on conflict (bucket, window_start) do update set hits = rate_limit.hits + 1
    returning bucket, hits, extract(epoch from window_start - now())::float8 as wait`;
    const waits = limits.flatMap((limit) => {
      const row = rows.find(({ bucket }) => bucket === `${limit.name} ${limit.key}`);
      return row && row.hits > limit.max ? [Math.max(1, Math.ceil(row.wait + limit.seconds))] : [];
    });
    if (waits.length) throw tooMany(Math.max(...waits));
  };

/** What stands for a caller's place: his address, or the /64 that one IPv6 customer has to himself. */
export const placeOf = (request: Pick<FastifyRequest, 'ip'>): string => {
  const ip = request.ip.replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(ip)) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const groups = ip.includes('::')
    ? [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
    : left;
  return `${groups.slice(0, 4).join(':')}::/64`;
};

/** Of the address a call comes from, for so many people behind one. */
const PEOPLE = 5;
/**
 * Counts what comes wrong from a place alone, so that nobody's failures refuse what is right.
 * @param max failures in a minute
 * @throws AppError 429 in place of a failure
 */
export const limitFailures = async <T>(
  rateLimit: RateLimit,
  request: Pick<FastifyRequest, 'ip'>,
  { name, max }: Pick<Limit, 'name' | 'max'>,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.status < 500)
      await rateLimit({ name, key: placeOf(request), max, seconds: 60 });
    throw error;
  }
};

/**
 * The limits of a call that costs the operator or the chain's node: by person, and by address for all who call from there;
 * by address alone, as for one person, where nobody is signed in.
 */
export const costly = (
  name: string,
  request: Pick<FastifyRequest, 'ip'>,
  caller: { uuid: string } | undefined,
  max: number,
  seconds = 60,
): Limit[] =>
  caller
    ? [
        { name, key: caller.uuid, max, seconds },
        { name: `${name}-place`, key: placeOf(request), max: max * PEOPLE, seconds },
      ]
    : [{ name: `${name}-anyone`, key: placeOf(request), max, seconds }];
