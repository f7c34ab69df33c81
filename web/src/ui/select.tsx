import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './class-name.ts';
import { boxClass, FieldFrame, useErrorOf, type FieldFrameProps } from './field-frame.tsx';

type Option = { value: string; label: string; isDisabled?: boolean };

type Props = Omit<ComponentProps<'select'>, 'className' | 'size'> &
  FieldFrameProps & {
    options: readonly Option[];
    /** Shown while nothing is chosen. */
    placeholder?: string;
    size?: 'small' | 'medium';
  };

/** A native select with the app's style. Takes react-hook-form's `register(…)` as it is. */
export const Select = ({
  label,
  isLabelHidden,
  hint,
  error: given,
  aside,
  className,
  id,
  options,
  placeholder,
  size = 'medium',
  ...input
}: Props) => {
  const error = useErrorOf({ error: given, required: input.required, value: input.value });
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, error, aside, className, id }}>
      {(aria) => (
        <div className="relative">
          <select
            autoComplete="off"
            {...input}
            {...aria}
            className={boxClass(
              !!error,
              cx('pick block content-center truncate pr-10 text-left', size === 'small' && 'min-h-10 text-sm'),
            )}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.isDisabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute right-3 top-1/2 size-4 -translate-y-1/2 text-ink-400"
          />
        </div>
      )}
    </FieldFrame>
  );
};
