import type { Localization, Property, TokenType } from '@skarb/schema/token';
import type { Fragment } from 'postgres';
import type { Address, Hex } from 'viem';
import type { ChainLog } from '../../../platform/chain/events.ts';
import { columnOf } from '../../../platform/db/column.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { mintsIn, type Minted } from './token-card.store.ts';

export { drawMinted, lockCollections, lockTokens, refreshTokens } from './token-card.store.ts';

export type Draft = {
  uuid: string;
  type: TokenType;
  name: string;
  description: string;
  imageHash: string;
  posterHash: string | null;
  metadataHash: string;
  metadataDigest: Hex;
  royaltyBps: number;
  quantity: number;
  categoryUuid: string;
  collectionUuid: string;
  networkUuid: string;
  creatorUuid: string;
  creatorAddress: Address;
  chainId: number;
  contractAddress: Address;
  tokenId: bigint;
  mintDeadline: Date;
  metadata: Property[];
  /** The texts in other languages, and the folder with their documents; undefined if it has one language only. */
  localization?: (Localization & { folderHash: string }) | undefined;
};

/** Writes a token before its mint. @returns its uuid; undefined if `onConflict` leaves another row in place */
const insertToken = async (
  tx: Tx,
  status: 'draft' | 'unborn',
  draft: Draft,
  onConflict: Fragment,
): Promise<string | undefined> => {
  const [row] = await tx<{ uuid: string }[]>`
    insert into token (uuid, status, type, name, description, image_hash, poster_hash, metadata_hash, metadata_digest, royalty_bps, quantity,
      category_uuid, collection_uuid, network_uuid, creator_uuid, creator_address, chain_id, contract_address, token_id, mint_deadline)
    values (${draft.uuid}, ${status}, ${draft.type}, ${draft.name}, ${draft.description}, ${draft.imageHash}, ${draft.posterHash},
      ${draft.metadataHash}, ${draft.metadataDigest}, ${draft.royaltyBps}, ${draft.quantity}, ${draft.categoryUuid}, ${draft.collectionUuid},
      ${draft.networkUuid}, ${draft.creatorUuid}, ${draft.creatorAddress}, ${draft.chainId}, ${draft.contractAddress},
      ${draft.tokenId.toString()}::numeric, ${draft.mintDeadline}) ${onConflict} returning uuid`;
  return row?.uuid;
};

/** Writes a token's properties and its texts in other languages. */
const insertTexts = async (
  tx: Tx,
  tokenUuid: string,
  { collectionUuid, metadata, localization }: Draft,
): Promise<void> => {
  if (metadata.length)
    await tx`
      insert into token_trait (token_uuid, position, collection_uuid, name, value, is_number)
      select ${tokenUuid}, position, ${collectionUuid}, name, value, is_number::boolean
      from unnest(${metadata.map((_, index) => index)}::int[], ${metadata.map((property) => property.name)}::text[],
        ${metadata.map((property) => property.value)}::text[], ${metadata.map((property) => String(property.isNumber))}::text[])
        as property (position, name, value, is_number)`;
  if (localization)
    await tx`
      insert into token_localization (token_uuid, default_locale, texts, folder_hash)
      values (${tokenUuid}, ${localization.default}, ${tx.json(localization.texts)}, ${localization.folderHash})`;
};

/** Writes a draft with its properties and its texts in other languages; `refreshTokens` adds the token card. */
export const insertDraft = async (tx: Tx, draft: Draft): Promise<void> => {
  await insertToken(tx, 'draft', draft, tx``);
  await insertTexts(tx, draft.uuid, draft);
};

/**
 * Writes an unborn child with its properties and texts, or rewrites the one with its id on the chain; `refreshTokens` adds the
 * token card. @returns its uuid; undefined when the child is minted already
 */
export const putUnborn = async (tx: Tx, child: Draft): Promise<string | undefined> => {
  const uuid = await insertToken(
    tx,
    'unborn',
    child,
    tx`on conflict (chain_id, contract_address, token_id) do update
      set name = excluded.name, description = excluded.description, image_hash = excluded.image_hash, metadata_hash = excluded.metadata_hash,
        metadata_digest = excluded.metadata_digest, royalty_bps = excluded.royalty_bps, status = 'unborn', updated_at = now()
      where token.status <> 'minted'`,
  );
  if (uuid === undefined) return undefined;
  await tx`delete from token_trait where token_uuid = ${uuid}`;
  await tx`delete from token_localization where token_uuid = ${uuid}`;
  await insertTexts(tx, uuid, child);
  return uuid;
};

/**
 * Marks tokens that are not minted as unborn: hidden, and not mintable by their creator.
 * @param uuids a query for their uuids
 */
export const setUnborn = async (tx: Tx, uuids: Fragment): Promise<void> => {
  await tx`update token set status = 'unborn', updated_at = now() where uuid in (${uuids}) and status <> 'minted'`;
};

/** The CIDs of the files of a deleted token `t`. */
const filesOf = (tx: Tx) => tx`
  array_remove(array[t.image_hash, t.poster_hash, t.metadata_hash,
    (select folder_hash from token_localization l where l.token_uuid = t.uuid)], null) as files`;

/** Deletes tokens that are not minted. @param uuids a query for their uuids @returns the CIDs of their files */
export const deleteUnminted = async (tx: Tx, uuids: Fragment): Promise<string[]> => {
  const deleted = await tx<{ files: string[] }[]>`
    delete from token t where uuid in (${uuids}) and status <> 'minted' returning ${filesOf(tx)}`;
  return deleted.flatMap(({ files }) => files);
};

/**
 * Deletes a draft whose mint was never requested: what was signed can be minted even after the operator has failed.
 * @returns the CIDs of its files; undefined when it is none
 */
export const deleteUnsigned = async (tx: Tx, uuid: string): Promise<string[] | undefined> => {
  const [deleted] = await tx<{ files: string[] }[]>`
    delete from token t where uuid = ${uuid} and status = 'draft'
      and not exists (select 1 from operator_task where kind = 'mint' and subject = t.uuid::text)
    returning ${filesOf(tx)}`;
  return deleted?.files;
};

/** What a Minted log says. */
export type Mint = { log: ChainLog; tokenId: bigint; to: Address; quantity: bigint; digest: Hex; royaltyBps: number };

/**
 * The tokens that these logs mint, which are locked: digest, quantity and royalty must be those of the draft. A child counts
 * as minted only with its Hatched log in the same transaction, whoever else mints under its id.
 * @returns each token with the index of its mint; `is_shown`: it was minted before, and what follows from that is still written
 */
export const findMinted = (tx: Tx, chainId: number, mints: Mint[], breeding: Address, hatchedTopic: Hex) => tx<
  { uuid: string; is_shown: boolean; place: number }[]
>`
  select distinct on (token.uuid) token.uuid, is_counted or on_sale as is_shown, place
  from unnest(${columnOf(mints.map((mint) => mint.log.address))}::text[], ${columnOf(mints.map((mint) => mint.tokenId))}::numeric[],
    ${columnOf(mints.map((mint) => mint.digest))}::text[], ${columnOf(mints.map((mint) => mint.quantity))}::numeric[],
    ${columnOf(mints.map((mint) => mint.royaltyBps))}::int[], ${columnOf(mints.map((mint) => mint.log.txHash))}::text[],
    ${columnOf(mints.map((_, place) => place))}::int[], ${columnOf(mints.map((mint) => mint.log.topics[1]))}::text[])
    as mint (contract, id, digest, quantity, royalty, tx_hash, place, word)
  join token on chain_id = ${chainId} and contract_address = contract and token_id = id
  where metadata_digest = digest and token.quantity = mint.quantity and royalty_bps = royalty and status <> 'minted'
    and (status <> 'unborn' or exists (select 1 from chain_log l
      where l.chain_id = ${chainId} and l.tx_hash = mint.tx_hash and l.address = ${breeding} and l.topics[1] = ${hatchedTopic}
        and l.topics[3] = '0x' || repeat('0', 24) || substr(contract, 3) and left(l.data, 66) = word))
  order by token.uuid, place`;

/** Marks tokens as minted by these logs; `refreshTokens` adds the rest. */
export const setMinted = async (tx: Tx, minted: Minted[]): Promise<void> => {
  if (minted.length > 0)
    await tx`update token set status = 'minted', mint_tx_hash = mint.tx_hash, minted_at = mint.at from ${mintsIn(tx, minted)} where token.uuid = mint.uuid`;
};

/** Undoes `setMinted`: with a signed request the operator mints it again, otherwise it is a draft. */
export const setUnminted = (tx: Tx, chainId: number, mints: Mint[]) => tx<
  { uuid: string; status: string; creator_uuid: string }[]
>`
  update token set status = case when mint_signature is null then 'draft' else 'minting' end, mint_tx_hash = null, minted_at = null
  from unnest(${mints.map((mint) => mint.log.address)}::text[], ${mints.map((mint) => mint.tokenId.toString())}::numeric[],
    ${mints.map((mint) => mint.digest)}::text[], ${mints.map((mint) => mint.log.txHash)}::text[]) as mint (contract, id, digest, tx_hash)
  where chain_id = ${chainId} and contract_address = contract and token_id = id and metadata_digest = digest
    and mint_tx_hash = mint.tx_hash and status = 'minted'
  returning token.uuid, status, creator_uuid`;

/** Takes the creator's signed mint request. @returns false when it was taken before, or the token has another id by now */
export const setMinting = async (
  tx: Tx,
  token: { uuid: string; token_id: string },
  signature: Hex,
): Promise<boolean> => {
  const [row] = await tx`
    update token set status = 'minting', mint_signature = ${signature}, updated_at = now()
    where uuid = ${token.uuid} and status in ('draft', 'failed') and token_id = ${token.token_id}::numeric returning 1`;
  return row !== undefined;
};

/** @param newTokenId replaces an id that the contract has given to another token */
export const setMintFailed = (tx: Tx, uuid: string, newTokenId: bigint | undefined) => tx`
  update token set status = 'failed', mint_signature = null, updated_at = now(), token_id = coalesce(${newTokenId === undefined ? null : String(newTokenId)}::numeric, token_id)
  where uuid = ${uuid}`;

/** Adds or removes a favorite and counts it on the token, which the caller has locked. Idempotent. */
export const setFavoriteRow = async (
  tx: Tx,
  userUuid: string,
  tokenUuid: string,
  isFavorite: boolean,
): Promise<void> => {
  const changed = isFavorite
    ? await tx`
        insert into favorite (user_uuid, token_uuid, token_created_at)
        select ${userUuid}, uuid, created_at from token where uuid = ${tokenUuid}
        on conflict do nothing returning 1`
    : await tx`delete from favorite where user_uuid = ${userUuid} and token_uuid = ${tokenUuid} returning 1`;
  if (changed.length)
    await tx`update token set favorite_count = favorite_count + ${isFavorite ? 1 : -1} where uuid = ${tokenUuid}`;
};

/** Deletes the favorites of an account. */
export const deleteFavoritesOf = async (tx: Tx, userUuid: string): Promise<void> => {
  const favorites = tx`select token_uuid from favorite where user_uuid = ${userUuid}`;
  await tx`select 1 from token where uuid in (${favorites}) order by uuid for no key update`;
  await tx`update token set favorite_count = favorite_count - 1 where uuid in (${favorites})`;
  await tx`delete from favorite where user_uuid = ${userUuid}`;
};

/**
 * Deletes an account's tokens that were never published. Keeps those with a valid mint request, which anyone can still send
 * to the chain, and those that offers or breedings name, because they were minted until a reorg.
 * @returns the CIDs of their files
 */
export const deleteUnpublishedOf = async (tx: Tx, creatorUuid: string): Promise<string[]> => {
  const deleted = await tx<{ files: string[] }[]>`
    delete from token t where creator_uuid = ${creatorUuid} and status in ('draft', 'failed') and minted_at is null
      and (mint_signature is null or mint_deadline < now())
      and not exists (select 1 from offer where token_uuid = t.uuid)
      and not exists (select 1 from breeding where t.uuid in (matron_uuid, sire_uuid))
      and not exists (select 1 from breeding_token where t.uuid in (matron_uuid, sire_uuid))
    returning ${filesOf(tx)}`;
  return deleted.flatMap(({ files }) => files);
};
