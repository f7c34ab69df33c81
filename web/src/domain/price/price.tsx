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

/** An amount with its symbol, exactly: the price shown is the price paid. */
export const Price = ({
  amount,
  currency,
  isRounded = false,
  hasMark = true,
  className,
}: {
  amount: string;
  currency: string;
  /** At most four decimals, with the exact amount as title: in cards and lists. */
  isRounded?: boolean;
  hasMark?: boolean;
  className?: string;
}) => {
  const formats = useFormats();
  const exact = formats.exact(amount);
  const words = isRounded ? formats.amount(amount) : exact;
  return (
    <span
      className={cx(
        'num inline-flex max-w-full items-baseline gap-[0.35em]',
        words.length > LONG ? 'wrap-anywhere' : 'whitespace-nowrap max-[19rem]:whitespace-normal',
        className,
      )}
      title={isRounded ? `${exact} ${currency}` : undefined}
    >
      {hasMark && <PriceMark />}
      <span>
        {words} <span className="text-[0.85em] font-medium text-ink-200">{currency}</span>
      </span>
    </span>
  );
};
