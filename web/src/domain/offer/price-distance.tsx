import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { collectionQuery } from '../collection/collection.query.ts';

/** How far a price is from another, in words: "12% below the asking price". */
export const usePriceDistanceWords = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  return (percent: number, from: 'asking' | 'floor' | 'plain'): string =>
    percent === 0
      ? t(`offer.distance.${from}.equal`)
      : t(`offer.distance.${from}.${percent < 0 ? 'below' : 'above'}`, {
          percent: formats.percent(Math.abs(percent) / 100),
        });
};

const percentFrom = (price: string, from: string): number | null => {
  const [a, b] = [Number(price), Number(from)];
  if (!(a > 0 && b > 0)) return null;
  // Halves away from zero, as the server rounds `asking.differencePercent`.
  const share = (a - b) / b;
  return (Math.sign(share) * Math.round(Math.abs(share) * 1000)) / 10;
};

/**
 * Compares a price with the token's asking price, else with the collection's floor price. Only compares prices in the
 * same currency (ether and wrapped ether are one).
 */
export const PriceDistance = ({
  price,
  currency,
  listing,
  collection,
}: {
  /** null while none is typed: the line then has the price to compare with. */
  price: string | null;
  currency: string;
  listing: { price: string; currency: string } | null;
  collection: { uuid: string };
}) => {
  const { data } = useQuery({ ...collectionQuery(collection.uuid), enabled: !listing });
  const { t } = useTranslation();
  const formats = useFormats();
  const words = usePriceDistanceWords();
  const against = listing
    ? listing.currency === currency && { from: 'asking' as const, amount: listing.price }
    : currency === 'ETH' && data?.stats.floorPrice && { from: 'floor' as const, amount: data.stats.floorPrice };
  if (!against) return null;
  const percent = price === null ? null : percentFrom(price, against.amount);
  return (
    <p aria-live="polite" data-distance={percent ?? undefined} className="-mt-2 min-h-5 text-sm text-ink-200">
      {percent === null
        ? t(`offer.distance.${against.from}.amount`, { price: `${formats.amount(against.amount)} ${currency}` })
        : words(percent, against.from)}
    </p>
  );
};
