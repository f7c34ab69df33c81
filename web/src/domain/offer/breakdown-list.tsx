import { MARKETPLACE_FEE_BPS } from '@skarb/schema/limits';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { Fiat } from '../price/fiat.tsx';
import { Price } from '../price/price.tsx';
import type { Breakdown } from './breakdown.rules.ts';

/** The sum in the reader's money. Its line is there before a price is typed, so that nothing below moves. */
const Worth = ({ amount, currency }: { amount: string | undefined; currency: string }) => (
  <span className="num block min-h-5 text-sm font-normal text-ink-400">
    {amount !== undefined && <Fiat amount={amount} currency={currency} />}
  </span>
);

/**
 * The price, the fees and what the seller receives, for a price that is being typed; last and largest what the reader pays
 * or receives. (FeeTable: for an existing offer.)
 */
export const BreakdownList = ({
  parts,
  currency,
  royaltyPercent,
  side = 'seller',
  isOwnRoyalty = false,
}: {
  parts: Breakdown | null;
  currency: string;
  royaltyPercent: number;
  /** The reader: a seller sees "you receive", a buyer "the seller would receive". */ side?: 'seller' | 'buyer';
  /** The seller also receives the royalty: it is part of the sum. */ isOwnRoyalty?: boolean;
}) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const amount = (text: string | undefined) =>
    text === undefined ? '—' : <Price amount={text} currency={currency} hasMark={false} />;
  const pays = {
    label: t(side === 'buyer' ? 'trade.buy.total' : 'trade.price'),
    sum: parts?.price,
  };
  const receives = {
    label: t(side === 'buyer' ? 'trade.sellerReceives' : 'trade.youReceive'),
    sum: parts?.sellerReceives,
  };
  const [first, own] = side === 'buyer' ? [receives, pays] : [pays, receives];
  return (
    <dl aria-live="polite" className="flex flex-col gap-2 rounded-2xl bg-ink-800 p-4 text-sm">
      <div className="flex justify-between gap-4">
        <dt className="text-ink-200">{first.label}</dt>
        <dd data-net={first === receives || undefined}>{amount(first.sum)}</dd>
      </div>
      <div className="flex justify-between gap-4 text-ink-400">
        <dt>{t('trade.fee', { percent: formats.percent(MARKETPLACE_FEE_BPS / 10_000) })}</dt>
        <dd>{amount(parts?.marketplace)}</dd>
      </div>
      <div className="flex justify-between gap-4 text-ink-400">
        <dt>
          {t(isOwnRoyalty ? 'trade.ownRoyalty' : 'trade.royalty', { percent: formats.percent(royaltyPercent / 100) })}
        </dt>
        <dd>{amount(parts?.royalty)}</dd>
      </div>
      <div className="flex items-baseline justify-between gap-4 border-t border-ink-700 pt-3 text-base font-semibold">
        <dt>{own.label}</dt>
        <dd data-net={own === receives || undefined} className="text-right">
          {own.sum === undefined ? '—' : <Price amount={own.sum} currency={currency} />}
          <Worth amount={own.sum} currency={currency} />
        </dd>
      </div>
    </dl>
  );
};
