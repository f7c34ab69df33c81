import { z } from 'zod';
import { forEachLanguage } from './language.ts';
import { LINKS_MAX } from './limits.ts';
import { LINK_KINDS, readLink } from './link.ts';
import { isPlainName, PLAIN_NAME } from './name-key.ts';

/** A value of a form: JSON in a text, or the value itself where the body is JSON. */
export const jsonValue = (what: string) =>
  z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]).transform((value, ctx): unknown => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      ctx.addIssue({ code: 'custom', message: `must be ${what} in JSON` });
      return z.NEVER;
    }
  });

/**
 * Whether a database, a contract and a page can hold the text: no control characters except line ends, no unpaired
 * surrogates, and nothing that turns letters around.
 */
const isPlainText = (text: string): boolean =>
  // The control characters are what it looks for.
  // oxlint-disable-next-line no-control-regex
  !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202d\u202e]|\p{Surrogate}/u.test(text);
export const plain = [
  isPlainText,
  {
    message: 'must be plain text, without control characters or marks that turn letters around',
    params: { constraint: 'isPlainText' },
  },
] as const;
export const plainName = [isPlainName, { message: PLAIN_NAME, params: { constraint: 'isPlainName' } }] as const;
/** A text that its author writes in each language; null in a language that it is not written in. */
export const localized = z.object(forEachLanguage(() => z.string().nullable()));
export type Localized = z.infer<typeof localized>;
/** JSON: texts by language. An empty one removes that text; a language that is not named keeps its text. */
export const localizedInput = (max: number) =>
  jsonValue('texts by language').pipe(
    z.object(
      forEachLanguage(() =>
        z
          .string()
          .trim()
          .max(max)
          .refine(...plain)
          .optional(),
      ),
    ),
  );
export type LocalizedInput = z.infer<ReturnType<typeof localizedInput>>;

/** A link of a person or a collection. Its kind follows from its host: `website`, or the network of the host. */
export const publicLink = z.object({ kind: z.enum(LINK_KINDS), url: z.string() });
const linkInput = z.object({ url: z.string().max(2000) }).transform(({ url }, ctx) => {
  const link = readLink(url);
  if (link) return link;
  ctx.addIssue({ code: 'custom', path: ['url'], message: 'must be a public address that begins with https://' });
  return z.NEVER;
});
/** JSON: all links, each as `{ "url": "https://…" }`, in the order in which they are shown. */
export const linksInput = jsonValue('a list of links').pipe(z.array(linkInput).max(LINKS_MAX));
