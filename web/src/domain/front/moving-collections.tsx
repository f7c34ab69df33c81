import type { FrontPage } from '@skarb/schema/front-page';
import { Link } from 'react-router';
import { useFormats } from '../../platform/format/format.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { cx } from '../../ui/class-name.ts';
import { Picture } from '../../ui/picture.tsx';
import { TrendChange } from '../collection/trend-change.tsx';
import { Fiat } from '../price/fiat.tsx';
import { Price } from '../price/price.tsx';
import { MarkedName } from '../../ui/verified-mark.tsx';

/** The collections with the most trade lately, in two columns, by their place. */
export const MovingCollections = ({ collections }: { collections: FrontPage['collections'] }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <ol
      aria-label={t('front.collections')}
      style={{ '--rows': Math.ceil(collections.length / 2) } as object}
      className="grid gap-x-12 wide:grid-flow-col wide:grid-cols-2 wide:grid-rows-[repeat(var(--rows),auto)]"
    >
      {collections.map((one, index) => (
        <li key={one.uuid} className="border-b border-ink-800">
          <Link
            to={path.collection(one.uuid)}
            className="group grid min-h-18 grid-cols-[1.5rem_3rem_minmax(0,1fr)_auto] items-center gap-4 py-3 max-[19rem]:grid-cols-[1.5rem_minmax(0,1fr)]"
          >
            <span aria-hidden className="num text-sm text-ink-400">
              {index + 1}
            </span>
            <Picture image={one.image} alt="" sizes="48px" fit="thumb" className="size-12 rounded-lg" />
            <span className="min-w-0 max-[19rem]:col-start-2">
              <MarkedName {...one} className="font-semibold text-ink-50 underline-offset-4 group-hover:underline" />
              <span className="num block truncate text-sm text-ink-400">
                {one.floorPrice && t('property.floorOf', { price: formats.amount(one.floorPrice) })}
                <span className={one.floorPrice ? 'max-tablet:sr-only' : undefined}>
                  {one.floorPrice && ' · '}
                  {t('front.sold', { count: one.sales })}
                </span>
                {one.changePercent !== null && (
                  <TrendChange percent={one.changePercent} className={cx('tablet:hidden', one.floorPrice && 'ml-2')} />
                )}
              </span>
            </span>
            <span className="text-right max-[19rem]:col-start-2 max-[19rem]:text-left">
              <Price
                isRounded
                amount={one.volume}
                currency="ETH"
                hasMark={false}
                className="block font-medium text-ink-50"
              />
              <span className="flex min-h-5 justify-end gap-x-2 text-sm">
                <Fiat amount={one.volume} currency="ETH" isLive={false} className="num text-ink-400" />
                {one.changePercent !== null && (
                  <TrendChange percent={one.changePercent} className="max-tablet:hidden" />
                )}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
};
