import { useLayoutEffect, useState } from 'react';
import { FieldFrame, boxClass } from './field-frame.tsx';
import { type Controlled, framed, plain } from './field.tsx';

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** The place in a text after this many of its digits and the sign before the first; `isBefore`: at the next digit. */
const placeAfter = (text: string, digits: number, isBefore: boolean): number => {
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const last = places[digits - 1];
  const next = places[digits] ?? text.length;
  return last === undefined || isBefore ? next : last + 1;
};

/** A phone number. Emits `+` and digits (E.164), or '' while empty; use with `Controller`. */
export const PhoneField = (props: Controlled) => {
  const { value, onValueChange, onBlur } = props;
  // Grouping writes another text than the typed one, after which the browser moves the caret to the end.
  const [caret, setCaret] = useState<{ input: HTMLInputElement; digits: number; isBefore: boolean }>();
  useLayoutEffect(() => {
    if (!caret) return;
    const { input, digits, isBefore } = caret;
    const place = placeAfter(input.value, digits, isBefore);
    // What the browser fills in by itself is not focused, and Safari would focus it.
    if (document.activeElement === input && input.selectionStart !== place) input.setSelectionRange(place, place);
  }, [caret]);
  const keepCaret = (input: HTMLInputElement, isBefore: boolean) => {
    const place = input.selectionStart;
    // A new object each time: a letter, or a space that was deleted, changes no digit, and moves the caret as well.
    if (place !== null) setCaret({ input, digits: digitsOf(input.value.slice(0, place)).length, isBefore });
  };
  // The text of an input method stays as it is typed: if it were written again, the method would write it twice.
  const [composed, setComposed] = useState<string>();
  const grouped = value.replace(/^(\+\d{3})(\d{0,2})(\d{0,3})(\d{0,2})(\d*)$/, (_all, ...parts: string[]) =>
    parts.slice(0, 5).filter(Boolean).join(' '),
  );
  return (
    <FieldFrame {...framed(props)}>
      {(aria) => (
        <input
          {...plain(props)}
          placeholder={props.placeholder ?? '+380 44 123 45 67'}
          {...aria}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={composed ?? grouped}
          onChange={({ target, nativeEvent }) => {
            const { isComposing, inputType } = nativeEvent as InputEvent;
            const digits = digitsOf(target.value).slice(0, 15);
            setComposed(isComposing ? target.value : undefined);
            // The Delete key passes a space, which returns.
            if (!isComposing) keepCaret(target, inputType === 'deleteContentForward');
            onValueChange(digits ? `+${digits}` : '');
          }}
          onCompositionEnd={({ currentTarget }) => {
            setComposed(undefined);
            keepCaret(currentTarget, false);
          }}
          onBlur={onBlur}
          className={boxClass(!!props.error, 'num')}
        />
      )}
    </FieldFrame>
  );
};
