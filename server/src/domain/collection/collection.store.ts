import type { Address } from 'viem';
import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/db/database.ts';
import { predictAddress, saltOf } from './collection.address.ts';

const TYPES = ['ERC721', 'ERC1155'] as const;

export type NewCollection = {
  uuid: string;
  name: string;
  description: string;
  networkUuid: string;
  creatorUuid: string;
  imageHash: string;
};

export const insertCollection = async (tx: Tx, collection: NewCollection): Promise<void> => {
  await tx`
    insert into collection (uuid, name, description, network_uuid, creator_uuid, image_hash)
    values (${collection.uuid}, ${collection.name}, ${collection.description}, ${collection.networkUuid}, ${collection.creatorUuid}, ${collection.imageHash})`;
};

/** Notes where the collection's contracts will stand when this wallet makes them. Replaces what another wallet gave. */
export const placeContracts = async (
  tx: Tx,
  config: Pick<Config, 'chain' | 'deployment'>,
  collection: { uuid: string; name: string },
  creator: Address,
): Promise<void> => {
  const salt = saltOf(collection.uuid);
  for (const type of TYPES) {
    const address = predictAddress(config.deployment.collectionFactory, type, creator, collection.name, salt);
    await tx`
      insert into collection_contract (collection_uuid, type, chain_id, address, salt)
      values (${collection.uuid}, ${type}, ${config.chain.id}, ${address}, ${salt})
      on conflict (collection_uuid, type) do update set address = excluded.address, is_deployed = false
        where collection_contract.address <> excluded.address`;
  }
};

export type CollectionOwner = {
  uuid: string;
  name: string;
  creator_uuid: string;
  creator_address: Address | null;
  network_uuid: string;
};

/** A collection, locked until the transaction ends. */
export const lockCollection = async (tx: Tx, uuid: string): Promise<CollectionOwner | undefined> => {
  const [row] = await tx<CollectionOwner[]>`
    select uuid, name, creator_uuid, creator_address, network_uuid from collection where uuid = ${uuid} for no key update`;
  return row;
};

/** From its first token on, a collection belongs to this wallet. */
export const fixCreator = async (tx: Tx, uuid: string, creator: Address): Promise<void> => {
  await tx`update collection set creator_address = ${creator}, updated_at = now() where uuid = ${uuid}`;
};

/** Takes the next token id of a contract; undefined where its place is not known yet. */
export const takeTokenId = async (tx: Tx, uuid: string, type: 'ERC721' | 'ERC1155'): Promise<bigint | undefined> => {
  const [row] = await tx<{ token_id: string }[]>`
    update collection_contract set next_token_id = next_token_id + 1
    where collection_uuid = ${uuid} and type = ${type}
    returning next_token_id - 1 as token_id`;
  return row && BigInt(row.token_id);
};

export const addressOf = async (tx: Tx, uuid: string, type: 'ERC721' | 'ERC1155'): Promise<Address> => {
  const [row] = await tx<
    { address: Address }[]
  >`select address from collection_contract where collection_uuid = ${uuid} and type = ${type}`;
  if (!row) throw new Error(`collection ${uuid} has no ${type} contract`);
  return row.address;
};

/** Who has made something is a creator (seed 6). */
export const makeCreator = async (tx: Tx, userUuid: string): Promise<void> => {
  await tx`update app_user set role = 'CREATOR', updated_at = now() where uuid = ${userUuid} and role = 'USER'`;
};
