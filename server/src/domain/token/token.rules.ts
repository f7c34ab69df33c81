import { EDITION_MIN } from '@skarb/schema/limits';
import { isNumeric, numberOf } from '@skarb/schema/numeric';
import {
  type Localization,
  type Property,
  type TokenState,
  type TokenStatus,
  type TokenType,
} from '@skarb/schema/token';
import { invalidField } from '../../platform/http/app-error.ts';

/**
 * The quantity of a new token: one for ERC-721, at least two for an edition.
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

/** The states of a token as bits of `token.states` (migration 0085); in `token.search` each is the lexeme `=e` and its bit. */
export const STATE_BIT = { BUY_NOW: 1, AUCTION: 2, HAS_OFFERS: 4, UPCOMING: 8, NEW: 16 } as const satisfies Record<
  TokenState,
  number
>;

/** What a list asks of states. */
export type AskedStates = {
  /** The state that the list's order needs: `endsAt` orders auctions that run, or those that start later. */
  ofOrder: 'AUCTION' | 'UPCOMING' | undefined;
  /** Any of these; undefined if anything goes, or if `ofOrder` says the same. */
  anyOf: TokenState[] | undefined;
  /** Only tokens on sale have one of these states. */
  isOnSale: boolean;
};
export const askedStates = ({ state, sortBy }: { state?: TokenState[] | undefined; sortBy: string }): AskedStates => {
  const all = state && [...new Set(state)];
  const isOnly = (one: TokenState) => all?.length === 1 && all[0] === one;
  const ofOrder = !sortBy.startsWith('endsAt:') ? undefined : isOnly('UPCOMING') ? 'UPCOMING' : 'AUCTION';
  return {
    ofOrder,
    anyOf: ofOrder && isOnly(ofOrder) ? undefined : all,
    isOnSale: ofOrder === 'AUCTION' || all?.every((one) => one === 'BUY_NOW' || one === 'AUCTION') === true,
  };
};

/** Properties as stored: `isNumber` is true when the value is numeric. */
export const propertiesOf = (input: readonly { name: string; value: string }[]): Property[] =>
  input.map(({ name, value }) => ({ name, value, isNumber: isNumeric(value) }));

type LocalizedInput = {
  default: Localization['default'];
  texts: {
    locale: Localization['default'];
    name: string;
    description: string;
    properties: { name: string; value: string }[];
  }[];
};

/**
 * Texts in other languages as stored: with all properties, in the order of the main ones. A number is the same in each
 * language.
 * @throws AppError 400 when the properties are others
 */
export const localizationOf = (input: LocalizedInput, main: readonly Property[]): Localization => ({
  default: input.default,
  texts: input.texts.map(({ locale, name, description, properties }, index) => {
    const field = `localization.texts.${index}.properties`;
    const given = properties.length === 0 ? main : properties;
    if (given.length !== main.length)
      throw invalidField(field, 'isSameLength', 'must be as many as the properties, or none');
    const metadata = propertiesOf(given);
    if (metadata.some(({ isNumber, value }, at) => (isNumber || main[at]?.isNumber) && value !== main[at]?.value))
      throw invalidField(field, 'isSameNumber', 'a number must be the same in each language');
    return { locale, name, description, metadata };
  }),
});

/**
 * Whether the caller may see this token. Drafts and failed mints are visible to their creator only, children that are
 * drawn but not born to nobody. hidden.view.ts decides about hidden tokens.
 */
export const isVisible = (
  token: { status: TokenStatus | 'unborn'; creatorUuid: string },
  callerUuid: string | undefined,
): boolean =>
  token.status === 'minted' ||
  token.status === 'minting' ||
  (token.status !== 'unborn' && token.creatorUuid === callerUuid);

/** A numeric value as a JSON number, when that loses no digits. */
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
  /** The poster of a file that is not a picture. */
  posterHash: string | null;
  royalty: number;
  quantity: number;
  ownerships: { owner: string; ownerUuid: string }[];
  metadata: Property[];
  /** The texts in other languages, and the address of their documents with `{locale}` in it. */
  localization?: (Localization & { uri: string }) | undefined;
};

const picturesOf = ({ posterHash, imageHash }: Description) => ({
  image: `ipfs://${posterHash ?? imageHash}`,
  ...(posterHash ? { animation_url: `ipfs://${imageHash}` } : {}),
});

const attributesOf = (metadata: readonly Property[]) =>
  metadata.map(({ name, value, isNumber }) => ({ trait_type: name, value: isNumber ? asJson(value) : value }));

/**
 * The metadata documents by language, as EIP-1155 describes them: the texts in that language, and the pictures for
 * readers that replace the main document instead of its texts.
 */
export const localizedDocuments = (token: Description, { default: main, texts }: Localization) =>
  Object.fromEntries(
    [{ locale: main, ...token }, ...texts].map(({ locale, name, description, metadata }) => [
      locale,
      { name, description, ...picturesOf(token), attributes: attributesOf(metadata) },
    ]),
  );

/**
 * The token's metadata document: what wallets and marketplaces read (ERC-721 and ERC-1155 metadata, with OpenSea's
 * `attributes` and `animation_url`), and the product's own fields. The order of the keys determines the CID. EIP-1155's
 * `localization` is only in that of a token with several languages, also for ERC-721.
 */
export const metadataDocument = (token: Description) => ({
  name: token.name,
  description: token.description,
  ...picturesOf(token),
  attributes: attributesOf(token.metadata),
  type: token.type,
  categoryUuid: token.categoryUuid,
  collectionUuid: token.collectionUuid,
  networkUuid: token.networkUuid,
  imageHash: token.imageHash,
  royalty: token.royalty,
  quantity: token.quantity,
  ownerships: token.ownerships,
  metadata: token.metadata,
  ...(token.localization ? { localization: localizationIn(token.localization) } : {}),
});

const localizationIn = ({ uri, default: main, texts }: Localization & { uri: string }) => ({
  uri,
  default: main,
  locales: [main, ...texts.map(({ locale }) => locale)],
});
