import type { Holding } from '@skarb/schema/portfolio';
import { Link } from 'react-router';
import { useFormats } from '../../platform/format/format.ts';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { previewAt } from '../../ui/picture.tsx';
import { useWorkLink } from '../token/opened-work.ts';
import { Amount, SignedAmount } from './signed-amount.tsx';
import { MarkedName } from '../../ui/verified-mark.tsx';

const cell = 'py-3 pl-3 text-right align-top font-medium tablet:pl-8';

const Row = ({ holding }: { holding: Holding }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { token, quantity, bought, cost, worth, worthBy, result } = holding;
  const shown = useInLanguage()(token);
  const { place, link } = useWorkLink<HTMLTableRowElement>(shown, 'portfolio');
  return (
    <tr ref={place}>
      {/* The link inside has the name. */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td className="w-full max-w-0 py-3">
        <Link to={path.token(token.uuid)} {...link} className="flex items-center gap-3 rounded-lg hover:text-gold-400">
          <img
            src={previewAt(token.image.preview, 320)}
            alt=""
            loading="lazy"
            className="size-9 shrink-0 rounded-lg bg-ink-800 object-contain tablet:size-12"
          />
          <span className="min-w-0">
            <span className="block truncate font-semibold">{shown.name}</span>
            <MarkedName {...token.collection} className="text-sm text-ink-400" />
            {quantity > 1 && (
              <span className="num block truncate text-sm text-ink-400">
                {t('portfolio.units', { count: quantity })}
              </span>
            )}
          </span>
        </Link>
      </td>
      <td className={`${cell} max-tablet:hidden`}>
        <Amount
          amount={cost}
          usd={holding.costUsd}
          note={bought > 0 && bought < quantity ? t('portfolio.boughtOf', { bought, all: quantity }) : undefined}
        />
      </td>
      <td className={cell}>
        {worth === null ? (
          <span className="text-sm font-normal text-ink-400">{t('portfolio.unknown')}</span>
        ) : (
          <Amount amount={worth} note={worthBy === 'FLOOR' ? t('portfolio.byFloor') : undefined} />
        )}
        {cost !== null && (
          <span className="num block text-sm font-normal text-ink-400 tablet:hidden">
            {t('portfolio.cost')}: <span className="whitespace-nowrap">{formats.amount(cost)} ETH</span>
          </span>
        )}
      </td>
      <td className={cell}>
        <SignedAmount amount={result} of={holding} />
      </td>
    </tr>
  );
};

/** One line for each token; on phones the cost is below the worth. */
export const PortfolioTable = ({ holdings, label }: { holdings: readonly Holding[]; label: string }) => {
  const { t } = useTranslation();
  return (
    <table className="w-full">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="border-b border-ink-700 text-sm text-ink-400">
          <th scope="col" className="py-2 text-left font-medium">
            {t('portfolio.work')}
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-medium max-tablet:hidden tablet:pl-8">
            {t('portfolio.cost')}
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-medium tablet:pl-8">
            {t('portfolio.worth')}
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-medium tablet:pl-8">
            {t('portfolio.result')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-ink-800">
        {holdings.map((holding) => (
          <Row key={holding.token.uuid} holding={holding} />
        ))}
      </tbody>
    </table>
  );
};
