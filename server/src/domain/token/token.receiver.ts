import { isAddress, zeroAddress, type Address } from 'viem';
import type { Context } from '../../context.ts';
import { refusedField } from '../../platform/http/app-error.ts';
import { lower } from '../../platform/chain/address.ts';

/**
 * The address that receives what a wallet sends: not the wallet itself, and no contract that keeps it for good.
 * @param field as the caller named it
 * @throws AppError 400 naming the field
 */
export const checkReceiver = async (
  { config, db }: Pick<Context, 'config' | 'db'>,
  wallet: Address,
  to: string,
  field = 'to',
): Promise<Address> => {
  const refuse = (code: string, message: string) => refusedField(field, code, message);
  // The checksum finds typing errors.
  if (!isAddress(to)) throw refuse('holdings.mistyped', 'The address is mistyped: its checksum is wrong');
  const receiver = lower(to);
  if (receiver === wallet) throw refuse('holdings.own', 'This is the address that everything is at already');
  const contracts = [zeroAddress, ...Object.values(config.deployment).map((value) => String(value).toLowerCase())];
  const isContract =
    contracts.includes(receiver) ||
    (
      await db.sql`select 1 from collection_contract where address = ${receiver}
        union all select 1 from currency where address = ${receiver} limit 1`
    ).length > 0;
  if (isContract) throw refuse('holdings.contract', 'Nobody could get it back from this address');
  return receiver;
};
