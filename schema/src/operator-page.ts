import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { LANGUAGE_FALLBACK, LANGUAGES } from './language.ts';
import { OPERATOR_PAGES } from './limits.ts';
import { one, time } from './primitive.ts';

/** The elements that a page may have; links have `href`, headings an `id`. */
export const PAGE_TAGS = [
  'h2',
  'h3',
  'h4',
  'p',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'code',
  'strong',
  'em',
  's',
  'a',
  'br',
  'hr',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;
const tag = z.enum(PAGE_TAGS);

/** One step through the page's elements: it opens one, closes the last open one, or is text in it. Never HTML. */
const pagePiece = z.union([
  z.object({ text: z.string() }),
  z.object({ open: tag, id: z.string().optional(), href: z.string().optional() }),
  z.object({ close: tag }),
]);
export type PagePiece = z.infer<typeof pagePiece>;

const operatorPage = z.object({
  name: z.enum(OPERATOR_PAGES),
  /** The language it is written in: another than the requested one if the operator wrote it in that one only. */
  language: z.enum(LANGUAGES),
  title: z.string(),
  /** Its first paragraph, without markup. */
  description: z.string(),
  headings: z.array(z.object({ id: z.string(), text: z.string(), level: z.union([z.literal(2), z.literal(3)]) })),
  body: z.array(pagePiece),
  /** When the operator last changed the file; null for the text that the product ships with. */
  updatedAt: time.nullable(),
});
export type OperatorPage = z.infer<typeof operatorPage>;

export const operatorPageEndpoints = {
  show: endpoint({
    method: 'GET',
    path: '/page/{name}',
    summary: 'A page that the operator may replace: help, about, terms, privacy, contact',
    access: 'public',
    params: z.object({ name: z.enum(OPERATOR_PAGES) }),
    query: z.object({ lng: z.enum(LANGUAGES).default(LANGUAGE_FALLBACK) }),
    response: one(operatorPage),
  }),
};
