import { EDITION_MIN } from '@skarb/schema/limits';
import { isNumeric, numberOf } from '@skarb/schema/numeric';
import { type Property, type TokenStatus, type TokenType } from '@skarb/schema/token';
import { invalidField } from '../../platform/http/app-error.ts';

/**
 * How many copies a new token has: an ERC-721 token exactly one, an edition at least two (seed 5).
 * @throws AppError 400
 */
export const quantityOf = (type: TokenType, quantity: number | undefined): number => {
  if (type === 'ERC721') {
    if (quantity !== undefined && quantity !== 1)
      throw invalidField('quantity', 'max', 'an ERC721 token has exactly one copy');
    return 1;
  }
  if (quantity === undefined) throw invalidField('quantity', 'isNotEmpty', 'required');
  if (quantity < EDITION_MIN) throw invalidField('quantity', 'min', `quantity must be at least ${EDITION_MIN}`);
  return quantity;
};

/** Properties as they are kept: `isNumber` is true when the value is numeric (seed 5). */
export const propertiesOf = (input: readonly { name: string; value: string }[]): Property[] =>
  input.map(({ name, value }) => ({ name, value, isNumber: isNumeric(value) }));

/**
 * Is there something of this token for the caller to see? Drafts and failed mints are their creator's alone, a child that
 * is drawn and not born is nobody's. What is
 * hidden is another question (hidden.view.ts).
 */
export const isVisible = (
  token: { status: TokenStatus | 'unborn'; creatorUuid: string },
  callerUuid: string | undefined,
): boolean =>
  token.status === 'minted' ||
  token.status === 'minting' ||
  (token.status !== 'unborn' && token.creatorUuid === callerUuid);

/** A numeric value as a JSON number, where that loses nothing a reader would see. */
const asJson = (value: string): number | string => {
  const number = numberOf(value);
  const isWhole = value.replace(/\D/g, '').length <= 15 && (number !== 0 || !/[1-9]/.test(value));
  return Number.isFinite(number) && isWhole ? number : value;
};

export type Description = {
  type: TokenType;
  name: string;
  description: string;
  categoryUuid: string;
  collectionUuid: string;
  networkUuid: string;
  imageHash: string;
  /** The picture that stands for a file that is none. */
  posterHash: string | null;
  royalty: number;
  quantity: number;
  ownerships: { owner: string; ownerUuid: string }[];
  metadata: Property[];
};

/**
 * The token's metadata document: what wallets and marketplaces read (ERC-721 and ERC-1155 metadata, with OpenSea's
 * `attributes` and `animation_url`), and the fields of the seed. The order of keys is part of its content address.
 */
export const metadataDocument = (token: Description) => ({
  name: token.name,
  description: token.description,
  image: `ipfs://${token.posterHash ?? token.imageHash}`,
  ...(token.posterHash ? { animation_url: `ipfs://${token.imageHash}` } : {}),
  attributes: token.metadata.map(({ name, value, isNumber }) => ({
    trait_type: name,
    value: isNumber ? asJson(value) : value,
  })),
  type: token.type,
  categoryUuid: token.categoryUuid,
  collectionUuid: token.collectionUuid,
  networkUuid: token.networkUuid,
  imageHash: token.imageHash,
  royalty: token.royalty,
  quantity: token.quantity,
  ownerships: token.ownerships,
  metadata: token.metadata,
});
