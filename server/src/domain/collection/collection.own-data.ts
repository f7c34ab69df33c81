import { deleteEmptyCollections, eraseShape } from './collection.store.ts';
import type { OwnData } from '../../platform/own-data.ts';

export const collectionOwnData: OwnData = {
  tables: ['collection'],
  topics: {
    collections: (sql, { uuid }) => sql`
      select uuid::text as key, uuid, name, contract_name, description, text, links, works_order, verified_key, network_uuid, creator_address, image_hash, banner_hash, items, owners, on_sale, is_hidden, created_at, updated_at,
        (select jsonb_agg(jsonb_build_object('type', k.type, 'chainId', k.chain_id, 'address', k.address, 'isDeployed', k.is_deployed) order by k.type)
          from collection_contract k where k.collection_uuid = collection.uuid) as contracts,
        (select jsonb_agg(p.token_uuid order by p.position) from collection_pin p where p.collection_uuid = collection.uuid) as pinned
      from collection where creator_uuid = ${uuid}`,
  },
  files: (sql, { uuid }) => sql`
    select uuid::text as key, 'collections/' || uuid as name, image_hash as cid from collection where creator_uuid = ${uuid}
    union all select uuid::text, 'collections/' || uuid || '-banner', banner_hash from collection where creator_uuid = ${uuid} and banner_hash is not null`,
  /** Runs after the tokens are erased: a collection without tokens was never on the chain. */
  erase: async (tx, { uuid }) => [...(await eraseShape(tx, uuid)), ...(await deleteEmptyCollections(tx, uuid))],
};
