import { anonymizeTransactionsOf } from './transaction.store.ts';
import type { OwnData } from '../../platform/own-data.ts';

export const transactionOwnData: OwnData = {
  tables: ['followed_transaction'],
  topics: {
    transactions: (sql, { uuid }) => sql`
      select tx_hash as key, tx_hash, chain_id, status, reason, code, created_at, updated_at from followed_transaction where user_uuid = ${uuid}`,
  },
  erase: async (tx, { uuid }) => {
    await anonymizeTransactionsOf(tx, uuid);
  },
};
