import type { Property, TokenType } from '@skarb/schema/token';
import type { Address, Hex } from 'viem';
import type { Tx } from '../../../platform/db/database.ts';

export { lockCollections, lockTokens, refreshTokens } from './token-card.store.ts';

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
};

/** Writes a draft with its properties. The card is refreshTokens' part. */
export const insertDraft = async (tx: Tx, draft: Draft): Promise<void> => {
  await tx`
    insert into token (uuid, status, type, name, description, image_hash, poster_hash, metadata_hash, metadata_digest, royalty_bps, quantity,
      category_uuid, collection_uuid, network_uuid, creator_uuid, creator_address, chain_id, contract_address, token_id, mint_deadline)
    values (${draft.uuid}, 'draft', ${draft.type}, ${draft.name}, ${draft.description}, ${draft.imageHash}, ${draft.posterHash},
      ${draft.metadataHash}, ${draft.metadataDigest}, ${draft.royaltyBps}, ${draft.quantity}, ${draft.categoryUuid}, ${draft.collectionUuid},
      ${draft.networkUuid}, ${draft.creatorUuid}, ${draft.creatorAddress}, ${draft.chainId}, ${draft.contractAddress},
      ${draft.tokenId.toString()}::numeric, ${draft.mintDeadline})`;
  if (draft.metadata.length)
    await tx`
      insert into token_trait (token_uuid, position, collection_uuid, name, value, is_number)
      select ${draft.uuid}, position, ${draft.collectionUuid}, name, value, is_number::boolean
      from unnest(${draft.metadata.map((_, index) => index)}::int[], ${draft.metadata.map((property) => property.name)}::text[],
        ${draft.metadata.map((property) => property.value)}::text[], ${draft.metadata.map((property) => String(property.isNumber))}::text[])
        as property (position, name, value, is_number)`;
};
