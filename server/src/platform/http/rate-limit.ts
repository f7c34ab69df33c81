import type { FastifyRequest } from 'fastify';
import { isIPv6 } from 'node:net';
import type { Sql, Tx } from '../db/database.ts';
import { AppError, tooMany } from './app-error.ts';

/** At most `max` calls of `name` in `seconds`, counted for each `key`. One counts as `hits`, or as 1. */
export type Limit = { name: string; key: string; max: number; seconds: number; hits?: number };
export type RateLimit = (...limits: Limit[]) => Promise<void>;

/**
 * Fixed-window counters in the database, shared by all processes. A call counts towards each of its limits.
 * @throws AppError 429 with Retry-After when one of them is exceeded
 */
export const createRateLimit =
  (sql: Sql, isOn: boolean): RateLimit =>
  async (...limits) => {
    if (!isOn || limits.length === 0) return;
    const rows = await sql<{ bucket: string; hits: number; wait: number }[]>`
    insert into rate_limit (bucket, window_start, hits)
    select bucket, to_timestamp(floor(extract(epoch from now()) / seconds) * seconds), by
    from unnest(${limits.map(({ name, key }) => `${name} ${key}`)}::text[], ${limits.map(({ seconds }) => seconds)}::int[],
      ${limits.map(({ hits }) => hits ?? 1)}::int[]) as t (bucket, seconds, by)
    order by bucket
    on conflict (bucket, window_start) do update set hits = rate_limit.hits + excluded.hits
    returning bucket, hits, extract(epoch from window_start - now())::float8 as wait`;
    const waits = limits.flatMap((limit) => {
      const row = rows.find(({ bucket }) => bucket === `${limit.name} ${limit.key}`);
      return row && row.hits > limit.max ? [Math.max(1, Math.ceil(row.wait + limit.seconds))] : [];
    });
    if (waits.length) throw tooMany(Math.max(...waits));
  };

/** Deletes the counters whose window started more than a day ago. */
export const deleteOldCounters = (sql: Tx) => sql`delete from rate_limit where window_start < now() - interval '1 day'`;

/** Deletes the counters whose key contains one of these texts (uuids, addresses, numbers) in any case. */
export const deleteCountersOf = (tx: Tx, texts: string[]) =>
  tx`delete from rate_limit where exists (select 1 from unnest(${texts}::text[]) one where strpos(lower(bucket), lower(one)) > 0)`;

/** The caller's network address: the IPv4 address, or the /64 that an IPv6 customer gets. */
export const networkOf = (request: Pick<FastifyRequest, 'ip'>): string => {
  // Of a connection that has ended meanwhile node knows no address any more.
  const { ip: known = '' }: { ip?: string | undefined } = request;
  const ip = known.replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(ip)) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const groups = ip.includes('::')
    ? [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
    : left;
  return `${groups.slice(0, 4).join(':')}::/64`;
};

/** The number of users that one network address is allowed for. */
const PEOPLE = 5;
/**
 * Limits the failures from one network address. Successes are never refused, whoever else fails from that address.
 * @param max failures per minute
 * @throws AppError 429 instead of the failure
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
      await rateLimit({ name, key: networkOf(request), max, seconds: 60 });
    throw error;
  }
};

/**
 * The limits of a call that costs the operator gas or the node work: per account, and per network address for all of its
 * users; for anonymous callers the account's limit per network address.
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
        { name: `${name}-place`, key: networkOf(request), max: max * PEOPLE, seconds },
      ]
    : [{ name: `${name}-anyone`, key: networkOf(request), max, seconds }];

/** What one account may send in files on one day: fifty of the largest. */
const DAY_KILOBYTES = 5 * 1024 * 1024;
/** The limits of the bytes that an account stores in files: calls alone say nothing about the disk. */
export const uploaded = (
  request: Pick<FastifyRequest, 'ip'>,
  caller: { uuid: string } | undefined,
  files: readonly { bytes: number }[],
): Limit[] => {
  const hits = Math.ceil(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024);
  if (hits === 0) return [];
  return costly('upload-kilobytes', request, caller, DAY_KILOBYTES, 24 * 3600).map((limit) => ({ ...limit, hits }));
};
