import { cx } from '../ui/class-name.ts';

/** A few short words side by side, of which one is chosen. */
export const SwitchRow = <V extends string>({
  label,
  options,
  chosen,
  onChoose,
  className,
}: {
  label: string;
  options: readonly { value: V; text: string; title: string; lang?: string; className?: string | false | null }[];
  chosen: string;
  onChoose: (value: V) => void;
  className?: string | undefined;
}) => (
  <div role="group" aria-label={label} className={cx('flex flex-wrap items-baseline', className)}>
    {options.map(({ value, text, title, lang, className: own }) => (
      <button
        key={value}
        type="button"
        lang={lang}
        aria-pressed={chosen === value}
        title={title}
        onClick={() => onChoose(value)}
        className={cx(
          'min-h-9 min-w-9 rounded-lg px-1.5 text-sm font-medium transition-colors hover:text-ink-50',
          chosen === value ? 'text-ink-50' : 'text-ink-400',
          own,
        )}
      >
        {text}
      </button>
    ))}
  </div>
);
