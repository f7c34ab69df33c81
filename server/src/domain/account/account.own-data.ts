import type { OwnData } from '../../platform/own-data.ts';
import { clearRecoveries } from './account.recovery.store.ts';
import { clearOperationsAccount } from './account.store.ts';

/** The operations of a user's smart account, and its recoveries. */
export const accountOwnData: OwnData = {
  tables: ['user_operation', 'recovery'],
  topics: {
    'account-operations': (sql, { uuid }) => sql`
      select hash as key, hash, chain_id, sender, nonce::text as nonce, operation, failure, tx_hash, block_number, created_at
      from user_operation where account_uuid = ${uuid}`,
    recoveries: (sql, { uuid }) => sql`
      select uuid::text as key, uuid, account, key as new_key, status, reminders, created_at, confirmed_at from recovery where user_uuid = ${uuid}`,
  },
  erase: async (tx, { uuid }) => {
    await clearOperationsAccount(tx, uuid);
    await clearRecoveries(tx, uuid);
  },
};
