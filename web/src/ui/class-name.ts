/** Joins class names and omits falsy values. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
