/** A part of a wallet's money that goes to another address, and the part that its bids take. */
import { erc20Abi } from '@skarb/contracts/abi';
import type { Transfer } from '@skarb/schema/auth';
import { fromBaseUnits, toBaseUnits } from '@skarb/schema/money';
import { encodeFunctionData, getAddress, type Address } from 'viem';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalidField, notFound, refusedField } from '../../platform/http/app-error.ts';
import { isSmartAccount, takesCoin } from '../account/account.view.ts';
import { requireWallet } from '../auth/auth.view.ts';
import { sumBids } from '../offer/offer.rows.ts';
import { balanceOf } from './wallet.chain.ts';
import { checkReceiver } from '../token/token.receiver.ts';

type Asked = { currencyUuid: string; amount: string; to: string };

/**
 * The step that sends an amount of one currency from a user's wallet. Money that open offers need may be sent, too.
 * @throws AppError 400 naming `amount` or `to`, 404, 422 without a wallet, 503
 */
export const readTransfer = async (
  context: Pick<Context, 'config' | 'db' | 'chain'>,
  userUuid: string,
  { currencyUuid, amount, to }: Asked,
): Promise<Transfer> => {
  const { config, db, chain } = context;
  const wallet = (await requireWallet(db.sql, userUuid)) as Address;
  type Row = { uuid: string; name: string; symbol: string; decimals: number; address: Address | null };
  const [found] = await db.sql<Row[]>`
    select c.uuid, c.name, c.symbol, c.decimals, c.address from currency c join network n on n.uuid = c.network_uuid
    where c.uuid = ${currencyUuid} and n.chain_id = ${config.chain.id}`;
  if (!found) throw notFound('currency');
  const { address, ...currency } = found;
  const { symbol, decimals } = currency;
  if ((amount.split('.')[1]?.length ?? 0) > decimals)
    throw invalidField('amount', 'maxDecimals', `${symbol} has ${decimals} decimals`);
  const receiver = await checkReceiver(context, wallet, to);
  if (address === null && (await isSmartAccount(db.sql, wallet)) && !(await takesCoin(context, receiver)))
    throw refusedField(
      'to',
      'transfer.contract',
      `${symbol} can only be sent to wallets, and this is another contract`,
    );
  const units = toBaseUnits(amount, decimals);
  const [held, promised] = await Promise.all([
    balanceOf(chain, address, wallet),
    sumBids(db.sql, wallet, currencyUuid, null),
  ]);
  const balance = fromBaseUnits(held, decimals);
  if (units > held) throw refusedField('amount', 'transfer.balance', `The wallet has ${balance} ${symbol}`);
  const there = getAddress(receiver);
  return {
    currency,
    amount,
    to: there,
    left: fromBaseUnits(held - units, decimals),
    promised: fromBaseUnits(promised, decimals),
    steps: [
      {
        id: 'send-money',
        kind: 'transaction',
        description: `Send ${amount} ${symbol}`,
        status: 'incomplete',
        chainId: config.chain.id,
        ...(address === null
          ? { to: there, data: '0x', value: String(units) }
          : {
              to: getAddress(address),
              data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, units] }),
              value: '0',
            }),
      },
    ],
  };
};

/** What a user's open bids in a currency take together. @throws AppError 404, 422 without a wallet */
export const readPromised = async (sql: Tx, userUuid: string, currencyUuid: string): Promise<{ promised: string }> => {
  const wallet = await requireWallet(sql, userUuid);
  const [found] = await sql<{ decimals: number }[]>`select decimals from currency where uuid = ${currencyUuid}`;
  if (!found) throw notFound('currency');
  return { promised: fromBaseUnits(await sumBids(sql, wallet, currencyUuid, null), found.decimals) };
};
