import type { Holding } from '@skarb/schema/portfolio';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormats } from '../../platform/format/format.ts';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { previewAt } from '../../ui/picture.tsx';
import { useWorkLink } from '../token/opened-work.ts';
import { Amount, SignedAmount } from './signed-amount.tsx';
import { MarkedName } from '../../ui/verified-mark.tsx';

export const cell = 'py-3 pl-3 max-[19rem]:pl-2 text-right align-top font-medium tablet:pl-8';
const head = 'py-2 pl-3 max-[19rem]:pl-2 text-right font-medium tablet:pl-8';

/**
 * A work with its picture, a link to its page, and how many copies of it the line is about.
 * @param from names the table, as in `useWorkLink`
 */
export const Work = ({ token, quantity, from }: { token: Holding['token']; quantity: number; from: string }) => {
  const { t } = useTranslation();
  const shown = useInLanguage()(token);
  const { place, link } = useWorkLink<HTMLAnchorElement>(shown, from);
  return (
    <Link
      ref={place}
      to={path.token(token.uuid)}
      {...link}
      className="flex items-center gap-3 rounded-lg hover:text-gold-400"
    >
      <img
        src={previewAt(token.image.preview, 320)}
        alt=""
        loading="lazy"
        className="size-9 shrink-0 rounded-lg bg-ink-800 object-contain tablet:size-12"
      />
      <span className="min-w-0">
        <bdi className="wrap-anywhere font-semibold max-tablet:line-clamp-2 tablet:block tablet:truncate">
          {shown.name}
        </bdi>
        <MarkedName {...token.collection} className="text-sm text-ink-400" />
        {quantity > 1 && (
          <span className="num block truncate text-sm text-ink-400">{t('portfolio.units', { count: quantity })}</span>
        )}
      </span>
    </Link>
  );
};

/** What was paid, below another amount: on phones, where it has no column. */
export const PaidBelow = ({ cost }: { cost: string | null }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  if (cost === null) return null;
  return (
    <span className="num block text-sm font-normal text-ink-400 tablet:hidden">
      {t('portfolio.cost')}: <span className="whitespace-nowrap">{formats.amount(cost)} ETH</span>
    </span>
  );
};

/** A table of works with what was paid, another amount and the result; on phones what was paid is below the other amount. */
export const WorkTable = ({ label, amount, children }: { label: string; amount: string; children: ReactNode }) => {
  const { t } = useTranslation();
  return (
    <table className="w-full">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="border-b border-ink-700 text-sm text-ink-400">
          <th scope="col" className="py-2 text-left font-medium">
            {t('portfolio.work')}
          </th>
          <th scope="col" className={`${head} max-tablet:hidden`}>
            {t('portfolio.cost')}
          </th>
          <th scope="col" className={head}>
            {amount}
          </th>
          <th scope="col" className={head}>
            {t('portfolio.result')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-ink-800">{children}</tbody>
    </table>
  );
};

const Row = ({ holding }: { holding: Holding }) => {
  const { t } = useTranslation();
  const { token, quantity, bought, cost, worth, worthBy, result } = holding;
  return (
    <tr>
      {/* The link inside has the name. */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td className="w-full max-w-0 py-3">
        <Work token={token} quantity={quantity} from="portfolio" />
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
        <PaidBelow cost={cost} />
      </td>
      <td className={cell}>
        <SignedAmount amount={result} of={holding} />
      </td>
    </tr>
  );
};

/** One line for each token that is held. */
export const PortfolioTable = ({ holdings, label }: { holdings: readonly Holding[]; label: string }) => {
  const { t } = useTranslation();
  return (
    <WorkTable label={label} amount={t('portfolio.worth')}>
      {holdings.map((holding) => (
        <Row key={holding.token.uuid} holding={holding} />
      ))}
    </WorkTable>
  );
};
