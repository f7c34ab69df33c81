import type { BreedingToken } from '@skarb/schema/breeding';
import { USES_MAX } from '@skarb/schema/genome';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { cx } from '../../ui/class-name.ts';
import { Countdown } from '../reference/countdown.tsx';
import { Price } from '../price/price.tsx';

/** Seven marks, a filled one for each use. */
export const Uses = ({ uses, className }: { uses: number; className?: string }) => {
  const { t } = useTranslation();
  return (
    <span className={cx('inline-flex flex-wrap items-center gap-x-2 gap-y-1.5', className)}>
      <span aria-hidden className="inline-flex gap-1">
        {Array.from({ length: USES_MAX }, (_, index) => (
          <span
            key={index}
            className={cx('size-1.5 rounded-full', index < uses ? 'bg-ink-50' : 'border border-ink-400')}
          />
        ))}
      </span>
      <span className="num whitespace-nowrap">{t('breeding.life.uses', { uses, max: USES_MAX })}</span>
    </span>
  );
};

/** Whether a token is ready, and until when it rests. */
const Readiness = ({
  token: { readyAt, expecting, nextFee },
  networkUuid,
  now,
}: {
  token: Pick<BreedingToken, 'readyAt' | 'expecting' | 'nextFee'>;
  networkUuid: string;
  /** By the chain's clock; null while unknown. */ now: number | null;
}) => {
  const { t } = useTranslation();
  if (nextFee === null) return t('breeding.life.wornOut');
  if (expecting) return t('breeding.life.expecting');
  if (readyAt === null || (now !== null && Date.parse(readyAt) <= now)) return t('breeding.life.ready');
  return (
    <>
      {t('breeding.life.readyIn')} <Countdown to={readyAt} networkUuid={networkUuid} />
    </>
  );
};

/** A token's state as a parent: uses, rest, cost of the next breeding. */
export const LifeFacts = ({
  token,
  symbol,
  networkUuid,
  now,
  className,
}: {
  token: BreedingToken;
  symbol: string;
  networkUuid: string;
  now: number | null;
  className?: string;
}) => {
  const { t } = useTranslation();
  return (
    <div className={cx('flex flex-col gap-1 text-sm text-ink-200', className)}>
      <Uses uses={token.uses} />
      <p>
        <Readiness token={token} networkUuid={networkUuid} now={now} />
      </p>
      {token.nextFee !== null && (
        <p className="text-ink-400">
          {t('breeding.life.next')} <Price amount={token.nextFee} currency={symbol} hasMark={false} />
        </p>
      )}
    </div>
  );
};
