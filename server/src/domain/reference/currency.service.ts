import type { AdminCurrency, CurrencyContract, Peg } from '@skarb/schema/admin';
import { uuidv7 } from 'uuidv7';
import { erc20Abi, getAddress, type Address } from 'viem';
import type { Context } from '../../context.ts';
import { reading, isChainUnavailable } from '../../platform/chain/client.ts';
import type { Tx } from '../../platform/db/database.ts';
import { conflict, invalidField, notFound, unprocessable } from '../../platform/http/app-error.ts';
import { addJob } from '../../platform/queue/queue.ts';
import { changes, recordAudit } from '../audit/audit.service.ts';
import { clearDefaultCurrency, insertCurrency, putInOrder, rateOf, updateCurrency } from './reference.store.ts';

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

/** The currencies that the marketplace is deployed with: their names and pegs are fixed. */
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

const readCurrencies = (sql: Tx, uuid?: string) => sql<Row[]>`
  select c.*, n.human_name as network_name, n.chain_id from currency c join network n on n.uuid = c.network_uuid
  where ${uuid === undefined ? sql`true` : sql`c.uuid = ${uuid}`} order by c.position, c.uuid`;

/** All currencies in their order, including those that are switched off. */
export const listAllCurrencies = async ({ config, db }: Needs) =>
  (await readCurrencies(db.sql)).map((row) => toCurrency(config, row));

const readCurrency = async (tx: Tx, config: Context['config'], uuid: string): Promise<AdminCurrency> => {
  const [row] = await readCurrencies(tx, uuid);
  if (!row) throw notFound('currency');
  return toCurrency(config, row);
};

/** The most decimals of an amount on the wire. */
const DECIMALS_MAX = 18;
const SYMBOL = /^[\p{L}\p{N}.$₮_-]{1,16}$/u;
const noToken = () =>
  unprocessable('currency.notToken', 'No ERC-20 token answers at this address on this server’s chain');

/**
 * Reads symbol and decimals from a token contract; no other source is trusted for them.
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
      throw isChainUnavailable(error) ? error : noToken();
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
 * Adds a token of this server's chain as a currency, after all others.
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
    const rate = await rateOf(tx, config, peg);
    await insertCurrency(tx, { uuid, networkUuid, name, symbol, address: address.toLowerCase(), decimals, peg, rate });
    await recordAudit(tx, {
      adminUuid,
      act: 'currency.add',
      subjectType: 'currency',
      subjectUuid: uuid,
      detail: { name, symbol, address, decimals, peg },
    });
    return readCurrency(tx, config, uuid);
  });
};

/** Users would confuse two currencies with the same name or symbol. */
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
 * Edits a currency. Switched off, it prices no new offers; existing offers are still paid in it.
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
    // Serializes edits: the default flag spans several rows.
    await tx`select 1 from currency order by uuid for update`;
    const [before] = await readCurrencies(tx, uuid);
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
    if (change.isDefault) await clearDefaultCurrency(tx, before.network_uuid, uuid);
    const rate = change.peg && change.peg !== before.peg ? await rateOf(tx, config, change.peg) : null;
    await updateCurrency(tx, uuid, { ...change, rate, isEnabled });
    if (isRenamed) await addJob(tx, 'redraw-tokens', { by: 'currency', uuid }, { key: `rebuild:${uuid}` });
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
    return readCurrency(tx, config, uuid);
  });

/** Puts all currencies in this order. @throws AppError 409 `order.stale` */
export const orderCurrencies = ({ db }: Needs, adminUuid: string, uuids: string[]) =>
  putInOrder(db.sql, 'currency', adminUuid, uuids);
