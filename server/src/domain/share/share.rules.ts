import type { Person } from '@skarb/schema/auth';
import { LANGUAGE, type Language } from '@skarb/schema/language';
import type { Token } from '@skarb/schema/token';
import { amountText } from '../../platform/amount-text.ts';
import { fill, WORDS } from '../../platform/words.ts';

/** A user's display name, as the pages show it: name, nickname, or wallet. */
export const nameOf = (person: Pick<Person, 'name' | 'username' | 'metamaskWallet'>): string =>
  person.name ||
  person.username ||
  (person.metamaskWallet ? `${person.metamaskWallet.slice(0, 6)}…${person.metamaskWallet.slice(-4)}` : '—');

/** A day in the language's format, in UTC. */
export const dayOf = (time: string, language: Language): string =>
  new Intl.DateTimeFormat(LANGUAGE[language].mailLocale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));

/** How a work can be bought now, in words; undefined when it cannot. */
export const stateOf = (
  { listing, auction }: Pick<Token, 'listing' | 'auction'>,
  language: Language,
): string | undefined => {
  const words = WORDS[language].share;
  if (listing) return `${amountText(listing.price, language)} ${listing.currency}`;
  if (!auction) return undefined;
  const price = `${amountText(auction.price, language)} ${auction.currency}`;
  return fill(auction.bidCount > 0 ? words.highestBid : words.auctionFrom, { price });
};
