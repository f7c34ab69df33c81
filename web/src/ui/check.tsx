import { Check as CheckIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-name.ts';
import { useOptimisticValue } from './use-optimistic-value.ts';

type Props = {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  children: ReactNode;
  /** At the right end. */ aside?: ReactNode;
  name?: string;
};

/** The native checkbox covers the whole line and is transparent, so that touch, mouse and screen readers reach it. */
const over = 'peer absolute inset-0 z-10 size-full cursor-pointer appearance-none rounded-lg opacity-0';

/** A line with a checkbox. */
export const Check = ({ isChecked, onChange, children, aside, name }: Props) => (
  <label className="group relative flex min-h-10 items-center gap-3 rounded-lg text-ink-200 hover:text-ink-50 has-checked:text-ink-50">
    <input
      type="checkbox"
      // Otherwise the browser restores an old tick on Back, of which React knows nothing.
      autoComplete="off"
      name={name}
      checked={isChecked}
      onChange={(event) => onChange(event.target.checked)}
      className={over}
    />
    <span
      aria-hidden
      className={cx(
        'flex size-5 shrink-0 items-center justify-center rounded-md border transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-gold-400',
        // By its own state, which a press before hydration changes at once.
        'border-ink-400 group-hover:border-ink-200 peer-checked:border-ink-50 peer-checked:bg-ink-50 peer-checked:*:visible text-ink-950',
      )}
    >
      <CheckIcon className="invisible size-3.5" strokeWidth={3} />
    </span>
    <span className="flex min-w-0 flex-1 items-center gap-3">{children}</span>
    {aside !== undefined && (
      <span aria-hidden className="num text-sm text-ink-400">
        {aside}
      </span>
    )}
  </label>
);

/** A switch. It turns as soon as it is pressed, even while `onChange` waits. */
export const Switch = ({
  isOn,
  onChange,
  children,
  isDisabled = false,
}: {
  isOn: boolean;
  onChange: (isOn: boolean) => void | Promise<unknown>;
  children: ReactNode;
  isDisabled?: boolean;
}) => {
  const [shown, press] = useOptimisticValue(isOn, onChange);
  return (
    <label className="relative flex min-h-10 items-center justify-between gap-3 rounded-lg text-ink-200 hover:text-ink-50 has-checked:text-ink-50 has-disabled:opacity-50">
      {children}
      <input
        type="checkbox"
        autoComplete="off"
        role="switch"
        aria-checked={shown}
        checked={shown}
        disabled={isDisabled}
        onChange={(event) => press(event.target.checked)}
        className={cx(over, isDisabled && 'cursor-not-allowed')}
      />
      <span
        aria-hidden
        className={cx(
          'relative box-content h-6 w-10 shrink-0 rounded-full transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-gold-400',
          // Both parts are backgrounds, which forced colours take away.
          'forced-colors:border forced-colors:forced-color-adjust-none',
          // By its own state, as the checkbox.
          'bg-ink-700 peer-checked:bg-ink-50 forced-colors:bg-[Canvas] forced-colors:peer-checked:bg-[Highlight]',
          'peer-checked:*:translate-x-4 peer-checked:*:bg-ink-950 forced-colors:peer-checked:*:bg-[HighlightText]',
        )}
      >
        <span className="absolute left-1 top-1 size-4 rounded-full bg-ink-200 transition-transform forced-colors:bg-[CanvasText]" />
      </span>
    </label>
  );
};
