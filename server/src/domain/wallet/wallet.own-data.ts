import type { OwnData } from '../../platform/own-data.ts';
import { clearDropUser } from './wallet.drop.store.ts';

/** The network fee that the marketplace paid for a user's wallet. */
export const walletOwnData: OwnData = {
  tables: ['gas_drop'],
  topics: {
    'gas-drops': (sql, { uuid }) => sql`
      select wallet as key, chain_id, wallet, value::text as value, tx_hash, failure, created_at from gas_drop where user_uuid = ${uuid}`,
  },
  erase: (tx, { uuid }) => clearDropUser(tx, uuid),
};
