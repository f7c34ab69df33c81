/** Is the text a number, as the create form and the server alike decide `isNumber`? */
export const isNumeric = (text: string): boolean => /^[+-]?(\d+([.,]\d+)?|[.,]\d+)$/.test(text.trim());
