/**
 * Finds texts that browser tests look up and that may also be part of another name on the page: the marketplace
 * generates account names such as kind_fern_391, and the seed gallery has its own names. Such a lookup must be `exact`;
 * otherwise the test fails on the day that name is drawn.
 */
const ASKED =
  /\.(getBy(?:Role|Label|Text|Title|AltText|Placeholder))\(\s*(?:'\w+',\s*\{\s*)?(?:name:\s*)?('(?:[^'\\]|\\.)*'|"[^"]*"|`[^`$]*`)([^)]*)\)/g;

/** The texts that a source looks up without `exact`, with their lines. */
export const asked = (source) => {
  const found = [];
  for (const match of source.matchAll(ASKED)) {
    const [whole, how, literal, rest] = match;
    // `getByRole('button')` has no name.
    if (how === 'getByRole' && !/name:/.test(whole)) continue;
    if (/exact:\s*true/.test(rest)) continue;
    found.push({ text: literal.slice(1, -1), line: source.slice(0, match.index).split('\n').length });
  }
  return found;
};

const fold = (text) => text.toLowerCase().replace(/\s+/g, ' ').trim();

/** Whether a text can be part of a generated name, or of one of `names`. */
export const canBePart = (text, { qualities, things }, names) => {
  const part = fold(text);
  if (names.some((name) => fold(name).includes(part))) return true;
  // The pattern of generated names: quality_thing_number.
  const pieces = part.split('_');
  const isNumber = (piece) => /^\d{0,3}$/.test(piece);
  const ends = (words, piece) => words.some((word) => word.endsWith(piece));
  const starts = (words, piece) => words.some((word) => word.startsWith(piece));
  if (pieces.length === 1)
    return [...qualities, ...things].some((word) => word.includes(part)) || (part !== '' && isNumber(part));
  if (pieces.length === 2)
    return (
      (ends(qualities, pieces[0]) && starts(things, pieces[1])) || (ends(things, pieces[0]) && isNumber(pieces[1]))
    );
  return pieces.length === 3 && ends(qualities, pieces[0]) && things.includes(pieces[1]) && isNumber(pieces[2]);
};
