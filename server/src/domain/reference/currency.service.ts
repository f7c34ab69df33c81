import type { AdminCurrency, CurrencyContract, Peg } from '@skarb/schema/admin';
import { uuidv7 } from 'uuidv7';
import { erc20Abi, getAddress, type Address } from 'viem';
import type { Context } from '../../context.ts';
import { reading, isChainAway } from '../../platform/chain/client.ts';
import type { Tx } from '../../platform/db/database.ts';
import { conflict, invalidField, notFound, unprocessable } from '../../platform/http/app-error.ts';
import { addJob } from '../../platform/queue/queue.ts';
import { recordAudit } from '../audit/audit.ts';
import { changes } from './category.service.ts';
import { putInOrder, rateOf } from './reference.store.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;
type Row = {
  uuid: string;
  name: string;
  symbol: string;
  network_uuid: string;
  network_name: string;
  chain_id: number;
  address: Address | null;
  decimals: number;
  peg: Peg;
  is_default: boolean;
  is_enabled: boolean;
  created_at: Date;
};

/** The currencies the marketplace was set up with: the rest of it counts on their names and worth. */
const isBuiltIn = ({ deployment }: Context['config'], { address }: Pick<Row, 'address'>) =>
  address === null || address === deployment.weth || address === deployment.usdc;

const toCurrency = (config: Context['config'], row: Row): AdminCurrency => ({
  uuid: row.uuid,
  name: row.name,
  symbol: row.symbol,
  networkUuid: row.network_uuid,
  networkName: row.network_name,
  address: row.address && getAddress(row.address),
  decimals: row.decimals,
  peg: row.peg,
  isDefault: row.is_default,
  isEnabled: row.is_enabled,
  isBuiltIn: isBuiltIn(config, row),
  createdAt: row.created_at.toISOString(),
});

const read = (sql: Tx, uuid?: string) => sql<Row[]>`
  select c.*, n.human_name as network_name, n.chain_id from currency c join network n on n.uuid = c.network_uuid
  where ${uuid === undefined ? sql`true` : sql`c.uuid = ${uuid}`} order by c.position, c.uuid`;

/** All currencies, those that are off too, in their order. */
export const listAllCurrencies = async ({ config, db }: Needs) =>
  (await read(db.sql)).map((row) => toCurrency(config, row));

const one = async (tx: Tx, config: Context['config'], uuid: string): Promise<AdminCurrency> => {
  const [row] = await read(tx, uuid);
  if (!row) throw notFound('currency');
  return toCurrency(config, row);
};

/** Amounts on the wire have at most so many decimals. */
const DECIMALS_MAX = 18;
const SYMBOL = /^[\p{L}\p{N}.$₮_-]{1,16}$/u;
/** Asked for its own balance: whoever cannot tell is no ERC-20 token. */
const noToken = () =>
  unprocessable('currency.notToken', 'No ERC-20 token answers at this address on this server’s chain');

/**
 * What a token contract says of itself: nothing about it is believed from anywhere else.
 * @throws AppError 422 `currency.notToken`, `currency.decimals`, `currency.symbol`; 503
 */
export const readCurrencyContract = async (
  { chain }: Pick<Needs, 'chain'>,
  text: string,
): Promise<CurrencyContract> => {
  const address = getAddress(text.toLowerCase());
  const ask = { address, abi: erc20Abi } as const;
  const [symbol, decimals] = await reading(async () => {
    try {
      return await Promise.all([
        chain.public.readContract({ ...ask, functionName: 'symbol' }),
        chain.public.readContract({ ...ask, functionName: 'decimals' }),
        chain.public.readContract({ ...ask, functionName: 'balanceOf', args: [address] }),
        chain.public.readContract({ ...ask, functionName: 'allowance', args: [address, address] }),
      ]);
    } catch (error) {
      throw isChainAway(error) ? error : noToken();
    }
  });
  if (decimals > DECIMALS_MAX)
    throw unprocessable(
      'currency.decimals',
      `This token has ${decimals} decimals; at most ${DECIMALS_MAX} can be used`,
    );
  if (!SYMBOL.test(symbol))
    throw unprocessable('currency.symbol', 'The symbol of this token is empty or cannot be shown');
  return { address, symbol, decimals };
};

/**
 * Adds a token of this server's chain as a currency, behind all others.
 * @throws AppError as readCurrencyContract, 409 `currency.exists`, `currency.taken`
 */
export const addCurrency = async (
  needs: Needs,
  adminUuid: string,
  { address: text, name, peg }: { address: string; name: string; peg: Peg },
): Promise<AdminCurrency> => {
  const { config, db } = needs;
  const { address, symbol, decimals } = await readCurrencyContract(needs, text);
  const uuid = uuidv7();
  return db.sql.begin(async (tx) => {
    const [network] = await tx<{ uuid: string }[]>`
      select uuid from network where chain_id = ${config.chain.id} for update`;
    const networkUuid = network?.uuid as string;
    const [same] = await tx`
      select 1 from currency where network_uuid = ${networkUuid} and address = ${address.toLowerCase()}`;
    if (same) throw conflict('currency.exists', 'This token is a currency already');
    await refuseTaken(tx, networkUuid, name, symbol);
    await tx`insert into currency (uuid, network_uuid, name, symbol, address, decimals, peg, eth_rate, position)
      select ${uuid}, ${networkUuid}, ${name}, ${symbol}, ${address.toLowerCase()}, ${decimals}, ${peg}, ${await rateOf(tx, config, peg)}::numeric,
        coalesce(max(position), -1) + 1 from currency`;
    await recordAudit(tx, {
      adminUuid,
      act: 'currency.add',
      subjectType: 'currency',
      subjectUuid: uuid,
      detail: { name, symbol, address, decimals, peg },
    });
    return one(tx, config, uuid);
  });
};

/** Two currencies that look the same would be mistaken for each other. */
const refuseTaken = async (tx: Tx, networkUuid: string, name: string, symbol?: string, except?: string) => {
  const [taken] = await tx<{ name: string }[]>`
    select name from currency where network_uuid = ${networkUuid} and uuid is distinct from ${except ?? null}
      and (lower(name) in (${name.toLowerCase()}, ${(symbol ?? name).toLowerCase()})
        or lower(symbol) in (${name.toLowerCase()}, ${(symbol ?? name).toLowerCase()})) limit 1`;
  if (taken)
    throw conflict(
      'currency.taken',
      `The currency ${taken.name} has this name or symbol already: they would be mistaken`,
    );
};

/**
 * Edits a currency. Off, nothing new can be priced in it; what stands in it is still paid in it.
 * @throws AppError 400, 404, 409 `currency.default`, `currency.builtIn`, `currency.taken`
 */
export const editCurrency = async (
  { config, db }: Needs,
  adminUuid: string,
  uuid: string,
  change: {
    name?: string | undefined;
    peg?: Peg | undefined;
    isEnabled?: boolean | undefined;
    isDefault?: true | undefined;
  },
): Promise<AdminCurrency> =>
  db.sql.begin(async (tx) => {
    // One edit at a time: the default is one of several rows.
    await tx`select 1 from currency order by uuid for update`;
    const [before] = await read(tx, uuid);
    if (!before) throw notFound('currency');
    const isRenamed = change.name !== undefined && change.name !== before.name;
    if (isBuiltIn(config, before) && (isRenamed || (change.peg !== undefined && change.peg !== before.peg)))
      throw conflict('currency.builtIn', 'The marketplace was set up with this currency: its name and worth stay');
    const isEnabled = change.isEnabled ?? before.is_enabled;
    if (!isEnabled && (before.is_default || change.isDefault))
      throw conflict('currency.default', 'This is the default currency: make another one the default first');
    if (change.isDefault && before.address === null)
      throw invalidField('isDefault', 'isErc20', 'bids and auctions need an ERC-20 token as the default');
    if (isRenamed) await refuseTaken(tx, before.network_uuid, change.name as string, undefined, uuid);
    if (change.isDefault)
      await tx`update currency set is_default = false where network_uuid = ${before.network_uuid} and is_default and uuid <> ${uuid}`;
    const rate = change.peg && change.peg !== before.peg ? await rateOf(tx, config, change.peg) : null;
    await tx`update currency set name = coalesce(${change.name ?? null}, name), peg = coalesce(${change.peg ?? null}, peg),
      eth_rate = coalesce(${rate}::numeric, eth_rate), is_enabled = ${isEnabled}, is_default = is_default or ${change.isDefault ?? false}
      where uuid = ${uuid}`;
    if (isRenamed) await addJob(tx, 'redraw-tokens', { by: 'currency', uuid }, { key: `redraw:${uuid}` });
    await recordAudit(tx, {
      adminUuid,
      act: 'currency.edit',
      subjectType: 'currency',
      subjectUuid: uuid,
      detail: changes(
        { name: before.name, peg: before.peg, isEnabled: before.is_enabled, isDefault: before.is_default },
        change,
      ),
    });
    return one(tx, config, uuid);
  });

/** Puts all currencies in this order. @throws AppError 409 `order.stale` */
export const orderCurrencies = ({ db }: Needs, adminUuid: string, uuids: string[]) =>
  putInOrder(db.sql, 'currency', adminUuid, uuids);
