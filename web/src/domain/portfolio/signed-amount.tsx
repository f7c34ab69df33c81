import { useFormats } from '../../platform/format/format.ts';
import { cx } from '../../ui/class-name.ts';
import { Fiat, useFiatRate } from '../price/fiat.tsx';

/** A gain or a loss in ether, with its sign; in the reader's currency below, whose line it keeps while the rate is unknown. */
export const SignedAmount = ({ amount, className }: { amount: string | null; className?: string }) => {
  const formats = useFormats();
  const { money, rate } = useFiatRate('ETH');
  if (amount === null) return <span className="text-ink-400">—</span>;
  const isLoss = amount.startsWith('-');
  const isNothing = !/[1-9]/.test(amount);
  const size = amount.replace('-', '');
  const sign = isNothing ? '' : isLoss ? '−' : '+';
  return (
    <span className={cx('block', className)}>
      <span
        className={cx('num whitespace-nowrap', isNothing ? 'text-ink-50' : isLoss ? 'text-red-400' : 'text-green-400')}
        title={`${amount} ETH`}
      >
        {`${sign}${formats.amount(size)} ETH`}
      </span>
      <span className="num block min-h-5 whitespace-nowrap text-sm font-normal text-ink-400">
        {Number.isFinite(rate) && `≈ ${sign}${formats.fiat(Number(size) * rate, money)}`}
      </span>
    </span>
  );
};

/** An amount of ether, in the reader's currency below, as above; a dash if it is unknown. */
export const Amount = ({ amount, note, className }: { amount: string | null; note?: string; className?: string }) => {
  const formats = useFormats();
  if (amount === null) return <span className="text-ink-400">—</span>;
  return (
    <span className={cx('block', className)}>
      <span className="num whitespace-nowrap text-ink-50" title={`${amount} ETH`}>
        {formats.amount(amount)} ETH
      </span>
      <span className="num block text-sm font-normal text-ink-400">
        <span className="block min-h-5">
          <Fiat amount={amount} currency="ETH" />
        </span>
        {note && <span className="block">{note}</span>}
      </span>
    </span>
  );
};
