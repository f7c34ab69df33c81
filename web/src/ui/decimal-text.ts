import { withoutTrailingZeros } from '@skarb/schema/money';
import { localeOf } from '../platform/i18n/language.ts';

/**
 * Reads a price as a person types it. A comma and a point both mean the decimal point, so a price can
 * never come out a thousandfold. Where both stand in one text the last is the decimal point and the others group, if
 * they group rightly ("1,234.5"). Spaces group. Only where a language groups by comma can "1,234" be two numbers, a
 * thousandfold apart: that is refused, not guessed.
 * @param groupsByComma whether the reader's language writes thousands with a comma
 * @returns a decimal string such as "1.25"; '' for nothing; null for what is no price
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
  // The same mark twice has no safe reading.
  if (mark && head.includes(mark)) return null;
  if (/[.,]/.test(head) && !/^\d{1,3}([.,]\d{3})+$/.test(head)) return null;
  const whole = head.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '') || '0';
  if (head === '' && fraction === '') return null;
  if (fraction.length > maxDecimals) return null;
  const kept = withoutTrailingZeros(fraction);
  return kept ? `${whole}.${kept}` : whole;
};

/** A decimal string as it is typed in the language: with a comma where the language has one. */
export const decimalAsTyped = (value: string, language: string): string =>
  isCommaDecimal(language) ? value.replace('.', ',') : value;

/** Does the language write its decimals with a comma? */
export const isCommaDecimal = (language: string): boolean =>
  new Intl.NumberFormat(localeOf(language)).format(1.5).includes(',');
