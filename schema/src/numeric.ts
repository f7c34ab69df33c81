/**
 * Whether a text is a number: the create form and the server both decide `isNumber` by it. Everything that JavaScript
 * reads as a finite number is ("1e5", "0x10", "-.5", "1."), and a decimal comma ("1,5").
 */
export const isNumeric = (text: string): boolean => Number.isFinite(numberOf(text));

/** Parses a number; NaN if the text is not a number. A comma is the decimal point. */
export const numberOf = (text: string): number => {
  const trimmed = text.trim();
  if (trimmed === '') return Number.NaN;
  return Number(/^[+-]?\d*,\d+$/.test(trimmed) ? trimmed.replace(',', '.') : trimmed);
};
