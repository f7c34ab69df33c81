import type { BreedingTerms as Terms } from '@skarb/schema/breeding';
import { Egg } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Price } from '../price/price.tsx';

/** Whether a collection is open for breeding and for how much; null if it was never opened. */
export const BreedingTerms = ({
  terms,
  notice,
  children,
}: {
  terms: Terms | null;
  notice?: ReactNode;
  /** Further buttons. */ children?: ReactNode;
}) => {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t('breeding.title')}
      data-terms={terms?.isOpen ? 'open' : 'closed'}
      className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-2xl bg-ink-900 px-5 py-4"
    >
      <p className="flex min-w-0 items-center gap-3">
        <Egg aria-hidden className="size-5 shrink-0 text-gold-400" />
        <span>
          {terms?.isOpen ? (
            <>
              <span className="font-medium text-ink-50">{t('breeding.open.isOpen')}</span>{' '}
              {/* On a line of its own on a phone: the page's font must not move words from one line to another. */}
              <span className="block text-ink-200 tablet:inline">
                <span className="hidden tablet:inline">· </span>
                {t('breeding.baseFee')}{' '}
                <Price amount={terms.baseFee} currency={terms.currency.symbol} hasMark={false} />
                <span className="hidden tablet:inline"> · </span>
                <span className="block tablet:inline">{t('breeding.born', { count: terms.children })}</span>
              </span>
            </>
          ) : (
            <span className="text-ink-200">{t(terms ? 'breeding.open.isClosed' : 'breeding.open.never')}</span>
          )}
          {notice}
        </span>
      </p>
      <p className="flex flex-wrap gap-2 fluid:ml-auto">
        {terms?.isOpen && (
          <Link to={path.breeding} className={buttonClass('outlined', 'small')}>
            {t('breeding.open.toBreeding')}
          </Link>
        )}
        {children}
      </p>
    </section>
  );
};
