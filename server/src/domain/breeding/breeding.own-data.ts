import type { OwnData } from '../../platform/own-data.ts';

export const breedingOwnData: OwnData = {
  tables: ['breeding'],
  topics: {
    breedings: (sql, { uuid }) => sql`
      select uuid::text as key, uuid, status, collection_uuid, matron_uuid, sire_uuid, case when hatched_at is not null then child_uuid end as child_uuid, breeder, fee::text as fee,
        siring_price::text as siring_price, generation, ready_at, hatched_at, tx_hash, created_at
      from breeding where breeder_uuid = ${uuid}`,
  },
  erase: async (tx, { uuid }) => {
    await tx`delete from breeding where breeder_uuid = ${uuid} and number is null`;
    await tx`update breeding set breeder_uuid = null where breeder_uuid = ${uuid}`;
  },
};
