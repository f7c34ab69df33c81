/**
 * Every business constant of the product's specification (`docs/seed.md`), under its section. A number that section 9
 * repeats from an earlier section is under the earlier one, which says what it is for.
 */

// Section 4: states and transitions.

/** Local-storage keys. */
export const STORAGE_KEY = {
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  language: 'i18nextLng',
} as const;
/** On close, a notification's message clears after this, in milliseconds. */
export const NOTIFICATION_CLEAR_MS = 100;
/** Create-NFT defaults. */
export const CREATE_TOKEN_DEFAULTS = { type: 'ERC721', quantity: 1, royalty: 0 } as const;

// Section 5: validation rules, lengths in characters.

export const NAME_MAX = 32;
export const DESCRIPTION_MAX = 540;
export const BIO_MAX = 256;
export const PROPERTIES_MAX = 20;
/** Smallest edition of an ERC-1155 token. */
export const EDITION_MIN = 2;
/** A nickname: digits, letters and underscores. */
export const USERNAME_PATTERN = /^[\p{L}\p{N}_]+$/u;

// Section 7: the calls, in milliseconds.

export const REQUEST_TIMEOUT_MS = 10_000;
export const WALLET_POLL_MS = 15_000;

// Section 8: errors, in milliseconds.

/** A script chunk that has not loaded by then is a chunk load error. */
export const CHUNK_TIMEOUT_MS = 120_000;
/** Translation loading: retries, and the first delay, which doubles. */
export const LOCALE_RETRIES = 5;
export const LOCALE_RETRY_MS = 350;

// Section 9: business constants and limits.

/** Page sizes: tokens 12; offers and history 25; categories, collections, currencies and networks 200. */
export const PAGE_SIZE = { token: 12, offer: 25, reference: 200 } as const;
export const SORT_DEFAULT = 'createdAt:DESC';
/** The marketplace's fee of sales, auctions, breeding fees and siring prices, in basis points: 10 %. */
export const MARKETPLACE_FEE_BPS = 1000;
/** Decimals shown: amounts up to 4, ETH–USD 2. */
export const AMOUNT_DECIMALS_SHOWN = 4;
export const USD_DECIMALS_SHOWN = 2;
/** Price refresh in milliseconds: crypto 30 s, fiat an hour. */
export const CRYPTO_REFRESH_MS = 30_000;
export const FIAT_REFRESH_MS = 3_600_000;
/** Chains: 80001 is the local chain, 80002 the test network Amoy. @public a constant of the specification */
export const CHAIN_IDS = [137, 80001, 80002] as const;
export { LANGUAGE_FALLBACK, LANGUAGES } from './language.ts';
export const LOCALE_NAMESPACE = 'common';

// What the specification leaves open.

/** Basis points of a whole. */
export const BPS = 10_000;
/**
 * The most works that leave a wallet at once: an account sends so many in one operation, below the gas that the
 * marketplace pays for, also where each is the receiver's first of a new collection.
 */
export const SEND_MAX = 12;
/** The most sales in a cart: an account buys so many in one operation, below the gas that the marketplace pays for. */
export const CART_MAX = 16;
/** Open sales, or bids, that one wallet may have of one work: its page reads them all. */
export const OPEN_OFFERS_MAX = 100;
/** Royalty in percent, at most two decimals. */
export const ROYALTY_MAX_PERCENT = 50;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** Longest input of a password: passwords from the time of a higher limit stay valid. */
export const PASSWORD_TYPED_MAX = 200;
/** How many of the most common leaked passwords are refused. */
export const COMMON_PASSWORDS = 10_000;
/** Access token 15 min, refresh token 30 days, in seconds. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 3600;
/** An unsigned offer is deleted after this. */
export const DRAFT_SECONDS = 15 * 60;
export const PAGE_SIZE_MAX = { token: 100, offer: 100, reference: 200 } as const;
/** The currencies in which prices may be shown beside their own. */
export const DISPLAY_CURRENCIES = ['USD', 'EUR', 'UAH'] as const;
/** Where a browser keeps the chosen one: in local storage, and in a cookie for the server. */
export const DISPLAY_CURRENCY_KEY = 'skarb.displayCurrency';
export type DisplayCurrency = (typeof DISPLAY_CURRENCIES)[number];
/** The code in a registration's mail. */
export const MAIL_CODE_PATTERN = /^\d{6}$/;
/** A path of the site with query and fragment: never another host, as `//host` would be. */
export const SITE_PATH_PATTERN = /^\/(?![/\\])[^\s\\]{0,499}$/;
/** A phone number: E.164. */
export const PHONE_PATTERN = /^\+[1-9]\d{6,14}$/;

// Not in the specification: chosen here.

/** A property's name and value, in characters: a row stays readable. */
export const PROPERTY_TEXT_MAX = 64;
/** Largest edition: a number that JavaScript and readers can handle. */
export const EDITION_MAX = 1_000_000;
export const USERNAME_MAX = 32;
/** The name of a passkey, in characters. */
export const PASSKEY_NAME_MAX = 64;
/** A person's statement in each language, in characters. */
export const STATEMENT_MAX = 2000;
/** The text about a collection in each language, in characters, and the works that its maker puts first. */
export const COLLECTION_TEXT_MAX = 2000;
export const COLLECTION_PINS_MAX = 24;
/** Links on a profile, and the length of each in characters. */
export const LINKS_MAX = 6;
export const LINK_URL_MAX = 200;
/** People and collections that one account follows. */
export const FOLLOWS_MAX = 500;
/** How many entries a feed has. */
export const FEED_MAX = 240;
/** Works shown of each artist in a list. */
export const ARTIST_WORKS = 3;
/** A player's id in a game, in characters. */
export const GAME_ID_MAX = 64;
/** Recovery codes for a lost authenticator, each valid once. */
export const RECOVERY_CODES = 10;
/** Missing keys one report may hold, and the length of each and of what was shown. */
export const MISSING_WORDS_MAX = 100;
export const MISSING_TEXT_MAX = { key: 200, shown: 500 } as const;
/** Upload limits in bytes and pixels. */
export const UPLOAD_MAX_BYTES = 100 * 1024 * 1024;
export const IMAGE_MAX_BYTES = 30 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 100_000_000;
export const IMAGE_MAX_SIDE = 16_384;
/** Widths of stored previews; pages request no others. */
export const PREVIEW_WIDTHS = [320, 640, 1280] as const;
/** Subjects that one stream of live changes may watch, all kinds together. */
export const WATCHED_MAX = 100;
/** How long ago a change may be that a new stream of changes begins with. */
export const RECENT_CHANGES_MS = 60_000;
/** Reasons for a report, or for hiding by an admin. */
export const HIDE_REASONS = ['STOLEN', 'FAKE', 'OFFENSIVE', 'ILLEGAL', 'SPAM', 'OTHER'] as const;
/** The note of a reporter, or of an admin to a creator, in characters. */
export const REPORT_NOTE_MAX = 500;
/** The most featured collections. */
export const FEATURED_MAX = 12;
/** An exhibition: its title and text in characters, and its works. */
export const EXHIBITION_TITLE_MAX = 80;
export const EXHIBITION_TEXT_MAX = 2000;
export const EXHIBITION_WORKS_MAX = 12;
/** A token's holders are read again from the chain after this time at the earliest: the follower reads the same chain. */
export const TOKEN_REFRESH_PAUSE_MS = 5_000;
/** The most collections in the list of those that move. */
export const TRENDING_MAX = 100;
export const TREND_PERIODS = ['1h', '24h', '7d', '30d'] as const;
/** How much of the past a chart shows. */
export const CHART_RANGES = ['day', 'week', 'month', 'year'] as const;

/** In a collection with fewer works nothing is rare: no ranks, and no shares of properties. */
export const RARITY_FROM = 20;
/** Properties of a collection, and values of each, that one answer names. */
export const TRAITS_SHOWN = 50;
export const TRAIT_VALUES_SHOWN = 40;
/** Works, collections and people that a search finds of each. */
export const SEARCH_FOUND = 5;
/** The longest text of a search, in characters. */
export const SEARCH_TEXT_MAX = 100;

/** Days until a requested deletion of an account, in which it can be cancelled. */
export const DELETION_DAYS = 7;
/** How long a minted token counts as new, in lists. */
export const NEW_DAYS = 7;
/** How long a link to an export of an account's data is valid, in seconds. */
export const EXPORT_LINK_SECONDS = 300;

/** Pages of text that the operator may replace, at `/<name>`. */
export const OPERATOR_PAGES = ['help', 'about', 'terms', 'privacy', 'contact'] as const;
/** Those of them whose default text speaks for no particular operator. */
export const LEGAL_PAGES = ['about', 'terms', 'privacy'] as const;
/** The largest file of such a page, in bytes. */
export const OPERATOR_PAGE_MAX_BYTES = 64 * 1024;
/** The headings of the help page that other pages link to, in each language (`{#…}` in the Markdown). */
export const HELP_TOPICS = ['wallet', 'eth', 'take-out', 'sell', 'failed'] as const;
