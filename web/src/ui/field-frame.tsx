import { createContext, useContext, useId, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { cx } from './class-name.ts';

export type FieldFrameProps = {
  label: ReactNode;
  /** Only screen readers get the label. */
  isLabelHidden?: boolean;
  /** One line of help under the field. */
  hint?: ReactNode;
  /** The error message. */
  error?: ReactNode;
  /** At the right end of the label's line, e.g. a counter. */
  aside?: ReactNode;
  className?: string;
};

/** Whether the form around has been sent: its fields that must have a value, and have none, say so. */
export const SentForm = createContext(false);

/** The error of a field: what it was given, or that a field of a sent form must have a value. */
export const useErrorOf = ({
  error,
  required,
  value,
}: Pick<ComponentProps<'input'>, 'required' | 'value'> & Pick<FieldFrameProps, 'error'>): ReactNode => {
  const { t } = useTranslation();
  const isSent = useContext(SentForm);
  return error || (isSent && required && String(value).trim() === '' && t('error.constraint.isNotEmpty'));
};

export type FieldAria = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

/** Label, help and error around an input, connected for screen readers. */
export const FieldFrame = ({
  label,
  isLabelHidden = false,
  hint,
  error,
  aside,
  className,
  id,
  children,
}: FieldFrameProps & { id?: string; children: (aria: FieldAria) => ReactNode }) => {
  const own = useId();
  const field = id ?? own;
  const described = [error ? `${field}-error` : '', hint ? `${field}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={cx('flex items-baseline justify-between gap-2 text-sm', isLabelHidden && 'sr-only')}>
        <label htmlFor={field} className={cx('font-medium text-ink-200', !!aside && 'shrink-0')}>
          {label}
        </label>
        {aside && <span className="num min-w-0 truncate text-xs text-ink-400 fluid:text-sm">{aside}</span>}
      </div>
      {children({ id: field, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      <p
        id={`${field}-error`}
        role={error ? 'alert' : undefined}
        className={cx('text-sm text-red-400', !error && 'hidden')}
      >
        {error}
      </p>
      {hint && (
        <p id={`${field}-hint`} className="text-sm text-ink-400">
          {hint}
        </p>
      )}
    </div>
  );
};

/** The classes of a text box. */
export const boxClass = (isInvalid: boolean, className?: string): string =>
  cx(
    'min-h-11 w-full rounded-xl border bg-ink-900 px-4 text-base text-ink-50 transition-colors placeholder:text-ink-400 hover:border-ink-400 focus:border-gold-400 focus:outline-1 focus:outline-offset-0 focus:outline-gold-400 disabled:cursor-not-allowed disabled:opacity-50',
    isInvalid ? 'border-red-400' : 'border-ink-700',
    className,
  );
