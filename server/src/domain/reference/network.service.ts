import type { AdminNetwork } from '@skarb/schema/admin';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../../context.ts';
import { createChainClient } from '../../platform/chain/client.ts';
import { isUniqueViolation, type Tx } from '../../platform/db/database.ts';
import { conflict, notFound, unprocessable } from '../../platform/http/app-error.ts';
import { postPublic, PrivateAddressError } from '../../platform/http/public-fetch.ts';
import { addJob } from '../../platform/queue/queue.ts';
import { changes, recordAudit } from '../audit/audit.service.ts';
import { insertNetwork, putInOrder, updateNetwork, type NetworkChange, type NetworkFields } from './reference.store.ts';

type Needs = Pick<Context, 'config' | 'db'>;
type Row = {
  uuid: string;
  name: string;
  human_name: string;
  chain_id: number;
  rpc_url: string;
  explorer_url: string | null;
  native_symbol: string;
  is_enabled: boolean;
};
const toNetwork = (config: Context['config'], row: Row): AdminNetwork => ({
  uuid: row.uuid,
  name: row.name,
  humanName: row.human_name,
  chainId: row.chain_id,
  rpcUrl: row.rpc_url,
  explorerUrl: row.explorer_url,
  nativeSymbol: row.native_symbol,
  isEnabled: row.is_enabled,
  isRunning: row.chain_id === config.chain.id,
});

const readNetworks = (sql: Tx, uuid?: string) => sql<Row[]>`
  select * from network where ${uuid === undefined ? sql`true` : sql`uuid = ${uuid}`} order by position, created_at, uuid`;

/** All networks in their order, including those that are switched off. */
export const listAllNetworks = async ({ config, db }: Needs) =>
  (await readNetworks(db.sql)).map((row) => toNetwork(config, row));

const readNetwork = async (tx: Tx, config: Context['config'], uuid: string): Promise<AdminNetwork> => {
  const [row] = await readNetworks(tx, uuid);
  if (!row) throw notFound('network');
  return toNetwork(config, row);
};

const TIMEOUT_MS = 8000;

/** In production the server does not request addresses of private networks. @throws AppError 422 `network.rpcPrivate` */
const readChainId = async (config: Context['config'], rpcUrl: string, chainId: number): Promise<unknown> => {
  if (!config.isProduction) return createChainClient({ id: chainId, rpcUrl }).rpc<string>('eth_chainId', []);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  return (JSON.parse(await postPublic(rpcUrl, body, TIMEOUT_MS)) as { result?: unknown } | null)?.result;
};

/**
 * Refuses an RPC of another chain: wallets would send transactions there.
 * @throws AppError 422 `network.rpcPrivate`, `network.rpcAway`, `network.rpcOther`
 */
const checkRpc = async (config: Context['config'], rpcUrl: string, chainId: number): Promise<void> => {
  const answered = await readChainId(config, rpcUrl, chainId).catch((error: unknown) => {
    if (error instanceof PrivateAddressError)
      throw unprocessable('network.rpcPrivate', 'This RPC address leads to a private network');
    return null;
  });
  if (typeof answered !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(answered))
    throw unprocessable('network.rpcAway', 'No node of a chain answers at this RPC address');
  if (Number(answered) !== chainId)
    throw unprocessable(
      'network.rpcOther',
      `The node at this address serves chain ${Number(answered)}, not ${chainId}`,
    );
};

const taken = () => conflict('network.taken', 'There is a network of this name or chain id already');

/** Adds a network, switched off. @throws AppError 409 `network.taken`, 422 as checkRpc */
export const addNetwork = async (
  { config, db }: Needs,
  adminUuid: string,
  network: NetworkFields & { name: string; chainId: number },
): Promise<AdminNetwork> => {
  await checkRpc(config, network.rpcUrl, network.chainId);
  const uuid = uuidv7();
  try {
    return await db.sql.begin(async (tx) => {
      await insertNetwork(tx, uuid, network);
      await recordAudit(tx, {
        adminUuid,
        act: 'network.add',
        subjectType: 'network',
        subjectUuid: uuid,
        detail: { name: network.humanName, chainId: network.chainId },
      });
      return readNetwork(tx, config, uuid);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error;
  }
};

/**
 * Edits a network. The network that this server follows stays on; the settings hold its addresses.
 * @throws AppError 404, 409 `network.running`, `network.fromSettings`, 422 as checkRpc
 */
export const editNetwork = async (
  { config, db }: Needs,
  adminUuid: string,
  uuid: string,
  change: NetworkChange,
): Promise<AdminNetwork> => {
  const before = await readNetwork(db.sql, config, uuid);
  const differs = (field: keyof NetworkFields) => change[field] !== undefined && change[field] !== before[field];
  if (before.isRunning && change.isEnabled === false)
    throw conflict('network.running', 'This server works on this network: it cannot be switched off');
  if (before.isRunning && (differs('rpcUrl') || differs('explorerUrl') || differs('nativeSymbol')))
    throw conflict('network.fromSettings', 'Addresses of the network this server works on are set in its settings');
  if (differs('rpcUrl')) await checkRpc(config, change.rpcUrl as string, before.chainId);
  return db.sql.begin(async (tx) => {
    await updateNetwork(tx, uuid, change);
    if (differs('humanName')) await addJob(tx, 'redraw-tokens', { by: 'network', uuid }, { key: `rebuild:${uuid}` });
    await recordAudit(tx, {
      adminUuid,
      act: 'network.edit',
      subjectType: 'network',
      subjectUuid: uuid,
      detail: changes(before, change),
    });
    return readNetwork(tx, config, uuid);
  });
};

/** Puts all networks in this order. @throws AppError 409 `order.stale` */
export const orderNetworks = ({ db }: Needs, adminUuid: string, uuids: string[]) =>
  putInOrder(db.sql, 'network', adminUuid, uuids);
