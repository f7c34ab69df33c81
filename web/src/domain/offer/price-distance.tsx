import type { Token, TokenDetail } from '@skarb/schema/token';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { pricesQuery } from '../price/fiat.tsx';
import { priceIn } from './price-slip.ts';
import { useUsualPrice } from './use-price-slip.tsx';

/** Of an edition, several people may ask different prices, the reader among them. */
const askedFor = (type: Token['type']) => (type === 'ERC1155' ? 'copies' : 'asking');

/** How far a price is from another, in words: "12% below the asking price"; about so far, if a rate is between them. */
export const usePriceDistanceWords = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  return (percent: number, than: { type: Token['type'] } | 'floor', isAbout = false): string => {
    const from = than === 'floor' ? than : askedFor(than.type);
    // Rounding makes 100% of what is almost nothing; nothing at all cannot be offered.
    const isAlmostAll = percent <= -100;
    const mark = isAlmostAll ? '> ' : isAbout ? '≈ ' : '';
    return percent === 0
      ? t(`offer.distance.${from}.equal`)
      : t(`offer.distance.${from}.${percent < 0 ? 'below' : 'above'}`, {
          percent: mark + formats.percent(isAlmostAll ? 0.999 : Math.abs(percent) / 100),
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
 * Compares a price with the token's asking price, else with the collection's floor price. One in another currency is
 * converted at today's rates and marked as about right.
 */
export const PriceDistance = ({
  price,
  currency,
  token,
}: {
  /** null while none is typed: the line then has the price to compare with. */
  price: string | null;
  currency: string;
  token: TokenDetail;
}) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = usePriceDistanceWords();
  const usual = useUsualPrice(token, 'offer');
  const { data: prices } = useQuery(pricesQuery);
  const amount = usual && priceIn(currency, usual, prices);
  if (!usual || !amount) return null;
  const isAbout = usual.currency !== currency;
  const than = usual.from === 'asking' ? token : 'floor';
  const percent = price === null ? null : percentFrom(price, amount);
  return (
    <p
      aria-live="polite"
      data-distance={percent ?? undefined}
      className="-mt-2 min-h-5 text-sm text-ink-200"
      title={isAbout ? `${formats.exact(usual.price)} ${usual.currency}` : undefined}
    >
      {percent === null
        ? t(`offer.distance.${than === 'floor' ? than : askedFor(than.type)}.amount`, {
            price: `${isAbout ? '≈ ' : ''}${formats.amount(amount)} ${currency}`,
          })
        : words(percent, than, isAbout)}
    </p>
  );
};
