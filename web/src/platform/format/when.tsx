import { useSyncExternalStore } from 'react';
import { useHydrated } from '../query/use-hydrated.ts';
import { useFormats } from './format.ts';

const TICK_MS = 1_000;
const waiting = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
/** One clock for all moments of a page. */
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

/** Words that tell how long ago something was: all of a page go on together. */
export const useTicking = (words: () => string): string => useSyncExternalStore(onTick, words, words);

const NEAR_MS = 30 * 86_400_000;

/**
 * A moment: how long ago, which goes on as one looks, with the exact time on hover; after a month, the date. Rendered
 * as a UTC date on the server, which knows neither the reader's clock nor his zone.
 */
export const When = ({
  at,
  form = 'ago',
}: {
  at: string;
  /**
   * `ago` with the date after a month, the `exact` moment, or the bare `date`. `past` is `ago` for what has happened: it
   * was never "in 3 seconds", though the chain's clock or the reader's may say so.
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
  // Drawn again only when the words are others: every second at first, then every minute, hour and day.
  const text = useSyncExternalStore(form === 'ago' || form === 'past' ? onTick : never, words, () =>
    formats.date(at, 'UTC'),
  );
  return (
    <time
      dateTime={at}
      title={isHydrated ? formats.dateTime(at) : undefined}
      className="num whitespace-nowrap"
      suppressHydrationWarning
    >
      {text}
    </time>
  );
};
