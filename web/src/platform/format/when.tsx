import { useHydrated } from '../query/use-hydrated.ts';
import { useFormats } from './format.ts';

/**
 * A moment: how long ago, with the exact time on hover; after a month, the date. Rendered as a UTC date on the server,
 * which knows neither the reader's clock nor his zone.
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
  const now = Date.now();
  const moment = form === 'past' && Date.parse(at) > now ? new Date(now).toISOString() : at;
  const isNear = isHydrated && Math.abs(Date.parse(at) - now) < 30 * 86_400_000;
  return (
    <time
      dateTime={at}
      title={isHydrated ? formats.dateTime(at) : undefined}
      className="num whitespace-nowrap"
      suppressHydrationWarning
    >
      {form === 'exact' && isHydrated
        ? formats.dateTime(at)
        : isNear && form !== 'date'
          ? formats.ago(moment, now)
          : formats.date(at, isHydrated ? undefined : 'UTC')}
    </time>
  );
};
