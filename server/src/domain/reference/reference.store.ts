import { uuidv7 } from 'uuidv7';
import type { Config } from '../../config.ts';
import type { Peg } from '@skarb/schema/admin';
import type { Sql, Tx } from '../../platform/db/database.ts';
import { conflict } from '../../platform/http/app-error.ts';
import { recordAudit } from '../audit/audit.store.ts';

const NETWORKS: Record<number, { name: string; humanName: string; explorerUrl: string | null }> = {
  137: { name: 'polygon', humanName: 'Polygon', explorerUrl: 'https://polygonscan.com' },
  80001: { name: 'local', humanName: 'Local chain', explorerUrl: null },
  80002: { name: 'amoy', humanName: 'Polygon Amoy', explorerUrl: 'https://amoy.polygonscan.com' },
};

const CATEGORIES = [
  ['Ornament', 'Орнамент'],
  ['Abstract', 'Абстракція'],
  ['Landscape', 'Краєвид'],
  ['Astronomy', 'Астрономія'],
  ['Folk painting', 'Народний розпис'],
  ['Characters', 'Персонажі'],
] as const;

/**
 * What one unit of a peg is worth in ether now, as a decimal: by the live prices, otherwise by the settings. ETH and POL are
 * stored in US dollars, EUR and UAH as how much of it a dollar buys.
 */
export const rateOf = async (tx: Tx, { price }: Pick<Config, 'price'>, peg: Peg): Promise<string> => {
  const rows = await tx<{ asset: string; value: string }[]>`select asset, value from price_now`;
  const now = (asset: string, otherwise: number) => Number(rows.find((row) => row.asset === asset)?.value ?? otherwise);
  const eth = now('ETH', price.ethUsd);
  const usd = {
    ETH: eth,
    POL: now('POL', price.polUsd),
    USD: 1,
    EUR: 1 / now('EUR', price.usdEur),
    UAH: 1 / now('UAH', price.usdUah),
  }[peg];
  return (usd / eth).toFixed(18);
};

/** How far a rate may move before it is written. */
const RATE_TOLERANCE = 0.0005;
/** What one unit of the currencies with this peg is worth in ether. */
export const setRate = (sql: Sql, chainId: number, peg: Peg, rate: number) => sql`
  update currency set eth_rate = ${String(rate)}::numeric from network n
  where n.uuid = network_uuid and n.chain_id = ${chainId} and peg = ${peg} and abs(eth_rate / ${String(rate)}::numeric - 1) > ${RATE_TOLERANCE}`;

/** Puts a whole list of reference data in order. @throws AppError 409 `order.stale` when the list has changed meanwhile */
export const putInOrder = (
  sql: Sql,
  table: 'category' | 'currency' | 'network',
  adminUuid: string,
  uuids: string[],
): Promise<void> =>
  sql.begin(async (tx) => {
    const rows = await tx<{ uuid: string }[]>`select uuid from ${tx(table)} order by uuid for update`;
    const wanted = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))];
    if (wanted.length !== rows.length || !rows.every(({ uuid }) => wanted.includes(uuid)))
      throw conflict('order.stale', 'The list has changed meanwhile: load it again');
    await tx`update ${tx(table)} set position = wanted.place - 1
      from unnest(${wanted}::uuid[]) with ordinality as wanted (id, place) where uuid = wanted.id`;
    await recordAudit(tx, { adminUuid, act: `${table}.order`, subjectType: table, subjectUuid: null });
  }) as Promise<unknown> as Promise<void>;

/** Writes the configured chain, its currencies and the first categories. Idempotent. */
export const syncReference = async (sql: Sql, config: Config): Promise<void> => {
  const { deployment, chain, price } = config;
  const network = NETWORKS[chain.id] ?? {
    name: `chain-${chain.id}`,
    humanName: `Chain ${chain.id}`,
    explorerUrl: null,
  };
  await sql.begin(async (tx) => {
    const [row] = await tx`
      insert into network (uuid, name, human_name, chain_id, rpc_url, explorer_url, native_symbol)
      values (${uuidv7()}, ${network.name}, ${network.humanName}, ${chain.id}, ${chain.publicRpcUrl},
        ${chain.explorerUrl ?? network.explorerUrl}, ${deployment.nativeSymbol})
      on conflict (chain_id) do update set rpc_url = excluded.rpc_url, explorer_url = excluded.explorer_url
      returning uuid`;
    const networkUuid = row?.uuid as string;
    // Until a price source is read, the rates come from config.price.
    const currencies = [
      { name: 'ETH', symbol: 'WETH', address: deployment.weth as string | null, decimals: 18, peg: 'ETH', rate: '1' },
      {
        name: 'USDC',
        symbol: 'USDC',
        address: deployment.usdc,
        decimals: 6,
        peg: 'USD',
        rate: String(1 / price.ethUsd),
      },
      {
        name: deployment.nativeSymbol,
        symbol: deployment.nativeSymbol,
        address: null,
        decimals: 18,
        peg: 'POL',
        rate: String(price.polUsd / price.ethUsd),
      },
    ];
    for (const [position, currency] of currencies.entries()) {
      await tx`
        insert into currency (uuid, network_uuid, name, symbol, address, decimals, peg, eth_rate, is_default, position)
        values (${uuidv7()}, ${networkUuid}, ${currency.name}, ${currency.symbol}, ${currency.address},
          ${currency.decimals}, ${currency.peg}, ${currency.rate}::numeric, ${position === 0}, ${position})
        on conflict (network_uuid, address) do nothing`;
    }
    const [{ count }] = (await tx`select count(*)::int as count from category`) as unknown as [{ count: number }];
    if (count === 0)
      for (const [position, [name, nameUkr]] of CATEGORIES.entries())
        await tx`insert into category (uuid, name, name_ukr, position) values (${uuidv7()}, ${name}, ${nameUkr}, ${position}) on conflict do nothing`;
  });
};

export type CategoryChange = {
  name?: string | undefined;
  nameUkr?: string | undefined;
  isEnabled?: boolean | undefined;
};
/** Adds a category after all others. */
export const insertCategory = (tx: Tx, uuid: string, name: string, nameUkr: string) => tx`
  insert into category (uuid, name, name_ukr, position)
  select ${uuid}, ${name}, ${nameUkr}, coalesce(max(position), -1) + 1 from category`;
/** Changes the given fields and leaves the others. */
export const updateCategory = (tx: Tx, uuid: string, change: CategoryChange) => tx`
  update category set name = coalesce(${change.name ?? null}, name), name_ukr = coalesce(${change.nameUkr ?? null}, name_ukr),
    is_enabled = coalesce(${change.isEnabled ?? null}, is_enabled) where uuid = ${uuid}`;
export const deleteCategory = (tx: Tx, uuid: string) => tx`delete from category where uuid = ${uuid}`;

export type NewCurrency = {
  uuid: string;
  networkUuid: string;
  name: string;
  symbol: string;
  /** Lower-case. */
  address: string;
  decimals: number;
  peg: Peg;
  rate: string;
};
/** Adds a currency after all others. */
export const insertCurrency = (tx: Tx, currency: NewCurrency) => tx`
  insert into currency (uuid, network_uuid, name, symbol, address, decimals, peg, eth_rate, position)
  select ${currency.uuid}, ${currency.networkUuid}, ${currency.name}, ${currency.symbol}, ${currency.address}, ${currency.decimals},
    ${currency.peg}, ${currency.rate}::numeric, coalesce(max(position), -1) + 1 from currency`;
/** Takes the default from the network’s currency, unless it is `except`. */
export const clearDefaultCurrency = (tx: Tx, networkUuid: string, except: string) =>
  tx`update currency set is_default = false where network_uuid = ${networkUuid} and is_default and uuid <> ${except}`;
/** Changes the given fields; `rate` is ether per unit of the currency, null to leave it. */
export const updateCurrency = (
  tx: Tx,
  uuid: string,
  change: {
    name?: string | undefined;
    peg?: Peg | undefined;
    rate: string | null;
    isEnabled: boolean;
    isDefault?: true | undefined;
  },
) => tx`
  update currency set name = coalesce(${change.name ?? null}, name), peg = coalesce(${change.peg ?? null}, peg),
    eth_rate = coalesce(${change.rate}::numeric, eth_rate), is_enabled = ${change.isEnabled}, is_default = is_default or ${change.isDefault ?? false}
  where uuid = ${uuid}`;

export type NetworkFields = { humanName: string; rpcUrl: string; explorerUrl: string | null; nativeSymbol: string };
/** Adds a network after all others, switched off. */
export const insertNetwork = (tx: Tx, uuid: string, network: NetworkFields & { name: string; chainId: number }) => tx`
  insert into network (uuid, name, human_name, chain_id, rpc_url, explorer_url, native_symbol, is_enabled, position)
  select ${uuid}, ${network.name}, ${network.humanName}, ${network.chainId}, ${network.rpcUrl}, ${network.explorerUrl},
    ${network.nativeSymbol}, false, coalesce(max(position), -1) + 1 from network`;
export type NetworkChange = { [Field in keyof NetworkFields]?: NetworkFields[Field] | undefined } & {
  isEnabled?: boolean | undefined;
};
/** Changes the given fields and leaves the others; an explorer of null removes it. */
export const updateNetwork = (tx: Tx, uuid: string, change: NetworkChange) => tx`
  update network set human_name = coalesce(${change.humanName ?? null}, human_name), rpc_url = coalesce(${change.rpcUrl ?? null}, rpc_url),
    explorer_url = ${change.explorerUrl === undefined ? tx`explorer_url` : change.explorerUrl},
    native_symbol = coalesce(${change.nativeSymbol ?? null}, native_symbol), is_enabled = coalesce(${change.isEnabled ?? null}, is_enabled)
  where uuid = ${uuid}`;
