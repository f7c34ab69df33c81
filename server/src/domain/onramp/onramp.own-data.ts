import type { OwnData } from '../../platform/own-data.ts';
import { deleteOrdersOf } from './onramp.store.ts';

/** Purchases by card. The provider keeps its own records. */
export const onrampOwnData: OwnData = {
  tables: ['onramp_order'],
  topics: {
    'card-orders': (sql, { uuid }) => sql`
      select o.uuid::text as key, o.uuid, o.provider, o.status, c.symbol as currency, c.decimals, o.amount::text as amount, o.address,
        o.received::text as received, o.fiat_amount::text as fiat_amount, o.fiat_currency, o.payment_id, o.tx_hash, o.failure, o.created_at, o.updated_at
      from onramp_order o join currency c on c.uuid = o.currency_uuid where o.user_uuid = ${uuid}`,
  },
  obstacles: (sql, { uuid }) => sql`
    select 'PAYMENT' as kind, uuid, null as name, true as "isBlocking" from onramp_order
    where user_uuid = ${uuid} and status = 'pending' order by uuid`,
  erase: (tx, { uuid }) => deleteOrdersOf(tx, uuid),
};
