import type { Token, TokenDetail } from '@skarb/schema/token';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { collectionQuery } from '../collection/collection.query.ts';

/** Of an edition, several people may ask different prices, the reader among them. */
const askedFor = (type: Token['type']) => (type === 'ERC1155' ? 'copies' : 'asking');

/** How far a price is from another, in words: "12% below the asking price". */
export const usePriceDistanceWords = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  return (percent: number, than: { type: Token['type'] } | 'floor'): string => {
    const from = than === 'floor' ? than : askedFor(than.type);
    return percent === 0
      ? t(`offer.distance.${from}.equal`)
      : t(`offer.distance.${from}.${percent < 0 ? 'below' : 'above'}`, {
          percent: formats.percent(Math.abs(percent) / 100),
        });
  };
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
  token: { type, listing, collection },
}: {
  /** null while none is typed: the line then has the price to compare with. */
  price: string | null;
  currency: string;
  token: Pick<TokenDetail, 'type' | 'listing' | 'collection'>;
}) => {
  const { data } = useQuery({ ...collectionQuery(collection.uuid), enabled: !listing });
  const { t } = useTranslation();
  const formats = useFormats();
  const words = usePriceDistanceWords();
  const against = listing
    ? listing.currency === currency && { than: { type }, amount: listing.price }
    : currency === 'ETH' && data?.stats.floorPrice && { than: 'floor' as const, amount: data.stats.floorPrice };
  if (!against) return null;
  const percent = price === null ? null : percentFrom(price, against.amount);
  return (
    <p aria-live="polite" data-distance={percent ?? undefined} className="-mt-2 min-h-5 text-sm text-ink-200">
      {percent === null
        ? t(`offer.distance.${against.than === 'floor' ? 'floor' : askedFor(type)}.amount`, {
            price: `${formats.amount(against.amount)} ${currency}`,
          })
        : words(percent, against.than)}
    </p>
  );
};
