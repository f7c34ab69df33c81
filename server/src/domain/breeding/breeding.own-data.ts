import type { OwnData } from '../../platform/own-data.ts';
import { eraseBreeder } from './breeding.store.ts';

export const breedingOwnData: OwnData = {
  tables: ['breeding'],
  topics: {
    breedings: (sql, { uuid }) => sql`
      select uuid::text as key, uuid, status, collection_uuid, matron_uuid, sire_uuid, case when hatched_at is not null then child_uuid end as child_uuid, breeder, fee::text as fee,
        siring_price::text as siring_price, generation, ready_at, hatched_at, tx_hash, created_at
      from breeding where breeder_uuid = ${uuid}`,
  },
  erase: (tx, { uuid }) => eraseBreeder(tx, uuid),
};
