import type { LocalizedInput } from '@skarb/schema/form-value';
import type { ProfileLink } from '@skarb/schema/link';
import type { WorksOrder } from '@skarb/schema/collection';
import type { Address } from 'viem';
import type { Config } from '../../config.ts';
import type { PendingQuery, Row } from 'postgres';
import type { AddressQuery } from '../../platform/chain/events.ts';
import { columnOf } from '../../platform/db/column.ts';
import type { Tx } from '../../platform/db/database.ts';
import { predictAddress, saltOf } from './collection.address.ts';

export { makeCreator } from '../auth/auth.store.ts';

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

/** Records the addresses that the collection's contracts get when this wallet deploys them, replacing another wallet's. */
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
  /** The name in the code of its contracts. */
  name: string;
  creator_uuid: string;
  creator_address: Address | null;
  network_uuid: string;
};

/** A collection, locked until the transaction ends. */
export const lockCollection = async (tx: Tx, uuid: string): Promise<CollectionOwner | undefined> => {
  const [row] = await tx<CollectionOwner[]>`
    select uuid, coalesce(contract_name, name) as name, creator_uuid, creator_address, network_uuid from collection where uuid = ${uuid} for no key update`;
  return row;
};

/** Binds a collection to the wallet that creates its first token. */
export const fixCreator = async (tx: Tx, uuid: string, creator: Address): Promise<void> => {
  await tx`update collection set creator_address = ${creator}, updated_at = now() where uuid = ${uuid}`;
};

/** Takes the next token id of a contract; undefined when its address is not known yet. */
export const takeTokenId = async (tx: Tx, uuid: string, type: 'ERC721' | 'ERC1155'): Promise<bigint | undefined> => {
  const [row] = await tx<{ token_id: string }[]>`
    update collection_contract set next_token_id = next_token_id + 1
    where collection_uuid = ${uuid} and type = ${type}
    returning next_token_id - 1 as token_id`;
  return row && BigInt(row.token_id);
};

/** The address that a collection’s contract has or gets. @throws Error if none was planned */
export const addressOf = async (tx: Tx, uuid: string, type: 'ERC721' | 'ERC1155'): Promise<Address> => {
  const [row] = await tx<
    { address: Address }[]
  >`select address from collection_contract where collection_uuid = ${uuid} and type = ${type}`;
  if (!row) throw new Error(`collection ${uuid} has no ${type} contract`);
  return row.address;
};

/**
 * Adds what sales were worth, in wei of ether, to their collections' volumes; negative for sales that a reorg removed. The
 * part of it that counts for rankings is in the steps that a trigger of `history` has recorded.
 */
export const addVolumes = async (tx: Tx, volumes: { collection: string; by: string }[]): Promise<void> => {
  if (volumes.length === 0) return;
  const uuids = columnOf(volumes.map((one) => one.collection));
  await tx`
    update collection set volume = volume + step.by,
      ranked_volume = ranked_volume + coalesce((select sum(s.by) from collection_volume_step s where s.collection_uuid = step.uuid), 0)
    from (select uuid, sum(by) as by from unnest(${uuids}::uuid[], ${columnOf(volumes.map((one) => one.by))}::numeric[])
      as sale (uuid, by) group by uuid) step
    where collection.uuid = step.uuid`;
  await tx`delete from collection_volume_step where collection_uuid = any(${uuids}::uuid[])`;
};

/** Adds to the numbers of followers of these collections. */
export const addCollectionFollowers = (tx: Tx, uuids: string[], by: 1 | -1) => tx`
  update collection set followers = followers + ${by}
  where uuid in (select uuid from collection where uuid = any(${uuids}::uuid[]) order by uuid for no key update)`;

/**
 * Adds to the counts of tokens, sales and owners, and reads the floor price of these collections. The floor is the least
 * price at which a work can be had now: an auction's price is only where bidding has come to, so that an opening at a
 * small reserve would make it meaningless. The steps of owners are those that `collection_owner_step` has recorded for these collections.
 */
export const addCounts = async (tx: Tx, steps: Map<string, { minted: number; sale: number }>): Promise<void> => {
  const sums = [...steps.values()];
  const uuids = columnOf([...steps.keys()]);
  await tx`
    with holder as (
      select collection_uuid, sum(by)::int as by from collection_owner_step where collection_uuid = any(${uuids}::uuid[]) group by 1),
    -- Owners of hidden tokens only are not counted. Their holdings are looked up one by one: a join reads all holdings.
    unseen as (
      select held.collection_uuid, count(*)::int as owners from (
        select t.collection_uuid, w.owner, count(*) as tokens from token t
        cross join lateral (select owner from ownership where token_uuid = t.uuid offset 0) w
        where t.collection_uuid = any(${uuids}::uuid[]) and t.status = 'minted' and not t.is_counted group by 1, 2) held
      where (select o.tokens from collection_owner o where o.collection_uuid = held.collection_uuid and o.owner = held.owner) <= held.tokens
      group by 1)
    update collection set items = items + step.minted, on_sale = on_sale + step.sale, holders = holders + coalesce(holder.by, 0),
      owners = holders + coalesce(holder.by, 0) - coalesce(unseen.owners, 0),
      floor_price = (select min(sale_price_eth) from token where token.collection_uuid = collection.uuid and token.on_sale and token.is_counted
        and token.states & 1 <> 0) -- BUY_NOW
    from unnest(${uuids}::uuid[], ${columnOf(sums.map((sum) => sum.minted))}::int[], ${columnOf(sums.map((sum) => sum.sale))}::int[]) as step (uuid, minted, sale)
    left join holder on holder.collection_uuid = step.uuid
    left join unseen on unseen.collection_uuid = step.uuid
    where collection.uuid = step.uuid`;
  await tx`delete from collection_owner_step where collection_uuid = any(${uuids}::uuid[])`;
};

/** The addresses of collections' contracts on a chain: those among the given ones, or any `most` of them. */
export const contractAddresses = async (tx: Tx, chainId: number, of: AddressQuery): Promise<string[]> => {
  const rows = await tx<{ address: string }[]>`
    select address from collection_contract where chain_id = ${chainId}
    ${'among' in of ? tx`and address = any(${columnOf(of.among)}::text[])` : tx`limit ${of.most}`}`;
  return rows.map((row) => row.address);
};

/** Whether the follower has seen these contracts deployed. */
export const setDeployed = (tx: Tx, chainId: number, addresses: string[], isDeployed: boolean) => tx`
  update collection_contract set is_deployed = ${isDeployed}
  where chain_id = ${chainId} and address = any(${addresses}::text[]) and is_deployed <> ${isDeployed}`;

/** Deletes a user's collections that have no tokens and no deployed contract. @returns the CIDs of their images */
export const deleteEmptyCollections = async (tx: Tx, creatorUuid: string): Promise<string[]> => {
  const empty = tx`
    select uuid from collection c where creator_uuid = ${creatorUuid} and not exists (select 1 from token where collection_uuid = c.uuid)
      and not exists (select 1 from collection_contract where collection_uuid = c.uuid and is_deployed)`;
  await tx`delete from collection_contract where collection_uuid in (${empty})`;
  const deleted = await tx<
    { cid: string }[]
  >`delete from collection where uuid in (${empty}) returning image_hash as cid`;
  return deleted.map(({ cid }) => cid);
};

/** A collection as its maker edits it, locked with its contracts until the transaction ends. */
export type ShapedRow = {
  uuid: string;
  name: string;
  contract_name: string | null;
  creator_uuid: string;
  creator_address: Address | null;
  image_hash: string;
  banner_hash: string | null;
  description: string;
  text: { [language: string]: string };
  verified_key: string | null;
  is_deployed: boolean;
};
export const lockShaped = async (tx: Tx, uuid: string): Promise<ShapedRow | undefined> => {
  // Contracts before the collection, in the follower's order, to avoid deadlocks.
  const contracts = await tx<{ is_deployed: boolean }[]>`
    select is_deployed from collection_contract where collection_uuid = ${uuid} order by type for no key update`;
  const [row] = await tx<ShapedRow[]>`
    select uuid, name, contract_name, creator_uuid, creator_address, image_hash, banner_hash, description, text, verified_key
    from collection where uuid = ${uuid} for no key update`;
  return row && { ...row, is_deployed: contracts.some((contract) => contract.is_deployed) };
};

export type CollectionChange = {
  name?: string | undefined;
  contractName?: string | null | undefined;
  description?: string | undefined;
  /** Texts by language; '' removes one. Languages that are not named keep theirs. */
  text?: LocalizedInput | undefined;
  links?: ProfileLink[] | undefined;
  imageHash?: string | undefined;
  bannerHash?: string | null | undefined;
  order?: WorksOrder | undefined;
  /** Takes the verified mark away. */
  isUnverified?: boolean;
};

/** Changes the given values of a collection and keeps the rest. */
export const changeCollection = async (
  tx: Tx,
  uuid: string,
  { text, links, isUnverified, ...values }: CollectionChange,
): Promise<void> => {
  const columns = {
    name: values.name,
    contract_name: values.contractName,
    description: values.description,
    image_hash: values.imageHash,
    banner_hash: values.bannerHash,
    works_order: values.order,
    verified_key: isUnverified ? null : undefined,
  };
  const changed = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  const written = Object.entries(text ?? {}).flatMap(([language, one]) =>
    one === undefined ? [] : [[language, one || null]],
  );
  await tx`
    update collection set ${tx({ ...changed, updated_at: new Date() } as Record<string, string | null | Date>)},
      text = jsonb_strip_nulls(text || ${JSON.stringify(Object.fromEntries(written))}::text::jsonb),
      links = coalesce(${links ? JSON.stringify(links) : null}::text::jsonb, links)
    where uuid = ${uuid}`;
};

/** Puts these works of a collection first, in this order, and no others. @returns false if one is none of its works */
export const pinWorks = async (tx: Tx, uuid: string, tokenUuids: string[]): Promise<boolean> => {
  await tx`delete from collection_pin where collection_uuid = ${uuid}`;
  const { count } = await tx`
    insert into collection_pin (collection_uuid, position, token_uuid)
    select ${uuid}, place, t.uuid from unnest(${tokenUuids}::uuid[]) with ordinality as wanted (id, place)
    join token t on t.uuid = wanted.id and t.collection_uuid = ${uuid} and t.status = 'minted'
    on conflict (token_uuid) do nothing`;
  return count === tokenUuids.length;
};

/** Gives a collection the verified mark under the key of its name, or takes it away (null). */
export const setCollectionVerified = async (tx: Tx, uuid: string, key: string | null): Promise<void> => {
  await tx`update collection set verified_key = ${key}, updated_at = now() where uuid = ${uuid}`;
};

/** Removes what a maker wrote about themself from the collections that remain without them. @returns the CIDs of their banners */
export const eraseShape = async (tx: Tx, creatorUuid: string): Promise<string[]> => {
  const rows = await tx<{ cid: string | null }[]>`
    with before as (select uuid, banner_hash from collection where creator_uuid = ${creatorUuid})
    update collection set links = '[]', banner_hash = null, verified_key = null from before
    where collection.uuid = before.uuid returning before.banner_hash as cid`;
  return rows.flatMap(({ cid }) => (cid === null ? [] : [cid]));
};

/** Brings the flag `is_hidden` of these collections up to date. @param which a condition on `collection` */
export const updateCollectionsHidden = (tx: Tx, which: PendingQuery<Row[]>) => tx`
  update collection set is_hidden = is_collection_hidden(uuid, creator_uuid), updated_at = now()
  where ${which} and is_hidden <> is_collection_hidden(uuid, creator_uuid)`;

/** Features these collections, in this order, and no others. @returns false when one does not exist or is hidden */
export const setFeatured = async (tx: Tx, uuids: string[]): Promise<boolean> => {
  await tx`
    update collection set featured_position = null where featured_position is not null and uuid <> all(${uuids}::uuid[])`;
  const { count } = await tx`
    update collection set featured_position = wanted.place
    from unnest(${uuids}::uuid[]) with ordinality as wanted (id, place) where uuid = wanted.id and not is_hidden`;
  return count === uuids.length;
};
