import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { Button } from './button.tsx';
import { cx } from './class-name.ts';

/** The list with the row at `index` moved by one place. */
export const moved = <T,>(rows: readonly T[], index: number, by: -1 | 1): T[] => {
  const next = [...rows];
  next.splice(index + by, 0, ...next.splice(index, 1));
  return next;
};

/**
 * Two arrows that move a row of a list. The focus goes with the row: a browser takes it away when the row moves, and at
 * an end of the list, where the pressed arrow is switched off, the other one gets it.
 */
export const MoveButtons = ({
  name,
  index,
  count,
  isBusy = false,
  onMove,
  className,
}: {
  name: string;
  index: number;
  count: number;
  /** A move is being stored: presses are ignored. */ isBusy?: boolean;
  onMove: (by: -1 | 1) => void;
  className?: string;
}) => {
  const { t } = useTranslation();
  const box = useRef<HTMLSpanElement>(null);
  const pressed = useRef<-1 | 1>(undefined);
  const isOff = (by: -1 | 1): boolean => index + by < 0 || index + by >= count;
  const refocus = useEffectEvent(() => {
    const by = pressed.current;
    pressed.current = undefined;
    if (!by) return;
    const [up, down] = box.current?.querySelectorAll('button') ?? [];
    const hasUp = (by === -1) !== isOff(by);
    (hasUp ? up : down)?.focus();
  });
  useLayoutEffect(() => refocus(), [index]);
  return (
    <span ref={box} className={cx('flex shrink-0', className)}>
      {([-1, 1] as const).map((by) => {
        const Icon = by === -1 ? ArrowUp : ArrowDown;
        return (
          <Button
            key={by}
            variant="icon"
            size="small"
            aria-label={t(by === -1 ? 'app.move.up' : 'app.move.down', { name })}
            disabled={isOff(by)}
            aria-disabled={isBusy || undefined}
            onClick={() => {
              if (isBusy) return;
              pressed.current = by;
              onMove(by);
            }}
          >
            <Icon aria-hidden className="size-4" />
          </Button>
        );
      })}
    </span>
  );
};
