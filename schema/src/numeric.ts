/**
 * Is the text a number, as the create form and the server alike decide `isNumber` (seed 5)? Everything that JavaScript
 * reads as a finite number is ("1e5", "0x10", "-.5", "1."), and a decimal comma besides ("1,5").
 */
export const isNumeric = (text: string): boolean => Number.isFinite(numberOf(text));

/** The number a text stands for; NaN where it is none. A comma is read as the decimal point. */
export const numberOf = (text: string): number => {
  const trimmed = text.trim();
  if (trimmed === '') return Number.NaN;
  return Number(/^[+-]?\d*,\d+$/.test(trimmed) ? trimmed.replace(',', '.') : trimmed);
};
