import type { OwnData } from '../../platform/own-data.ts';
import { clearOperationsAccount } from './account.store.ts';

/** The operations of a user's smart account. */
export const accountOwnData: OwnData = {
  tables: ['user_operation'],
  topics: {
    'account-operations': (sql, { uuid }) => sql`
      select hash as key, hash, chain_id, sender, nonce::text as nonce, operation, failure, tx_hash, block_number, created_at
      from user_operation where account_uuid = ${uuid}`,
  },
  erase: (tx, { uuid }) => clearOperationsAccount(tx, uuid),
};
