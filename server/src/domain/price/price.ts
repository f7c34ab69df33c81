/** ETH and POL are quoted in US dollars per unit; EUR and UAH in units per US dollar. */
export type Asset = 'ETH' | 'POL' | 'EUR' | 'UAH';
export const CRYPTO: readonly Asset[] = ['ETH', 'POL'];
export const FIAT: readonly Asset[] = ['EUR', 'UAH'];

/** A price of a source, with its time. */
export type Quote = { asset: Asset; value: number; at: Date; source: string };
