import { uuidv7 } from 'uuidv7';
import type { Config } from '../../config.ts';
import type { Sql } from '../../platform/db/database.ts';

const NETWORKS: Record<number, { name: string; humanName: string; explorerUrl: string | null }> = {
  137: { name: 'polygon', humanName: 'Polygon', explorerUrl: 'https://polygonscan.com' },
  80001: { name: 'local', humanName: 'Local chain', explorerUrl: null },
  80002: { name: 'amoy', humanName: 'Polygon Amoy', explorerUrl: 'https://amoy.polygonscan.com' },
};

const CATEGORIES = ['Ornament', 'Abstract', 'Landscape', 'Astronomy', 'Folk painting', 'Characters'];

/** Brings the chain of the settings, its currencies and the first categories into the database. Idempotent. */
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
    // Rates until a price source is read: see config.price.
    const currencies = [
      { name: 'ETH', symbol: 'WETH', address: deployment.weth as string | null, decimals: 18, rate: '1' },
      { name: 'USDC', symbol: 'USDC', address: deployment.usdc, decimals: 6, rate: String(1 / price.ethUsd) },
      {
        name: deployment.nativeSymbol,
        symbol: deployment.nativeSymbol,
        address: null,
        decimals: 18,
        rate: String(price.polUsd / price.ethUsd),
      },
    ];
    for (const [position, currency] of currencies.entries()) {
      await tx`
        insert into currency (uuid, network_uuid, name, symbol, address, decimals, eth_rate, is_default, position)
        values (${uuidv7()}, ${networkUuid}, ${currency.name}, ${currency.symbol}, ${currency.address},
          ${currency.decimals}, ${currency.rate}::numeric, ${position === 0}, ${position})
        on conflict (network_uuid, address) do nothing`;
    }
    const [{ count }] = (await tx`select count(*)::int as count from category`) as unknown as [{ count: number }];
    if (count === 0)
      for (const [position, name] of CATEGORIES.entries())
        await tx`insert into category (uuid, name, position) values (${uuidv7()}, ${name}, ${position}) on conflict do nothing`;
  });
};
