import { useEffect, useState } from 'react';
import { useFormats } from '../../platform/format/format.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useHydrated } from '../../platform/query/use-hydrated.ts';
import { cx } from '../../ui/class-name.ts';
import { useChainClock } from './chain-clock.ts';
import { clockOf, timeLeft } from './time-left.ts';

const TICK_MS = 1_000;

/** The current time by the chain's clock, ticking. */
const useTickingNow = (networkUuid: string): (() => number) => {
  const { now } = useChainClock(networkUuid);
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/** The current time by the chain's clock, ticking; null until the page is hydrated. */
export const useChainNow = (networkUuid: string): number | null => {
  const isHydrated = useHydrated();
  const now = useTickingNow(networkUuid);
  return isHydrated ? now() : null;
};

type Props = {
  to: string;
  networkUuid: string;
  /** Short form: only days, while there are any. */
  isShort?: boolean;
  className?: string;
};

/** The time until a moment, counting down by the chain's clock; "over" when it is past. */
export const Countdown = ({ to, networkUuid, isShort = false, className }: Props) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const isHydrated = useHydrated();
  // The server renders it by its own clock; a second later the reader's page goes on with the chain's.
  const now = useTickingNow(networkUuid);
  const left = timeLeft(to, now());
  const text = left.isOver
    ? t('offer.auction.over')
    : [left.days > 0 && t('offer.auction.days', { count: left.days }), (left.days === 0 || !isShort) && clockOf(left)]
        .filter(Boolean)
        .join(' ');
  return (
    // Screen readers read it on request, not every second.
    <time
      role={left.isOver ? undefined : 'timer'}
      aria-live="off"
      dateTime={to}
      title={isHydrated ? formats.dateTime(to) : undefined}
      className={cx('num whitespace-nowrap max-[19rem]:whitespace-normal', className)}
      suppressHydrationWarning
    >
      {text}
      {/* Without a script it does not count down: the moment itself. */}
      {!isHydrated && !isShort && (
        <noscript>
          <span className="block text-sm font-normal">{formats.serverDateTime(to)}</span>
        </noscript>
      )}
    </time>
  );
};
