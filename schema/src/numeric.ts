/** Is the text a number, as the create form and the server alike decide `isNumber`? */
export const isNumeric = (text: string): boolean => /^[+-]?(\d+([.,]\d+)?|[.,]\d+)$/.test(text.trim());

/** Can a database, a contract and a page hold the text? No control characters but line ends, no half of a character. */
export const isPlainText = (text: string): boolean =>
  // oxlint-disable-next-line no-control-regex
  !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u.test(text);
const plain = [isPlainText, 'must be plain text, without control characters'] as const;
/** Text of a form: trimmed, required, bounded. */
export const requiredText = (max: number) => z.string().trim().min(1).max(max).refine(...plain);
/** Text of a form that may be left out. */
export const optionalText = (max: number) => z.string().trim().max(max).refine(...plain);
