/**
 * The Latin letter of a key in lower case, also with Caps Lock. On a keyboard of another alphabet it is the one at the same
 * place of a Latin keyboard. Every other key is as the browser names it.
 */
export const letterOf = ({ key, code }: { key: string; code: string }): string => {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const [, atPlace] = /^Key([A-Z])$/.exec(code) ?? [];
  return atPlace && /^\p{L}$/u.test(key) ? atPlace.toLowerCase() : key;
};
