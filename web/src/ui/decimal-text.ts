import { withoutTrailingZeros } from '@skarb/schema/money';
import { isCommaDecimal } from '@skarb/schema/language';

/**
 * Parses a price as a user types it. Both a comma and a point are decimal points, so the result can never be a thousand
 * times too high. If a text contains both, the last one is the decimal point and the others group thousands, if they
 * group correctly ("1,234.5"). Spaces group. "1,234" is ambiguous only in a language that groups by comma: it is
 * refused there, unless only a whole number is wanted; "1,234,567" is a whole number there.
 * @param groupsByComma whether the reader's language writes thousands with a comma
 * @returns a decimal string such as "1.25"; '' for an empty text; null if it is not a price
 */
export const parseDecimal = (text: string, maxDecimals = 18, groupsByComma = false): string | null => {
  const compact = text.replace(/[\s\u00a0\u202f']/g, '');
  if (compact === '') return '';
  if (!/^[\d.,]+$/.test(compact)) return null;
  if (groupsByComma && /^[1-9]\d{0,2}(,\d{3})+$/.test(compact))
    return maxDecimals === 0 || compact.split(',').length > 2 ? compact.replaceAll(',', '') : null;
  const last = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','));
  const mark = last < 0 ? '' : compact[last];
  const head = last < 0 ? compact : compact.slice(0, last);
  const fraction = last < 0 ? '' : compact.slice(last + 1);
  // The same separator twice is ambiguous.
  if (mark && head.includes(mark)) return null;
  if (/[.,]/.test(head) && !/^\d{1,3}([.,]\d{3})+$/.test(head)) return null;
  const whole = head.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '') || '0';
  if (head === '' && fraction === '') return null;
  if (fraction.length > maxDecimals) return null;
  const kept = withoutTrailingZeros(fraction);
  return kept ? `${whole}.${kept}` : whole;
};

const TEXT_MAX = 40;
/** What a field of an amount holds: a minus, too, so that the field can say that it takes none. */
const AMOUNT = /^[-−–]?[\d.,\s']*$/;
/** A sign before an amount; a sign or a code after it. Words such as "mln" are none: they are part of the number. */
const CURRENCY = /^\p{Sc}|(?:[\p{Sc}%]|[A-Z]{3,6}|грн\.?)$/gu;
/** A gap between digits that does not group thousands. */
const BROKEN = /\d[\s']+(?!\d{3}(?!\d))\d/;

/** Whether a text begins with a minus, which no amount has. */
export const hasMinus = (text: string): boolean => /^\s*[-−–]/.test(text);

/** Parses a number that may be below zero, as the value of a property, by the rules of a price. */
export const parseNumber: typeof parseDecimal = (text, ...how) => {
  if (!hasMinus(text)) return parseDecimal(text, ...how);
  const size = parseDecimal(text.replace(/^\s*[-−–]/, ''), ...how);
  return size ? `-${size}` : null;
};

/**
 * The text of an amount's field after an input. A typed character that no number has is not taken. A text that came as a
 * whole, as a pasted one, is taken if it is a number, perhaps with a currency: without some of its characters it would
 * be another one.
 * @param input how the text changed: the event of the input
 * @returns null if the text is refused
 */
export const amountAfter = (
  before: string,
  after: string,
  { inputType = '', data }: { inputType?: string; data?: string | null },
  groupsByComma: boolean,
  parse = parseDecimal,
): string | null => {
  const isTyped = data?.length === 1 || /^(delete|history)/.test(inputType);
  const text = isTyped ? after : after.trim().replace(CURRENCY, '').trim();
  if (text.length > TEXT_MAX || !AMOUNT.test(text)) return isTyped ? before : null;
  if (isTyped) return text;
  const isNumber = [groupsByComma, false].some((groups) => parse(text, TEXT_MAX, groups) !== null);
  const isBare = text === '' && after !== '';
  return isNumber && !isBare && !BROKEN.test(text) ? text : null;
};

/** A decimal string as the language writes it: with a decimal comma if the language has one. */
export const decimalAsTyped = (value: string, language: string): string =>
  isCommaDecimal(language) ? value.replace('.', ',') : value;
