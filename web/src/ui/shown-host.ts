/**
 * Decodes a label of a domain without its `xn--` (RFC 3492). No package: `shownHost` accepts only what the browser
 * itself encodes back, so a mistake here could only leave the encoded label.
 * @throws RangeError for what encodes no text
 */
const decode = (label: string): string => {
  const end = label.lastIndexOf('-');
  const points = Array.from(label.slice(0, Math.max(0, end)), (one) => one.codePointAt(0) as number);
  const digits = label.slice(end + 1);
  let [point, place, bias] = [128, 0, 72];
  for (let at = 0; at < digits.length;) {
    const before = place;
    for (let [weight, step] = [1, 36]; ; step += 36) {
      // The letters are the digits 0 to 25, the numerals 26 to 35.
      const digit = (Number.parseInt(digits.charAt(at++), 36) + 26) % 36;
      if (Number.isNaN(digit)) throw new RangeError('the label ends within a number');
      place += digit * weight;
      const threshold = Math.min(26, Math.max(1, step - bias));
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const count = points.length + 1;
    let delta = Math.floor((place - before) / (before === 0 ? 700 : 2));
    delta += Math.floor(delta / count);
    for (bias = 0; delta > 455; bias += 36) delta = Math.floor(delta / 35);
    bias += Math.floor((36 * delta) / (delta + 38));
    point += Math.floor(place / count);
    place %= count;
    points.splice(place++, 0, point);
  }
  return String.fromCodePoint(...points);
};

/** Small Latin letters of European languages, without those that are easily taken for others (ı, ĸ, ŉ). */
const LATIN = /^[a-z\d\u00df-\u00f6\u00f8-\u0130\u0132-\u0137\u0139-\u0148\u014a-\u017e-]+$/;
const SCRIPTS = [
  /^[\p{Script=Cyrillic}\d-]+$/u,
  /^[\p{Script=Greek}\d-]+$/u,
  /^[\p{Script=Armenian}\d-]+$/u,
  /^[\p{Script=Georgian}\d-]+$/u,
  /^[\p{Script=Devanagari}\d-]+$/u,
  /^[\p{Script=Thai}\d-]+$/u,
  /^[\p{Script=Han}\d-]+$/u,
  /^[\p{Script=Hangul}\d-]+$/u,
];
/** A Cyrillic letter that no Latin one looks like: others alone could spell the name of a Latin site (`аррӏе`). */
const DISTINCT_CYRILLIC = /(?![асԁеһіјӏорԛѕԝхуъьҽпгѵѡ])\p{Script=Cyrillic}/u;

/** Whether a reader sees which letters a label has: all of one script, which its end shows or its letters. */
const isClear = (label: string, end: string): boolean => {
  const script = SCRIPTS.find((one) => one.test(label));
  return LATIN.test(label) || (!!script && (script.test(end) || DISTINCT_CYRILLIC.test(label)));
};

/**
 * A host as its readers write it: `xn--80ae1a0ab.xn--j1amh` is `ольга.укр`. A label that mixes scripts, or whose letters may
 * be taken for others, stays encoded.
 * @param host of a URL: in ASCII
 */
export const shownHost = (host: string): string => {
  const decoded = host.split('.').map((label) => {
    if (!label.startsWith('xn--')) return label;
    try {
      const text = decode(label.slice(4));
      return new URL(`https://${text}`).hostname === label ? text : label;
    } catch {
      return label;
    }
  });
  const end = decoded.at(-1) ?? '';
  return host
    .split('.')
    .map((label, place) => {
      const text = decoded[place] as string;
      return isClear(text, end) ? text : label;
    })
    .join('.');
};
