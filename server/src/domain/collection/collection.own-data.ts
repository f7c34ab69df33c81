import type { OwnData } from '../../platform/own-data.ts';

export const collectionOwnData: OwnData = {
  tables: ['collection'],
  topics: {
    collections: (sql, { uuid }) => sql`
      select uuid::text as key, uuid, name, description, network_uuid, creator_address, image_hash, items, owners, on_sale, is_hidden, created_at, updated_at,
        (select jsonb_agg(jsonb_build_object('type', k.type, 'chainId', k.chain_id, 'address', k.address, 'isDeployed', k.is_deployed) order by k.type)
          from collection_contract k where k.collection_uuid = collection.uuid) as contracts
      from collection where creator_uuid = ${uuid}`,
  },
  files: (sql, { uuid }) => sql`
    select uuid::text as key, 'collections/' || uuid as name, image_hash as cid from collection where creator_uuid = ${uuid}`,
  /** After the works: a collection without any was never on the chain. */
  erase: async (tx, { uuid }) => {
    const empty = tx`
      select uuid from collection c where creator_uuid = ${uuid} and not exists (select 1 from token where collection_uuid = c.uuid)
        and not exists (select 1 from collection_contract where collection_uuid = c.uuid and is_deployed)`;
    await tx`delete from collection_contract where collection_uuid in (${empty})`;
    const dropped = await tx<
      { cid: string }[]
    >`delete from collection where uuid in (${empty}) returning image_hash as cid`;
    return dropped.map(({ cid }) => cid);
  },
};
