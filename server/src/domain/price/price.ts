/** ETH and POL are told in US dollars for one; EUR and UAH in how much of it one US dollar is. */
export type Asset = 'ETH' | 'POL' | 'EUR' | 'UAH';
export const CRYPTO: readonly Asset[] = ['ETH', 'POL'];
export const FIAT: readonly Asset[] = ['EUR', 'UAH'];

/** What a source says something is worth, and since when. */
export type Quote = { asset: Asset; value: number; at: Date; source: string };
