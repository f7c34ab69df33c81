import { forEachLanguage } from '@skarb/schema/language';
import type { Category, Currency, Network } from '@skarb/schema/reference';
import { getAddress } from 'viem';
import type { Config } from '../../config.ts';
import type { Sql, Tx } from '../../platform/db/database.ts';
import { metaOf, offsetOf, sortOf } from '../../platform/http/list.ts';

type Page = { page: number; limit: number; sortBy: string; search?: string | undefined };

const order = (sql: Sql, sortBy: string) => {
  const { field, direction } = sortOf(sortBy);
  const column = { name: sql`name`, position: sql`position`, createdAt: sql`created_at` }[field] ?? sql`created_at`;
  return direction === 'ASC' ? sql`${column} asc, uuid asc` : sql`${column} desc, uuid desc`;
};
const matching = (sql: Sql, search: string | undefined) =>
  search ? sql`and name ilike ${`%${search.replace(/[\\%_]/g, '\\$&')}%`}` : sql``;

/** Reference lists are short (at most a few dozen rows), so counting them with the rows is cheap. */
const page = async <T>(
  rows: readonly (Record<string, unknown> & { total?: unknown })[],
  query: Page,
  toItem: (row: never) => T,
) => ({
  data: rows.filter((row) => row.uuid !== null).map((row) => toItem(row as never)),
  meta: metaOf(query, Number(rows[0]?.total ?? 0)),
});

export const listCategories = async (sql: Sql, query: Page) => {
  const rows = await sql`
    with found as (select * from category where is_enabled ${matching(sql, query.search)})
    select found.*, total.total from (select count(*)::int as total from found) total
    left join lateral (select * from found order by ${order(sql, query.sortBy)} limit ${query.limit} offset ${offsetOf(query)}) found on true`;
  return page(
    rows,
    query,
    (row: { uuid: string; name: string; name_ukr: string | null; created_at: Date }): Category => ({
      uuid: row.uuid,
      name: row.name,
      names: { ...forEachLanguage(() => row.name), ...(row.name_ukr ? { ukr: row.name_ukr } : {}) },
      createdAt: row.created_at.toISOString(),
    }),
  );
};

/** The contracts of smart accounts on the chain that this server follows. */
const smartAccountOf = ({
  accounts,
  passkeyRpId,
  outsideBundler,
}: Pick<Config, 'accounts' | 'passkeyRpId' | 'outsideBundler'>): Network['smartAccount'] =>
  accounts
    ? {
        factory: getAddress(accounts.accountFactory),
        implementation: getAddress(accounts.accountImplementation),
        verifier: getAddress(accounts.passkeyVerifier),
        entryPoint: getAddress(accounts.entryPoint),
        rpId: passkeyRpId,
        bundler: outsideBundler ?? null,
      }
    : null;

export const listNetworks = async (
  sql: Sql,
  config: Pick<Config, 'accounts' | 'passkeyRpId' | 'outsideBundler' | 'chain'>,
  query: Page,
) => {
  const rows = await sql`
    with found as (select * from network where is_enabled ${matching(sql, query.search)})
    select found.*, total.total from (select count(*)::int as total from found) total
    left join lateral (select * from found order by ${order(sql, query.sortBy)} limit ${query.limit} offset ${offsetOf(query)}) found on true`;
  type Row = Record<'uuid' | 'name' | 'human_name' | 'rpc_url' | 'native_symbol', string> & {
    chain_id: number;
    explorer_url: string | null;
  };
  return page(rows, query, (row: Row): Network => {
    const isRunning = row.chain_id === config.chain.id;
    return {
      uuid: row.uuid,
      name: row.name,
      humanName: row.human_name,
      chainId: row.chain_id,
      rpcUrl: row.rpc_url,
      explorerUrl: row.explorer_url,
      nativeSymbol: row.native_symbol,
      isRunning,
      leastTip: String(isRunning ? config.chain.leastTip : 0n),
      smartAccount: isRunning ? smartAccountOf(config) : null,
    };
  });
};

type CurrencyRow = {
  uuid: string;
  network_uuid: string;
  name: string;
  symbol: string;
  address: string | null;
  decimals: number;
  eth_rate: string;
  is_default: boolean;
  is_enabled: boolean;
};
const toCurrency = (row: CurrencyRow): Currency => ({
  uuid: row.uuid,
  name: row.name,
  symbol: row.symbol,
  networkUuid: row.network_uuid,
  address: row.address === null ? null : getAddress(row.address),
  decimals: row.decimals,
  isNative: row.address === null,
  isDefault: row.is_default,
  isEnabled: row.is_enabled,
});

const decimals = new WeakMap<object, Map<string, number>>();
/** The decimals of a currency, which never change; undefined if there is none. @param pool remembers them */
export const decimalsOf = async (pool: Tx, uuid: string): Promise<number | undefined> => {
  const known = decimals.get(pool) ?? new Map<string, number>();
  const remembered = known.get(uuid);
  if (remembered !== undefined) return remembered;
  const [currency] = await pool<{ decimals: number }[]>`select decimals from currency where uuid = ${uuid}`;
  if (currency) decimals.set(pool, known.set(uuid, currency.decimals));
  return currency?.decimals;
};

/** In display order: the default first. */
export const listCurrencies = async (
  sql: Sql,
  query: Page & { networkUuid?: string | undefined; all?: boolean | undefined },
) => {
  const rows = await sql`
    with found as (
      select * from currency where ${query.all ? sql`true` : sql`is_enabled`} ${matching(sql, query.search)}
      ${query.networkUuid ? sql`and network_uuid = ${query.networkUuid}` : sql``})
    select found.*, total.total from (select count(*)::int as total from found) total
    left join lateral (
      select * from found order by ${query.sortBy === 'createdAt:DESC' ? sql`position, uuid` : order(sql, query.sortBy)}
      limit ${query.limit} offset ${offsetOf(query)}) found on true`;
  return page(rows, query, toCurrency);
};
