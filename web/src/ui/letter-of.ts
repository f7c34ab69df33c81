/**
 * The Latin letter of a key in lower case, also with Caps Lock and on a keyboard of another alphabet, where it is the one that
 * stands at this place of a Latin keyboard; every other key is as the browser names it.
 */
export const letterOf = ({ key, code }: { key: string; code: string }): string =>
  /^\p{L}$/u.test(key) && !/^[a-z]$/i.test(key) && /^Key[A-Z]$/.test(code)
    ? code.charAt(3).toLowerCase()
    : key.length === 1
      ? key.toLowerCase()
      : key;
