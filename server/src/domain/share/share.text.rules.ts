/** Texts that leave the site: escaping for markup of feeds and lines of calendars, what pictures can show of them. Pure. */

/** What XML 1.0 cannot contain, even escaped. */
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu;

/** A user's text as text or attribute in XML or HTML. */
export const escapeXml = (text: string): string =>
  text.replace(NOT_XML, '').replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A user's text as a value in iCalendar (RFC 5545, 3.3.11): no line of it can begin a property. */
export const escapeCalendar = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, '')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n');

/** The longest line of a calendar, in bytes. */
const LINE_BYTES = 75;

/** Folds a line of a calendar (RFC 5545, 3.1), never inside a character. */
export const foldLine = (line: string): string => {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (bytes + size > LINE_BYTES) {
      parts.push(part);
      // The space that begins a continued line counts.
      part = '';
      bytes = 1;
    }
    part += letter;
    bytes += size;
  }
  return [...parts, part].join('\r\n ');
};

/**
 * What the fonts of preview pictures lack (web/font/subset.mjs): it would be drawn as boxes. They have Latin, Cyrillic,
 * Hebrew and Arabic letters, emoji with what joins them, and what keeps the directions of a text apart.
 */
const NOT_DRAWN =
  /(?!\u0301|\u200c|\u200d|\ufe0f|\p{Emoji_Modifier}|\p{RI})[^\p{Extended_Pictographic}\u0020-\u007e\u00a0-\u024f\u02bc\u0400-\u045f\u0490\u0491\u0591-\u05c7\u05d0-\u05ea\u05ef-\u05f4\u0600-\u06ff\u0750-\u077f\u1e00-\u1eff\u2010-\u2027\u2030\u2039\u203a\u2068\u2069\u20ac\u2116\u2212]/gu;
const countLetters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/**
 * What a preview picture shows of a text; empty where that would be no name any more, because most of its letters, or all
 * that is no punctuation, cannot be drawn.
 */
export const drawablePartOf = (text: string): string => {
  const kept = text.replace(NOT_DRAWN, ' ');
  const letters = countLetters(kept);
  const isName = kept === text || (letters > 0 && countLetters(text) - letters <= letters);
  return isName ? kept.replace(/ +/g, ' ').trim() : '';
};
