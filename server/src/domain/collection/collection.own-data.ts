import { deleteEmptyCollections } from './collection.store.ts';
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
  /** Runs after the tokens are erased: a collection without tokens was never on the chain. */
  erase: (tx, { uuid }) => deleteEmptyCollections(tx, uuid),
};
