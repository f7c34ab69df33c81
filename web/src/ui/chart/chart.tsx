import { useRef, useState, type PointerEvent } from 'react';
import { cx } from '../class-name.ts';
import { runsOf, shareOf, ticksOf } from './scale.ts';

/** A moment with the line's value (null: none) and the height of a bar. */
type ChartPoint = { at: number; line: number | null; bar?: number };

type Props = {
  /** The name for screen readers. */ label: string;
  points: readonly ChartPoint[];
  /** Places points by time; otherwise at equal distances. */ isByTime?: boolean;
  formatValue: (value: number) => string;
  formatTime: (at: number) => string;
  /** The lines shown for the point under the pointer or the arrow keys: the time first, then the values. */
  describe: (index: number) => readonly string[];
};

const WIDTH = 1000;
const HEIGHT = 240;
/** Bars take the lower part, so that they do not hide the line. */
const BAR_PART = 0.4;

/**
 * A line over time, with optional bars. Scales without measuring, so it fits its container without a script. Pointer
 * and arrow keys select a point. The page must also show the same figures in a table.
 */
export const Chart = ({ label, points, isByTime = false, formatValue, formatTime, describe }: Props) => {
  const area = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number>();
  const values = points.flatMap(({ line }) => (line === null ? [] : [line]));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // An axis from zero would show almost constant values as a line at the top.
  const ticks = values.length === 0 ? [0, 1] : ticksOf(least > most / 2 ? least - (most - least) / 4 : 0, most);
  const [bottom, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const x = (index: number) =>
    WIDTH * (isByTime ? shareOf(points[index]?.at ?? 0, first, last) : (index + 0.5) / points.length);
  const y = (value: number) => HEIGHT * (1 - shareOf(value, bottom, top));
  const mostBar = Math.max(0, ...points.map(({ bar }) => bar ?? 0));
  const placed = points.map((point, index) => ({ ...point, x: x(index) }));
  const runs = runsOf(placed, ({ line }) => line !== null);

  const nearest = (event: PointerEvent) => {
    const box = area.current?.getBoundingClientRect();
    if (!box || points.length === 0) return;
    const pointer = ((event.clientX - box.left) / box.width) * WIDTH;
    setAt(
      placed.reduce(
        (best, point, index) =>
          Math.abs(point.x - pointer) < Math.abs((placed[best]?.x ?? 0) - pointer) ? index : best,
        0,
      ),
    );
  };
  const move = (key: string): number | undefined => {
    const now = at ?? points.length;
    return {
      ArrowLeft: Math.max(0, now - 1),
      ArrowRight: Math.min(points.length - 1, now + 1),
      Home: 0,
      End: points.length - 1,
    }[key];
  };
  const chosen = at === undefined ? undefined : placed[at];
  return (
    <div className="flex gap-3">
      <div className="min-w-0 flex-1">
        <div
          ref={area}
          role="slider"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, points.length - 1)}
          aria-valuenow={at ?? points.length - 1}
          aria-valuetext={describe(at ?? points.length - 1).join(', ')}
          tabIndex={0}
          className="relative h-52 touch-pan-y rounded-lg"
          onPointerMove={nearest}
          onPointerDown={nearest}
          onPointerLeave={() => setAt(undefined)}
          onBlur={() => setAt(undefined)}
          onKeyDown={(event) => {
            const next = move(event.key);
            if (next === undefined) return;
            event.preventDefault();
            setAt(next);
          }}
        >
          <svg
            aria-hidden
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="size-full overflow-visible"
          >
            {ticks.map((tick) => (
              <line
                key={tick}
                x1={0}
                x2={WIDTH}
                y1={y(tick)}
                y2={y(tick)}
                className="stroke-ink-800"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {mostBar > 0 &&
              placed.map(
                ({ at: moment, x: middle, bar }) =>
                  !!bar && (
                    <rect
                      key={moment}
                      x={middle - Math.min(12, (WIDTH / points.length) * 0.3)}
                      width={Math.min(24, (WIDTH / points.length) * 0.6)}
                      y={HEIGHT * (1 - BAR_PART * (bar / mostBar))}
                      height={HEIGHT * BAR_PART * (bar / mostBar)}
                      className="fill-ink-700"
                    />
                  ),
              )}
            {runs.map((run) => (
              <polyline
                key={run[0]?.at}
                points={run.map((point) => `${point.x},${y(point.line ?? 0)}`).join(' ')}
                fill="none"
                strokeWidth={2}
                strokeLinejoin="round"
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
                className="stroke-gold-400"
              />
            ))}
          </svg>
          {/* Dots are HTML elements, because the stretched SVG would distort circles. */}
          {placed.map(
            ({ at: moment, x: middle, line }, index) =>
              line !== null &&
              (isByTime || runs.some((run) => run.length === 1 && run[0]?.at === moment) || index === at) && (
                <span
                  key={moment}
                  aria-hidden
                  className={cx(
                    'pointer-events-none absolute -translate-x-1/2 -translate-y-1/2 rounded-full bg-gold-400',
                    index === at ? 'size-3 ring-4 ring-ink-950' : 'size-1.5',
                  )}
                  style={{ left: `${middle / (WIDTH / 100)}%`, top: `${(y(line) / HEIGHT) * 100}%` }}
                />
              ),
          )}
          {chosen && (
            <>
              <span
                aria-hidden
                className="pointer-events-none absolute inset-y-0 w-px bg-ink-400"
                style={{ left: `${chosen.x / (WIDTH / 100)}%` }}
              />
              <div
                // In the other half, so that it neither covers the point nor crosses the edge of a narrow screen.
                className={cx(
                  'pointer-events-none absolute top-0 z-10 rounded-xl bg-ink-800 px-3 py-2 text-sm text-ink-50',
                  chosen.x > WIDTH / 2 ? 'left-0' : 'right-0',
                )}
              >
                {describe(at ?? 0).map((line, index) => (
                  <span key={line} className={cx('num block', index === 0 ? 'text-ink-200' : 'font-medium')}>
                    {line}
                  </span>
                ))}
              </div>
            </>
          )}
        </div>
        <p aria-hidden className="num mt-2 flex justify-between text-xs text-ink-400">
          <span>{formatTime(first)}</span>
          <span>{formatTime(last)}</span>
        </p>
      </div>
      <div aria-hidden className="num relative h-52 w-14 shrink-0 text-xs text-ink-400">
        {ticks.map((tick) => (
          <span key={tick} className="absolute -translate-y-1/2" style={{ top: `${(y(tick) / HEIGHT) * 100}%` }}>
            {formatValue(tick)}
          </span>
        ))}
      </div>
    </div>
  );
};
