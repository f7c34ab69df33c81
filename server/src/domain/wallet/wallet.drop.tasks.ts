import type { Address } from 'viem';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { TaskHandler } from '../operator/operator.registry.ts';
import { enqueueTask } from '../operator/operator.store.ts';
import { findDropValue, insertDrop, recentDrops, setDropMined, withdrawDrop } from './wallet.drop.store.ts';

/** Stores a drop together with the operator's task to send it. @returns whether neither person nor wallet had one */
export const promiseDrop = async (
  tx: Tx,
  drop: { chainId: number; wallet: Address; userUuid: string; value: bigint },
): Promise<boolean> => {
  if (!(await insertDrop(tx, drop))) return false;
  const { chainId, wallet, userUuid, value } = drop;
  await enqueueTask(tx, { chainId, kind: 'drop', subject: wallet, account: userUuid, value });
  return true;
};

/** The operator sends native coin for a first network fee. The subject is the wallet. */
export const dropTask = ({ config, db: { sql } }: Pick<Context, 'config' | 'db'>): TaskHandler => {
  const chainId = config.chain.id;
  return {
    kind: 'drop',
    build: async ([wallet = '']) => {
      const value = await findDropValue(sql, chainId, wallet);
      return value === undefined ? null : { to: wallet as Address, data: '0x', value };
    },
    done: (tx) =>
      tx`exists (select 1 from gas_drop d where d.chain_id = task.chain_id and d.wallet = task.subject and d.tx_hash is not null)`,
    undone: (tx) =>
      tx`exists (select 1 from gas_drop d where d.chain_id = task.chain_id and d.wallet = task.subject and d.tx_hash is null and d.failure is null)`,
    once: {
      mined: (tx, wallet, txHash) => setDropMined(tx, chainId, wallet, txHash),
      recent: recentDrops,
      reverted: (tx, wallet) => setDropMined(tx, chainId, wallet, null),
    },
    handBack: (tx, wallet, code) => withdrawDrop(tx, chainId, wallet, code),
  };
};
