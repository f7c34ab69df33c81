import * as priceCalls from '@skarb/schema/calls/price';
import { CRYPTO_REFRESH_MS, type DisplayCurrency } from '@skarb/schema/limits';
import type { Prices } from '@skarb/schema/price';
import { hashKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useDisplayCurrency } from '../../platform/format/display-currency.ts';
import { useFormats } from '../../platform/format/format.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { cx } from '../../ui/class-name.ts';
import { clientOf } from '../../platform/query/client.ts';

/** The ether price, fetched again every 30 s. */
export const pricesQuery = queryOptions({
  queryKey: ['reference', 'price'],
  queryFn: ({ client, signal }) =>
    clientOf(client)
      .call(priceCalls.show, { signal })
      .then(({ data }) => data),
  staleTime: CRYPTO_REFRESH_MS,
});

/** US dollars per unit of a currency; NaN if unknown. */
export const dollarsOf = (prices: Prices, currency: string): number => {
  if (currency === 'ETH' || currency === 'WETH') return Number(prices.eth.usd);
  if (currency === 'POL') return Number(prices.pol.usd);
  return currency === 'USDC' ? 1 : Number.NaN;
};

const PRICES = hashKey(pricesQuery.queryKey);
/** The server renders a price once, of many: it reads the rates without watching them. */
const usePrices: (isLive: boolean) => Prices | undefined = import.meta.env.SSR
  ? () => useQueryClient().getQueryCache().get<Prices>(PRICES)?.state.data
  : (isLive) => useQuery({ ...pricesQuery, refetchInterval: isLive && CRYPTO_REFRESH_MS }).data;

const rateOf = (prices: Prices | undefined, currency: string, money: DisplayCurrency): number =>
  prices ? dollarsOf(prices, currency) * (prices.fiat[money] ?? Number.NaN) : Number.NaN;

/**
 * The reader's display currency, and how much of it one unit of a currency costs; NaN if unknown.
 * @param isLive reads the rate again every 30 s
 */
export const useFiatRate = (currency: string, isLive = true): { money: string; rate: number } => {
  const data = usePrices(isLive);
  const money = useDisplayCurrency();
  return { money, rate: rateOf(data, currency, money) };
};

/** Writes dollars in the reader's display currency: exactly where that is the dollar, otherwise roughly, by today's rate. */
export const useDollars = (): { money: string; write: (dollars: string) => string } => {
  const formats = useFormats();
  const data = usePrices(false);
  const money = useDisplayCurrency();
  const rate = money === 'USD' ? undefined : data?.fiat[money];
  if (!rate) return { money: 'USD', write: (dollars) => formats.usd(Number(dollars)) };
  return { money, write: (dollars) => `≈ ${formats.fiat(Number(dollars) * rate, money)}` };
};

/**
 * Money of the past in the reader's display currency. Its tooltip, which screen readers read too, names the rate where that
 * is not the one of its day.
 * @param usd its dollars at the time; null if they are not known, so that all of it is at today's rate
 */
export const PastMoney = ({
  usd,
  className,
  children,
}: {
  usd: string | null;
  className?: string | undefined;
  children: ReactNode;
}) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { money } = useDollars();
  const then = usd === null ? t('app.rate.today') : t('app.rate.then', { usd: formats.usd(Number(usd)) });
  const rate = money === 'USD' && usd !== null ? undefined : then;
  return (
    <span title={rate} className={className}>
      {children}
      {rate && <span className="sr-only"> ({rate})</span>}
    </span>
  );
};

/** What an event was worth at its time, on a line of its own, roughly as on cards; renders nothing if that is unknown. */
export const PastWorth = ({ usd }: { usd: string | null }) => {
  const { money, write } = useDollars();
  return (
    usd && (
      <PastMoney
        usd={usd}
        className="num block whitespace-nowrap text-sm font-normal text-ink-400 max-[19rem]:wrap-anywhere max-[19rem]:whitespace-normal"
      >
        {money === 'USD' && '≈ '}
        {write(usd)}
      </PastMoney>
    )
  );
};

type Props = {
  amount: string;
  currency: string;
  /** Follows the rate. Not in lists: what each page shows besides follows it for all. */
  isLive?: boolean;
  /** The rate of the moment when it is first shown: what was paid does not move. */
  isFixed?: boolean;
  /** The amount is of the past, its dollars of that day unknown. */
  isPast?: boolean;
  className?: string;
};

/** Amounts in several currencies as one in the reader's display currency, roughly; renders nothing if a rate is unknown. */
export const FiatSum = ({ amounts }: { amounts: readonly { amount: string; currency: string }[] }) => {
  const formats = useFormats();
  const data = usePrices(true);
  const money = useDisplayCurrency();
  const sum = amounts.reduce((all, { amount, currency }) => all + Number(amount) * rateOf(data, currency, money), 0);
  return Number.isFinite(sum) ? <span className="whitespace-nowrap">≈ {formats.fiat(sum, money)}</span> : null;
};

/** An amount in the reader's display currency, roughly; renders nothing if the rate is unknown. */
export const Fiat = ({ amount, currency, isPast = false, isLive = !isPast, isFixed = false, className }: Props) => {
  const formats = useFormats();
  const now = useFiatRate(currency, isLive);
  const { money } = now;
  const [first] = useState(now);
  const rate = isFixed && first.money === money && Number.isFinite(first.rate) ? first.rate : now.rate;
  if (!Number.isFinite(rate)) return null;
  const look = cx('whitespace-nowrap max-[19rem]:whitespace-normal', className);
  const shown = `≈ ${formats.fiat(Number(amount) * rate, money)}`;
  if (!isPast) return <span className={look}>{shown}</span>;
  return (
    <PastMoney usd={currency === 'USDC' ? amount : null} className={look}>
      {shown}
    </PastMoney>
  );
};
