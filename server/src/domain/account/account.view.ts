import type { Address, Hex } from 'viem';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isAccountCode } from './account.operation.rules.ts';

/** The user whose wallet an account is; undefined if nobody's. */
export const findAccountOwner = async (
  sql: Tx,
  account: Address,
): Promise<{ uuid: string; isBlocked: boolean } | undefined> => {
  const [row] = await sql<{ uuid: string; is_blocked: boolean }[]>`
    select uuid, blocked_at is not null as is_blocked from app_user where metamask_wallet = ${account}`;
  return row && { uuid: row.uuid, isBlocked: row.is_blocked };
};

/** Whether the marketplace knows a smart account at this address, deployed or not yet. */
export const isSmartAccount = async (sql: Tx, address: Address): Promise<boolean> =>
  (await sql`select 1 from smart_account where address = ${address}`).length > 0;

/** Whether native coin that a smart account sends there runs no code of others: only then the marketplace pays for it. */
export const takesCoin = async (
  { config, chain }: Pick<Context, 'config' | 'chain'>,
  to: Address,
): Promise<boolean> => {
  const code = await chain.rpc<Hex>('eth_getCode', [to, 'latest']);
  return code === '0x' || (!!config.accounts && isAccountCode(code, config.accounts));
};

/** Those of these addresses that are currencies, and those that are contracts of collections, of the marketplace. */
export const readKnownTokens = async (
  sql: Tx,
  chainId: number,
  addresses: readonly string[],
): Promise<{ currencies: Set<string>; collections: Set<string> }> => {
  const rows = await sql<{ address: string; is_currency: boolean }[]>`
    select c.address, true as is_currency from currency c join network n on n.uuid = c.network_uuid
    where n.chain_id = ${chainId} and c.address = any(${addresses as string[]}::text[])
    union all
    select address, false from collection_contract where chain_id = ${chainId} and address = any(${addresses as string[]}::text[])`;
  const of = (isCurrency: boolean) =>
    new Set(rows.filter((row) => row.is_currency === isCurrency).map(({ address }) => address));
  return { currencies: of(true), collections: of(false) };
};
