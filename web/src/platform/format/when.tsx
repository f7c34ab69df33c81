import { useSyncExternalStore } from 'react';
import { useHydrated } from '../query/use-hydrated.ts';
import { useFormats } from './format.ts';

const TICK_MS = 1_000;
const waiting = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
/** Subscribes to one timer that all relative times of a page share. */
const onTick = (tick: () => void): (() => void) => {
  waiting.add(tick);
  timer ??= setInterval(() => {
    for (const one of waiting) one();
  }, TICK_MS);
  return () => {
    waiting.delete(tick);
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};
const never = () => () => {};

/** A relative time such as "3 minutes ago", updated every second together with all others on the page. */
export const useTicking = (words: () => string): string => useSyncExternalStore(onTick, words, words);

const NEAR_MS = 30 * 86_400_000;

/**
 * Shows a moment as the time since then, updated live, with the exact time on hover; after a month, as a date. The
 * server renders a UTC date, because it knows neither the reader's clock, time zone nor country.
 */
export const When = ({
  at,
  form = 'ago',
}: {
  at: string;
  /**
   * `ago`: relative, the date after a month. `exact`: date and time. `date`: only the date. `past`: like `ago`, for
   * what has already happened; it never shows "in 3 seconds", even if the chain's clock is ahead of the reader's.
   */
  form?: 'ago' | 'past' | 'exact' | 'date';
}) => {
  const formats = useFormats();
  const isHydrated = useHydrated();
  const words = (): string => {
    const now = Date.now();
    if (form === 'exact') return formats.dateTime(at);
    if (form === 'date' || Math.abs(Date.parse(at) - now) >= NEAR_MS) return formats.date(at);
    return formats.ago(form === 'past' && Date.parse(at) > now ? new Date(now).toISOString() : at, now);
  };
  // React re-renders only when the text changes: at first every second, later every minute, hour or day.
  const text = useSyncExternalStore(form === 'ago' || form === 'past' ? onTick : never, words, () =>
    formats.serverDate(at),
  );
  return (
    <time
      dateTime={at}
      title={isHydrated ? formats.dateTime(at) : undefined}
      className="num whitespace-nowrap max-[19rem]:whitespace-normal"
      suppressHydrationWarning
    >
      {text}
    </time>
  );
};
