import { fromBaseUnits } from '@skarb/schema/money';
import type { Currency } from '@skarb/schema/reference';
import { shortHex } from '@skarb/schema/short-hex';
import type { Formats } from '../../platform/format/format.ts';
import type { Translations } from '../../platform/i18n/translations.ts';
import { SEAPORT } from '../../platform/wallet/contract-calls.ts';
import { sameAddress } from '../../platform/format/same-address.ts';
import type { Item, KnownContracts, Meaning } from '../../platform/wallet/demo/read-request.ts';

/** What the wallet may say beside what it reads: names that the page knows, in the reader's language. */
export type Names = {
  /** Of a work by its contract and id. */
  work(contract: string, tokenId: bigint): string | undefined;
  /** Of the work that an auction sells. */
  lot(auctionId: string): string | undefined;
  collection(contract: string): string | undefined;
};
type Speaker = {
  i18n: Translations;
  formats: Formats;
  currencies: readonly Currency[];
  nativeSymbol: string;
  contracts: KnownContracts | undefined;
  /** The wallet's own address. */
  own: string;
  names: Names;
};
export type Said = {
  /** What the request does. */
  sentence: string;
  /** What else to know before approving. */
  warnings: string[];
  /** What the names in the sentence stand for. */
  facts: { name: string; value: string }[];
};

/** The last moment of a date in JavaScript, in seconds: a later end is none. */
const LATEST = 8_640_000_000_000n;
/** Acts that give somebody power over what the wallet owns. */
const IS_PERMISSION = /^(allow|send)/;

/** A request in the words of its reader. */
export const wordsOf = (
  meaning: Meaning,
  { i18n, formats, currencies, nativeSymbol, contracts, own, names }: Speaker,
): Said => {
  const { t } = i18n;
  // What is signed is never rounded.
  const number = formats.exact;
  const currencyOf = (token: string) => currencies.find(({ address }) => sameAddress(address, token));
  const symbolOf = ({ name, symbol }: Currency) => (name === symbol ? name : `${name} (${symbol})`);
  const known = (address: string): string | undefined => {
    if (sameAddress(address, SEAPORT)) return t('wallet.demo.who.seaport');
    if (sameAddress(address, own)) return t('wallet.demo.who.self');
    const name = (['auctionHouse', 'breeding', 'collectionFactory'] as const).find((one) =>
      sameAddress(address, contracts?.[one]),
    );
    return name && t(`wallet.demo.who.${name}`);
  };
  const placeOf = (address: string) => {
    const currency = currencyOf(address);
    const collection = names.collection(address);
    return currency
      ? symbolOf(currency)
      : collection
        ? t('wallet.demo.item.titled', { title: collection })
        : shortHex(address);
  };
  const money = (token: string | null, units: bigint): string => {
    const currency = token === null ? undefined : currencyOf(token);
    if (token !== null && !currency)
      return t('wallet.demo.item.unknownMoney', { amount: number(String(units)), place: shortHex(token) });
    return t('wallet.demo.item.money', {
      amount: number(fromBaseUnits(units, currency?.decimals ?? 18)),
      symbol: currency ? symbolOf(currency) : nativeSymbol,
    });
  };
  const facts = new Map<string, string>();
  const idOf = (contract: string, tokenId: bigint) =>
    t('wallet.demo.item.work', { number: shortHex(String(tokenId)), place: shortHex(contract) });
  const titled = (title: string | undefined, id: string, fact: string, otherwise = id): string => {
    if (!title) return otherwise;
    facts.set(id, fact);
    return t('wallet.demo.item.titled', { title });
  };
  const itemWords = (item: Item): string => {
    if (item.kind === 'money') return money(item.token, item.units);
    if (item.kind === 'lot') {
      const auction = shortHex(item.auctionId);
      const plain = t('wallet.demo.item.lot', { auction });
      return titled(names.lot(item.auctionId), auction, t('wallet.demo.auction'), plain);
    }
    const { contract, tokenId, units } = item;
    const work =
      tokenId === null
        ? t('wallet.demo.item.any', { place: placeOf(contract) })
        : titled(names.work(contract, tokenId), idOf(contract, tokenId), t('wallet.demo.work'));
    return units === 1n ? work : t('wallet.demo.item.edition', { number: number(String(units)), work });
  };
  const list = (items: Item[] = []) => items.map(itemWords).join(', ') || t('wallet.demo.item.nothing');
  const { act, gives, gets, price, until, who, place, numbers, also } = meaning;
  const sentence = t(`wallet.demo.act.${act}`, {
    gives: list(gives),
    gets: list(gets),
    price: list(price),
    until:
      until === undefined || until > LATEST
        ? t('wallet.demo.noEnd')
        : formats.dateTime(new Date(Number(until) * 1000).toISOString()),
    who: who && (known(who) ?? shortHex(who)),
    place: place && placeOf(place),
    numbers: numbers?.map((one) => shortHex(String(one))).join(' + '),
  });
  const warnings = [];
  if (also) warnings.push(t('wallet.demo.also', { amount: money(null, also) }));
  if (who && IS_PERMISSION.test(act) && !known(who)) warnings.push(t('wallet.demo.unknownAddress', { address: who }));
  return { sentence, warnings, facts: [...facts].map(([value, name]) => ({ name, value })) };
};
