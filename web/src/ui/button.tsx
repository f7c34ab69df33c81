import { LoaderCircle } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { cx } from './class-name.ts';

export type ButtonVariant = 'contained' | 'outlined' | 'icon' | 'success';
export type ButtonSize = 'small' | 'medium' | 'large';

const base =
  'inline-flex select-none items-center justify-center gap-2 whitespace-nowrap font-semibold max-[22rem]:whitespace-normal transition-colors disabled:cursor-not-allowed disabled:opacity-50 [&>svg]:shrink-0 aria-disabled:cursor-not-allowed aria-disabled:opacity-50';
const looks: Record<ButtonVariant, string> = {
  contained: 'rounded-xl forced-colors:border bg-gold-400 text-ink-950 hover:bg-gold-400/90 active:bg-gold-600',
  outlined: 'rounded-xl border border-ink-700 text-ink-50 hover:border-ink-400 hover:bg-ink-800 active:bg-ink-700',
  icon: 'rounded-full text-ink-200 hover:bg-ink-800 hover:text-ink-50 active:bg-ink-700',
  success: 'rounded-xl forced-colors:border bg-green-400 text-ink-950 hover:bg-green-400/90',
};
const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 text-sm',
  medium: 'min-h-11 px-5 text-base',
  large: 'min-h-13 px-7 text-lg',
};
const iconSizes: Record<ButtonSize, string> = { small: 'size-9', medium: 'size-11', large: 'size-13' };

/** The classes of a button, for links that look like one. */
export const buttonClass = (
  variant: ButtonVariant = 'contained',
  size: ButtonSize = 'medium',
  className?: string,
): string => cx(base, looks[variant], variant === 'icon' ? iconSizes[size] : sizes[size], className);

type Props = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** An action is running: the button ignores presses, keeps the focus, and screen readers announce it. */
  isBusy?: boolean;
};

/**
 * A button with `type="button"` by default. Only one `contained` button may be in view. One that is disabled while it has
 * the focus keeps it, so that the keyboard stays at its place.
 */
export const Button = ({
  variant = 'contained',
  size = 'medium',
  isBusy = false,
  disabled = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: Props) => {
  const [hasFocus, setFocus] = useState(false);
  const isInert = isBusy || (disabled && hasFocus);
  return (
    <button
      data-primary={variant === 'contained' || variant === 'success' || undefined}
      {...rest}
      // Also while inert: a form with one text field and no submit button is submitted by Enter, past `onClick`.
      type={type}
      disabled={disabled && !hasFocus}
      aria-busy={isBusy || undefined}
      aria-disabled={isInert || rest['aria-disabled']}
      onClick={isInert ? (event) => event.preventDefault() : onClick}
      onFocus={(event) => {
        setFocus(true);
        rest.onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocus(false);
        rest.onBlur?.(event);
      }}
      className={buttonClass(variant, size, className)}
    >
      {isBusy && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {children}
    </button>
  );
};
