import { Eye, EyeOff, Minus, Plus } from 'lucide-react';
import { useState, type ComponentProps, type FocusEvent, type ReactNode, type Ref } from 'react';
import { isCommaDecimal } from '@skarb/schema/language';
import { useFormats } from '../platform/format/format.ts';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { buttonClass } from './button.tsx';
import { cx } from './class-name.ts';
import { amountAfter, decimalAsTyped, hasMinus, parseDecimal, parseNumber } from './decimal-text.ts';
import { boxClass, FieldFrame, useErrorOf, type FieldFrameProps } from './field-frame.tsx';

type Native<T extends 'input' | 'textarea'> = Omit<ComponentProps<T>, 'className'> & FieldFrameProps;

/** One line of text. Takes react-hook-form's `register(…)` as it is. */
export const TextField = ({
  label,
  isLabelHidden,
  hint,
  error: given,
  aside,
  className,
  id,
  ...input
}: Native<'input'>) => {
  const error = useErrorOf({ error: given, required: input.required, value: input.value });
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, error, aside, className, id }}>
      {(aria) => <input type="text" dir="auto" {...input} {...aria} className={boxClass(!!error)} />}
    </FieldFrame>
  );
};

/** A password, with a button that shows it. */
export const PasswordField = ({
  label,
  isLabelHidden,
  hint,
  error,
  aside,
  className,
  id,
  ...input
}: Native<'input'>) => {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, error, aside, className, id }}>
      {(aria) => (
        <div className="relative">
          <input
            autoComplete="current-password"
            {...input}
            {...aria}
            type={isShown ? 'text' : 'password'}
            className={boxClass(!!error, 'pr-12')}
          />
          <button
            type="button"
            onClick={() => setShown(!isShown)}
            aria-pressed={isShown}
            aria-label={t('app.showPassword')}
            className={buttonClass('icon', 'small', 'absolute right-1 top-1')}
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </FieldFrame>
  );
};

/** A text of several lines with a counter. With `maxLength`, longer input is ignored. */
export const TextArea = ({
  label,
  isLabelHidden,
  hint,
  error: given,
  aside,
  className,
  id,
  onChange,
  ...input
}: Native<'textarea'>) => {
  const error = useErrorOf({ error: given, required: input.required, value: input.value });
  const [typed, setTyped] = useState<number>();
  const length =
    input.value === undefined ? (typed ?? String(input.defaultValue ?? '').length) : String(input.value).length;
  const { count } = useFormats();
  const counter = input.maxLength ? `${count(length)} / ${count(input.maxLength)}` : undefined;
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, error, className, id }} aside={aside ?? counter}>
      {(aria) => (
        <textarea
          rows={4}
          dir="auto"
          {...input}
          {...aria}
          onChange={(event) => {
            setTyped(event.target.value.length);
            onChange?.(event);
          }}
          className={boxClass(!!error, 'resize-y py-3')}
        />
      )}
    </FieldFrame>
  );
};

/** A filled-in number is replaced by the first digit typed, not continued: as after the Tab key, also when a dialog focuses it. */
const selectAll = ({ currentTarget }: FocusEvent<HTMLInputElement>): void => currentTarget.select();

export type Controlled = FieldFrameProps & {
  id?: string;
  name?: string;
  value: string;
  onValueChange: (value: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
  disabled?: boolean;
  required?: boolean;
  autoFocus?: boolean;
  placeholder?: string;
};

/** The props that the frame of a field takes. */
export const framed = ({ label, isLabelHidden, hint, error, aside, className, id }: Controlled) => ({
  label,
  isLabelHidden,
  hint,
  error,
  aside,
  className,
  id,
});
/** The props that its input takes as they are. */
export const plain = ({ name, ref, disabled, required, autoFocus, placeholder }: Controlled) => ({
  name,
  ref,
  disabled,
  required,
  autoFocus,
  placeholder,
});

/** A whole number with a step down and a step up. Emits digits, or '' while empty; use with `Controller`. */
export const NumberField = (props: Controlled & { min?: number; max?: number; suffix?: ReactNode }) => {
  const { t, i18n } = useTranslation();
  const { value, onValueChange, onBlur, min = 0, max = Number.MAX_SAFE_INTEGER, suffix, disabled } = props;
  // The value that the field had when it refused a text.
  const [refusedAt, setRefusedAt] = useState<string>();
  const error = refusedAt === value ? t('app.notWhole') : props.error;
  const step = (by: number) => onValueChange(String(Math.min(max, Math.max(min, (Number(value) || 0) + by))));
  return (
    <FieldFrame {...framed(props)} error={error}>
      {(aria) => (
        <div className="relative">
          <input
            {...plain(props)}
            {...aria}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            role="spinbutton"
            aria-valuenow={value === '' ? undefined : Number(value)}
            aria-valuemin={min}
            aria-valuemax={max === Number.MAX_SAFE_INTEGER ? undefined : max}
            value={value}
            onChange={({ target, nativeEvent }) => {
              const groupsByComma = !isCommaDecimal(i18n.language);
              const text = amountAfter(value, target.value, nativeEvent as InputEvent, groupsByComma);
              const whole = text === null ? null : parseDecimal(text, 0, groupsByComma);
              const isTaken = whole !== null && whole.length <= 15;
              setRefusedAt(isTaken ? undefined : value);
              if (isTaken) onValueChange(whole);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
              event.preventDefault();
              step(event.key === 'ArrowUp' ? 1 : -1);
            }}
            onFocus={selectAll}
            onBlur={onBlur}
            className={boxClass(!!error, 'num pr-24')}
          />
          <div className="absolute right-1 top-1 flex items-center">
            {suffix && <span className="pr-1 text-sm text-ink-400">{suffix}</span>}
            <button
              type="button"
              tabIndex={-1}
              aria-label={t('app.less')}
              disabled={disabled || Number(value) <= min}
              onClick={() => step(-1)}
              className={buttonClass('icon', 'small')}
            >
              <Minus aria-hidden className="size-4" />
            </button>
            <button
              type="button"
              tabIndex={-1}
              aria-label={t('app.more')}
              disabled={disabled || Number(value) >= max}
              onClick={() => step(1)}
              className={buttonClass('icon', 'small')}
            >
              <Plus aria-hidden className="size-4" />
            </button>
          </div>
        </div>
      )}
    </FieldFrame>
  );
};

/**
 * A price with a decimal comma or point. Emits a decimal string such as "1.25", '' while empty, or the typed text if it
 * is not a number (so that a schema refuses it); use with `Controller`.
 */
export const PriceField = (
  props: Controlled & {
    /** Symbol at the right end: ETH. */ symbol?: ReactNode;
    maxDecimals?: number;
    /** It may be below zero. */ isSigned?: boolean;
  },
) => {
  const { t, i18n } = useTranslation();
  const { value, onValueChange, onBlur, symbol, maxDecimals = 18, isSigned = false } = props;
  const parse = isSigned ? parseNumber : parseDecimal;
  const [text, setText] = useState(() => decimalAsTyped(value, i18n.language));
  // The typed text ("1," or "0,50") stays until another value is set from outside.
  const groupsByComma = !isCommaDecimal(i18n.language);
  // A number with too many decimals is emitted as one: whoever refuses it can say how many there may be.
  const meaning = (typed: string) =>
    parse(typed, maxDecimals, groupsByComma) ?? parse(typed, Infinity, groupsByComma) ?? typed.trim();
  const shown = meaning(text) === value ? text : decimalAsTyped(value, i18n.language);
  // If separators were read as grouping thousands, shows the number as read, before the user signs it.
  const isGrouped =
    (/[\s.,']\d{3}[.,]\d*$|\d[\s']\d{3}$/.test(shown) && /^\d+(\.\d+)?$/.test(value)) ||
    (/,\d{3}$/.test(shown) && shown.replaceAll(',', '') === value);
  const readAs = isGrouped ? t('app.readAs', { value: decimalAsTyped(value, i18n.language) }) : undefined;
  // The value that the field had when it refused a text.
  const [refusedAt, setRefusedAt] = useState<string>();
  const isWhole = maxDecimals === 0;
  const isWrong =
    refusedAt === value ||
    (!isSigned && hasMinus(shown)) ||
    (isWhole && parseDecimal(shown, 0, groupsByComma) === null);
  const example = decimalAsTyped('1.25', i18n.language);
  const words = isWhole ? t('app.notWhole') : t(isSigned ? 'app.notAnyNumber' : 'app.notNumber', { example });
  const error = isWrong ? words : props.error;
  return (
    <FieldFrame {...framed(props)} hint={readAs ?? props.hint} error={error}>
      {(aria) => (
        <div className="relative">
          <input
            {...plain(props)}
            {...aria}
            type="text"
            // The keypad of decimals has no minus.
            inputMode={isSigned ? 'text' : 'decimal'}
            autoComplete="off"
            value={shown}
            onChange={({ target, nativeEvent }) => {
              const typed = amountAfter(shown, target.value, nativeEvent as InputEvent, groupsByComma, parse);
              setRefusedAt(typed === null ? value : undefined);
              if (typed === null) return;
              setText(typed);
              onValueChange(meaning(typed));
            }}
            onFocus={selectAll}
            onBlur={() => {
              setText(decimalAsTyped(value, i18n.language));
              onBlur?.();
            }}
            className={boxClass(!!error, cx('num text-lg', symbol ? 'pr-20' : ''))}
          />
          {symbol && (
            <span className="pointer-events-none absolute right-4 top-1/2 -translate-y-1/2 font-medium text-ink-200">
              {symbol}
            </span>
          )}
        </div>
      )}
    </FieldFrame>
  );
};
