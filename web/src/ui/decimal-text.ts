import { withoutTrailingZeros } from '@skarb/schema/money';
import { localeOf } from '@skarb/schema/language';

/**
 * Parses a price as a user types it. Both a comma and a point are decimal points, so the result can never be a thousand
 * times too high. If a text contains both, the last one is the decimal point and the others group thousands, if they
 * group correctly ("1,234.5"). Spaces group. "1,234" is ambiguous only in a language that groups by comma: it is
 * refused there.
 * @param groupsByComma whether the reader's language writes thousands with a comma
 * @returns a decimal string such as "1.25"; '' for an empty text; null if it is not a price
 */
export const parseDecimal = (text: string, maxDecimals = 18, groupsByComma = false): string | null => {
  const compact = text.replace(/[\s\u00a0\u202f']/g, '');
  if (compact === '') return '';
  if (!/^[\d.,]+$/.test(compact)) return null;
  if (groupsByComma && /^[1-9]\d{0,2},\d{3}$/.test(compact)) return null;
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

/** A decimal string as the language writes it: with a decimal comma if the language has one. */
export const decimalAsTyped = (value: string, language: string): string =>
  isCommaDecimal(language) ? value.replace('.', ',') : value;

const commaLanguages = new Map<string, boolean>();
/** Whether the language has a decimal comma. */
export const isCommaDecimal = (language: string): boolean => {
  const known = commaLanguages.get(language) ?? new Intl.NumberFormat(localeOf(language)).format(1.5).includes(',');
  commaLanguages.set(language, known);
  return known;
};
