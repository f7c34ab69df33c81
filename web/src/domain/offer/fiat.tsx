import { CRYPTO_REFRESH_MS } from '@skarb/schema/limits';
import type { Prices } from '@skarb/schema/price';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDisplayCurrency } from '../../platform/format/display-currency.ts';
import { useFormats } from '../../platform/format/format.ts';
import { apiOf } from '../../platform/query/client.ts';

/** What ether is worth, read again every 30 s. */
export const pricesQuery = queryOptions({
  queryKey: ['reference', 'price'],
  queryFn: ({ client, signal }) =>
    apiOf(client)
      .get<{ data: Prices }>('/price', { signal })
      .then(({ data }) => data),
  staleTime: CRYPTO_REFRESH_MS,
});

/** Roughly how much of the reader's money an amount is; nothing where that is not known (other coins, the source away). */
export const Fiat = ({ amount, currency, className }: { amount: string; currency: string; className?: string }) => {
  const formats = useFormats();
  const { data } = useQuery({ ...pricesQuery, refetchInterval: CRYPTO_REFRESH_MS });
  const money = useDisplayCurrency();
  const dollars = currency === 'ETH' || currency === 'WETH' ? Number(data?.eth.usd) : Number.NaN;
  const rate = dollars * (data?.fiat[money] ?? Number.NaN);
  if (!Number.isFinite(rate)) return null;
  return <span className={className}>≈ {formats.fiat(Number(amount) * rate, money)}</span>;
};
