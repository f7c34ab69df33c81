/**
 * Every business constant of the user's specification, in one place. The section of
 * `seed.md` (or `API.md`) that gives a number stands beside it.
 */

/** Names of tokens and collections, in characters (seed 5, 9). */
export const NAME_MAX = 32;
/** Description of a token, in characters (seed 5, 9). */
export const DESCRIPTION_MAX = 540;
/** Biography of a user, in characters (seed 5, 9). */
export const BIO_MAX = 256;
/** Properties a token may carry (seed 5, 9). */
export const PROPERTIES_MAX = 20;
/** A property's name and value, in characters. The seed gives no number; this keeps a row readable. */
export const PROPERTY_TEXT_MAX = 64;
/** Smallest edition of an ERC-1155 token (seed 5, 9). */
export const EDITION_MIN = 2;
/** Largest edition: what fits a JavaScript integer and a reader's head. */
export const EDITION_MAX = 1_000_000;
/** Royalty in percent (API.md: 0–50), at most two decimals. */
export const ROYALTY_MAX_PERCENT = 50;
/** Create-NFT defaults (seed 4). */
export const CREATE_TOKEN_DEFAULTS = { type: 'ERC721', quantity: 1, royalty: 0 } as const;
/** Password length (API.md, authentication). */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
/** A nickname: digits, letters and underscores (seed 5). */
export const USERNAME_PATTERN = /^[\p{L}\p{N}_]+$/u;
export const USERNAME_MAX = 32;
/** A player's id in a game, in characters. The seed gives no number. */
export const GAME_ID_MAX = 64;
/** What prices may be shown in beside their own currency (the seed's fiat feed). */
export const DISPLAY_CURRENCIES = ['USD', 'EUR', 'UAH'] as const;
/** A phone number: E.164. */
export const PHONE_PATTERN = /^\+[1-9]\d{6,14}$/;
/** Codes that stand for a lost authenticator, each good once. */
export const RECOVERY_CODES = 10;

/** What the marketplace takes of every sale, in basis points: 10% (seed 9). */
export const MARKETPLACE_FEE_BPS = 1000;
export const BPS = 10_000;

/** Page sizes (seed 9): tokens 12; offers and history 25; reference lists and collections 200. */
export const PAGE_SIZE = { token: 12, offer: 25, reference: 200 } as const;
export const PAGE_SIZE_MAX = { token: 100, offer: 100, reference: 200 } as const;
export const SORT_DEFAULT = 'createdAt:DESC';

/** Client request timeout in milliseconds (seed 7, 9). */
export const REQUEST_TIMEOUT_MS = 10_000;
/** Wallet polling in milliseconds (seed 7, 9). */
export const WALLET_POLL_MS = 15_000;
/** A script chunk that has not come by then is a chunk load error (seed 8, 9). */
export const CHUNK_TIMEOUT_MS = 120_000;
/** On close, a notification's message clears after this (seed 4). */
export const NOTIFICATION_CLEAR_MS = 100;
/** Translation loading: retries, first delay, doubling (seed 8). */
export const LOCALE_RETRIES = 5;
export const LOCALE_RETRY_MS = 350;
/** Price refresh in milliseconds: crypto 30 s, fiat an hour (seed 9). */
export const CRYPTO_REFRESH_MS = 30_000;
export const FIAT_REFRESH_MS = 3_600_000;
/** Decimals shown: amounts up to 4, ETH–USD 2 (seed 9). */
export const AMOUNT_DECIMALS_SHOWN = 4;
export const USD_DECIMALS_SHOWN = 2;

/** Languages (seed 9): the fallback first. */
export const LANGUAGES = ['en', 'ukr'] as const;
export const LANGUAGE_FALLBACK = 'en';
export const LOCALE_NAMESPACE = 'common';
/** Missing keys one report may hold (the seed gives no number), and the length of each and of what was shown. */
export const MISSING_WORDS_MAX = 100;
export const MISSING_TEXT_MAX = { key: 200, shown: 500 } as const;
/** Local-storage keys (seed 4, 9). */
export const STORAGE_KEY = {
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  language: 'i18nextLng',
} as const;

/** Access token 15 min, refresh token 30 days, in seconds (API.md). */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 3600;
/** An unsigned offer is dropped after this (API.md, offers). */
export const DRAFT_SECONDS = 15 * 60;

/** Chains (seed 9; 80002 is Amoy, the test network that lives today). 80001 is the local chain's id. */
export const CHAIN_IDS = [137, 80001, 80002] as const;

/** Upload limits in bytes and pixels. */
export const UPLOAD_MAX_BYTES = 100 * 1024 * 1024;
export const IMAGE_MAX_BYTES = 30 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 100_000_000;
export const IMAGE_MAX_SIDE = 16_384;
/** Widths at which previews are kept; pages ask for these and nothing else. */
export const PREVIEW_WIDTHS = [320, 640, 1280] as const;

/** Things one stream of live changes may watch, all kinds together. */
export const WATCHED_MAX = 100;
