/**
 * Texts that browser tests ask for and that could also be part of a name somebody else has meanwhile: the marketplace
 * invents account names such as kind_fern_391, and the seed gallery has names of its own. Such a text must be asked for
 * `exact`, or a test fails on the day the lot draws that name.
 */
const ASKED =
  /\.(getBy(?:Role|Label|Text|Title|AltText|Placeholder))\(\s*(?:'\w+',\s*\{\s*)?(?:name:\s*)?('(?:[^'\\]|\\.)*'|"[^"]*"|`[^`$]*`)([^)]*)\)/g;

/** What a source asks for without `exact`, with its line. */
export const asked = (source) => {
  const found = [];
  for (const match of source.matchAll(ASKED)) {
    const [whole, how, literal, rest] = match;
    // `getByRole('button')` names nothing.
    if (how === 'getByRole' && !/name:/.test(whole)) continue;
    if (/exact:\s*true/.test(rest)) continue;
    found.push({ text: literal.slice(1, -1), line: source.slice(0, match.index).split('\n').length });
  }
  return found;
};

const fold = (text) => text.toLowerCase().replace(/\s+/g, ' ').trim();

/** Can a text be a part of a name that is invented, or of one of these? */
export const canBePart = (text, { qualities, things }, names) => {
  const part = fold(text);
  if (names.some((name) => fold(name).includes(part))) return true;
  // As a name is made: quality_thing_number.
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
