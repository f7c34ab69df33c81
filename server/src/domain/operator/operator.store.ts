import { uuidv7 } from 'uuidv7';
import type { Tx } from '../../platform/db/database.ts';

export type TaskKind = 'mint' | 'cancel';
export type TaskIntent = {
  chainId: number;
  kind: TaskKind;
  /** mint: the token's uuid; cancel: the order's hash. */
  subject: string;
};

/**
 * Writes down that the operator has to do something on chain. Idempotent: one row an intent. One that was done
 * or given up is taken up again; one that is on its way is left alone.
 */
export const enqueueTask = async (tx: Tx, { chainId, kind, subject }: TaskIntent): Promise<void> => {
  await tx`
    insert into operator_task (uuid, chain_id, kind, subject) values (${uuidv7()}, ${chainId}, ${kind}, ${subject})
    on conflict (kind, subject) do update
      set status = 'pending', attempts = 0, last_error = null, tx_hash = null, run_at = now(), updated_at = now()
      where operator_task.status in ('done', 'failed')`;
};
