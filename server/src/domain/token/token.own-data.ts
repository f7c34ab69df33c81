import { forgetWordsOf } from './store/word.store.ts';
import { deleteFavoritesOf, deleteUnpublishedOf } from './store/token.store.ts';
import type { OwnData } from '../../platform/own-data.ts';

/** Tokens created, held, bought and marked as favorites. Leaves out children that have not hatched: nobody may read them yet. */
export const tokenOwnData: OwnData = {
  tables: ['token', 'favorite'],
  topics: {
    works: (sql, { uuid }) => sql`
      select uuid::text as key, uuid, status, type, name, description, image_hash, poster_hash, metadata_hash, royalty_bps, quantity::text as quantity,
        category_uuid, collection_uuid, network_uuid, creator_address, chain_id, contract_address, token_id::text as token_id,
        favorite_count, created_at, minted_at, updated_at,
        (select jsonb_agg(jsonb_build_object('name', r.name, 'value', r.value, 'isNumber', r.is_number) order by r.position)
          from token_trait r where r.token_uuid = token.uuid) as properties,
        (select jsonb_build_object('default', l.default_locale, 'texts', l.texts) from token_localization l where l.token_uuid = token.uuid) as localization
      from token where creator_uuid = ${uuid} and status <> 'unborn'`,
    holdings: (sql, { wallet }) => sql`
      select token_uuid::text as key, token_uuid, owner, quantity::text as quantity, escrowed::text as escrowed from ownership where owner = ${wallet}`,
    purchases: (sql, { wallet }) =>
      sql`select token_uuid::text as key, token_uuid, buyer, times from purchase where buyer = ${wallet}`,
    favorites: (sql, { uuid }) =>
      sql`select token_uuid::text as key, token_uuid, created_at from favorite where user_uuid = ${uuid}`,
  },
  files: (sql, { uuid }) => sql`
    select uuid || ' work' as key, 'works/' || uuid || '/work' as name, image_hash as cid from token where creator_uuid = ${uuid} and status <> 'unborn'
    union all
    select uuid || ' poster', 'works/' || uuid || '/poster', poster_hash from token where creator_uuid = ${uuid} and status <> 'unborn' and poster_hash is not null
    union all
    select uuid || ' metadata', 'works/' || uuid || '/metadata', metadata_hash from token where creator_uuid = ${uuid} and status <> 'unborn'
    union all
    select t.uuid || ' metadata ' || f.name, 'works/' || t.uuid || '/metadata.' || split_part(f.name, '.', 1), f.cid from token t
      join token_localization l on l.token_uuid = t.uuid join media_folder_file f on f.folder_cid = l.folder_hash
      where t.creator_uuid = ${uuid} and t.status <> 'unborn'`,
  obstacles: (sql, { uuid }) => sql`
    select 'MINT' as kind, uuid, name, true as "isBlocking" from token where creator_uuid = ${uuid} and status = 'minting' order by uuid`,
  erase: async (tx, { uuid }) => {
    await deleteFavoritesOf(tx, uuid);
    // The account still has its name.
    await forgetWordsOf(tx, uuid);
    return deleteUnpublishedOf(tx, uuid);
  },
};
