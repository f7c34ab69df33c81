import { LANGUAGE, type Language } from '@skarb/schema/language';
import type { Token } from '@skarb/schema/token';
import { amountText } from '../../platform/amount-text.ts';
import { fill, WORDS } from '../../platform/words.ts';

const DAY_MS = 86_400_000;
/** When an auction ends, in UTC: the day, and within a day of the end the time as well. */
export const endOf = (time: string, language: Language, now: number): string => {
  const left = Date.parse(time) - now;
  const isSoon = left > 0 && left <= DAY_MS;
  const format = new Intl.DateTimeFormat(LANGUAGE[language].locale, {
    dateStyle: 'long',
    timeZone: 'UTC',
    ...(isSoon && { timeStyle: 'short' }),
  });
  return `${format.format(new Date(time))}${isSoon ? ' UTC' : ''}`;
};

/** What an auction has reached: its highest bid, before the first one the lowest that it takes. */
export const reachedOf = (price: string, currency: string, hasBids: boolean, language: Language): string => {
  const words = WORDS[language].share;
  return fill(hasBids ? words.highestBid : words.auctionFrom, { price: `${amountText(price, language)} ${currency}` });
};

/** How a work can be bought now, in words; undefined when it cannot. */
export const stateOf = (
  { listing, auction }: Pick<Token, 'listing' | 'auction'>,
  language: Language,
): string | undefined => {
  if (listing) return `${amountText(listing.price, language)} ${listing.currency}`;
  return auction ? reachedOf(auction.price, auction.currency, auction.bidCount > 0, language) : undefined;
};
