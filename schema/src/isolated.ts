// Without zod: the first scripts of a page have it.

/** Letters that are written from right to left (Hebrew, Arabic, …), and characters that change the direction. */
const TURNS =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name or another text of a person as a part of a sentence: one that is written from right to left stays together, and
 * the words and signs around it keep their places (UAX #9: first strong isolate). Others stay as they are.
 */
export const isolated = (text: string): string => (TURNS.test(text) ? `\u2068${text}\u2069` : text);
