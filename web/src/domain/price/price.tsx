import { useFormats } from '../../platform/format/format.ts';
import { cx } from '../../ui/class-name.ts';

/** The gold mark in front of a price. */
const PriceMark = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 8 12" aria-hidden className={cx('inline-block h-[0.7em] w-auto shrink-0 fill-gold-400', className)}>
    <path d="M4 0 8 6 4 12 0 6Z" />
  </svg>
);

/** Characters of an amount that may need more than one line on a phone. */
const LONG = 12;

/** An amount with its symbol, at most four decimals; the exact amount as title. */
export const Price = ({
  amount,
  shown = amount,
  currency,
  hasMark = true,
  className,
}: {
  amount: string;
  /** Shown instead of the amount if it is a part of a sum (splitShown). */
  shown?: string;
  currency: string;
  hasMark?: boolean;
  className?: string;
}) => {
  const formats = useFormats();
  const words = formats.amount(/[1-9]/.test(shown) ? shown : amount);
  return (
    <span
      className={cx(
        'num inline-flex max-w-full items-baseline gap-[0.35em]',
        words.length > LONG ? 'wrap-anywhere' : 'whitespace-nowrap max-[19rem]:whitespace-normal',
        className,
      )}
      title={`${amount} ${currency}`}
    >
      {hasMark && <PriceMark />}
      <span>
        {words} <span className="text-[0.85em] font-medium text-ink-200">{currency}</span>
      </span>
    </span>
  );
};
