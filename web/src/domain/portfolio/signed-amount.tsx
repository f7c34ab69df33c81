import { USD_DECIMALS_SHOWN } from '@skarb/schema/limits';
import { useFormats } from '../../platform/format/format.ts';
import { cx } from '../../ui/class-name.ts';
import { PastMoney, useFiatRate } from '../price/fiat.tsx';

/** What was paid, in ether and, if known, in dollars of its day. */
type Cost = { cost: string | null; costUsd: string | null };

const signOf = (amount: number): string => (amount === 0 ? '' : amount < 0 ? '−' : '+');
/** As a reader sees it: 0 has no sign. */
const rounded = (money: number): number => Number(money.toFixed(USD_DECIMALS_SHOWN));

/** How much of the reader's currency a cost is, by the dollars of its day where they are known; NaN without a rate. */
const useMoneyOf = () => {
  const ether = useFiatRate('ETH');
  const dollar = useFiatRate('USDC');
  return {
    money: ether.money,
    now: (amount: string) => Number(amount) * ether.rate,
    paid: ({ cost, costUsd }: Cost) => (costUsd === null ? Number(cost) * ether.rate : Number(costUsd) * dollar.rate),
  };
};

/**
 * A gain or a loss in ether, with its sign; in the reader's currency below, whose line it keeps while the rate is unknown.
 * @param of what was paid for what the result compares
 * @param usd the result of a sale in the dollars of its days, if they are known
 */
export const SignedAmount = ({
  amount,
  of,
  usd = null,
  className,
}: {
  amount: string | null;
  of: Cost;
  usd?: string | null;
  className?: string;
}) => {
  const formats = useFormats();
  const { money, now, paid } = useMoneyOf();
  if (amount === null) return <span className="text-ink-400">—</span>;
  const ether = Number(amount);
  const dollarsOfDays = usd === null ? null : Number(usd) + Number(of.costUsd ?? '0');
  const worth =
    dollarsOfDays === null ? now(amount) + now(of.cost ?? '0') : paid({ cost: null, costUsd: String(dollarsOfDays) });
  // Both as they are shown: whoever subtracts them gets the same.
  const inMoney = rounded(rounded(worth) - rounded(paid(of)));
  return (
    <span className={cx('block', className)}>
      <span
        className={cx(
          'num whitespace-nowrap',
          ether === 0 ? 'text-ink-50' : ether < 0 ? 'text-red-400' : 'text-green-400',
        )}
        title={`${signOf(ether)}${formats.exact(amount.replace('-', ''))} ETH`}
      >
        {`${signOf(ether)}${formats.amount(amount.replace('-', ''))} ETH`}
      </span>
      <span className="num block min-h-5 whitespace-nowrap text-sm font-normal text-ink-400">
        {Number.isFinite(inMoney) && `≈ ${signOf(inMoney)}${formats.fiat(Math.abs(inMoney), money)}`}
      </span>
    </span>
  );
};

/**
 * An amount of ether, in the reader's currency below, as above; a dash if it is unknown.
 * @param usd what it was in dollars when it was paid
 */
export const Amount = ({
  amount,
  usd = null,
  note,
  className,
}: {
  amount: string | null;
  usd?: string | null;
  note?: string;
  className?: string;
}) => {
  const formats = useFormats();
  const { money, paid } = useMoneyOf();
  if (amount === null) return <span className="text-ink-400">—</span>;
  const inMoney = paid({ cost: amount, costUsd: usd });
  const worth = Number.isFinite(inMoney) && `≈ ${formats.fiat(inMoney, money)}`;
  return (
    <span className={cx('block', className)}>
      <span className="num whitespace-nowrap text-ink-50" title={`${formats.exact(amount)} ETH`}>
        {formats.amount(amount)} ETH
      </span>
      <span className="num block text-sm font-normal text-ink-400">
        <span className="block min-h-5 whitespace-nowrap">
          {usd === null ? worth : <PastMoney usd={usd}>{worth}</PastMoney>}
        </span>
        {note && <span className="block fluid:min-w-28 wide:whitespace-nowrap">{note}</span>}
      </span>
    </span>
  );
};
