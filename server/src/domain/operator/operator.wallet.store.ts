import type { Address } from 'viem';
import type { Tx } from '../../platform/db/database.ts';

/**
 * Records what the operator's wallet holds (wei) and the gas price (wei), for the admin dashboard.
 * @returns whether the admins were already warned about a low balance
 */
export const recordWallet = async (
  tx: Tx,
  { chainId, address, balance, gasPrice }: { chainId: number; address: Address; balance: bigint; gasPrice: bigint },
): Promise<boolean> => {
  const [wallet] = await tx<{ alarmed_at: Date | null }[]>`
    insert into operator_wallet (chain_id, address, balance, gas_price)
    values (${chainId}, ${address.toLowerCase()}, ${String(balance)}, ${String(gasPrice)})
    on conflict (chain_id) do update set address = excluded.address, balance = excluded.balance, gas_price = excluded.gas_price, seen_at = now()
    returning alarmed_at`;
  return !!wallet?.alarmed_at;
};

/** Remembers that the admins were warned about a low balance, or that the balance is high enough again. */
export const setAlarm = async (tx: Tx, chainId: number, isOn: boolean): Promise<void> => {
  await tx`update operator_wallet set alarmed_at = ${isOn ? tx`now()` : null} where chain_id = ${chainId}`;
};
