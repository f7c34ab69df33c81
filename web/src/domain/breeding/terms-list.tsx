import type { BreedingTerms } from '@skarb/schema/breeding';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { cx } from '../../ui/class-name.ts';
import { Price } from '../price/price.tsx';

/** Open collections: the cost of a first breeding there, the number of members and births. */
export const TermsList = ({ collections }: { collections: readonly BreedingTerms[] }) => {
  const { t } = useTranslation();
  // A single one fills the row: a third of it would look like a list that is not complete.
  const isAlone = collections.length === 1;
  return (
    <ul
      aria-label={t('breeding.collections')}
      className={cx('grid gap-3', !isAlone && 'tablet:grid-cols-2 wide:grid-cols-3')}
    >
      {collections.map(({ collection, baseFee, currency, members, children }) => (
        <li key={collection.uuid} className="min-w-0">
          <Link
            to={path.collection(collection.uuid)}
            className="flex items-center gap-4 rounded-2xl bg-ink-900 p-3 transition-colors hover:bg-ink-800"
          >
            <img
              src={`${collection.imageUrl}/320.webp`}
              alt=""
              width={72}
              height={72}
              loading="lazy"
              className="size-18 shrink-0 rounded-xl object-cover"
            />
            <span
              className={cx(
                'min-w-0',
                isAlone && 'tablet:flex tablet:grow tablet:items-center tablet:gap-6 tablet:pr-3',
              )}
            >
              <bdi className="block truncate font-semibold text-ink-50">{collection.name}</bdi>
              <span className="num block truncate text-sm text-ink-200">
                {t('breeding.members', { count: members })} · {t('breeding.born', { count: children })}
              </span>
              <span className={cx('block truncate text-sm text-ink-400', isAlone && 'tablet:ml-auto')}>
                {t('breeding.baseFee')} <Price amount={baseFee} currency={currency.symbol} hasMark={false} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
};
