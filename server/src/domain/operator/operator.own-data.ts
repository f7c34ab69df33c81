import type { OwnData } from '../../platform/own-data.ts';
import { clearSpendAccount } from './operator.spend.store.ts';
import { clearTasksAccount } from './operator.store.ts';

/** The operator's tasks and costs for an account. */
export const operatorOwnData: OwnData = {
  tables: ['operator_task', 'operator_spend'],
  topics: {
    'paid-transactions': (sql, { uuid }) => sql`
      select tx_hash || ' ' || task_uuid as key, tx_hash, chain_id, kind, gas::text as gas, wei::text as wei, sent_at from operator_spend where account_uuid = ${uuid}`,
    'operator-tasks': (sql, { uuid }) => sql`
      select uuid::text as key, chain_id, kind, subject, status, tx_hash, created_at, updated_at from operator_task where account_uuid = ${uuid}`,
  },
  erase: async (tx, { uuid }) => {
    await clearTasksAccount(tx, uuid);
    await clearSpendAccount(tx, uuid);
  },
};
