import { PAGE_TAGS, type OperatorPage, type PagePiece } from '@skarb/schema/operator-page';
import MarkdownIt from 'markdown-it';

type Parsed = Pick<OperatorPage, 'title' | 'description' | 'headings' | 'body'>;
type Token = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number];
type Tag = (typeof PAGE_TAGS)[number];
const TAGS: ReadonlySet<string> = new Set(PAGE_TAGS);

const DESCRIPTION_LENGTH = 200;

/**
 * Where a link may lead: to https, http and mail addresses, to a path of this site, or to a heading of the page. A path
 * never begins with two slashes (of either kind), which would be another host.
 */
export const isSafeLink = (href: string): boolean =>
  /^(https?:\/\/[^\s\\]+|mailto:[^\s\\]+|\/(?![/\\])[^\s\\]*|#[^\s\\]*)$/i.test(href);

// Without raw HTML: markup in the file is shown as text.
const markdown = new MarkdownIt({ html: false });
markdown.validateLink = isSafeLink;

/** Ends a heading: `## How to buy {#buy}`. */
const ANCHOR = /\{#([a-z][a-z0-9-]{0,60})\}$/;
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'part';

const textOf = (pieces: readonly PagePiece[]): string =>
  pieces
    .map((piece) => ('text' in piece ? piece.text : ''))
    .join('')
    .trim();

const inlinePieces = (tokens: readonly Token[]): PagePiece[] =>
  tokens.flatMap((token): PagePiece[] => {
    switch (token.type) {
      case 'text':
        return token.content ? [{ text: token.content }] : [];
      case 'softbreak':
        return [{ text: ' ' }];
      case 'hardbreak':
        return [{ open: 'br' }, { close: 'br' }];
      case 'code_inline':
        return [{ open: 'code' }, { text: token.content }, { close: 'code' }];
      // A picture would have to be served from somewhere: its description stays.
      case 'image':
        return token.content ? [{ text: token.content }] : [];
      default:
        return elementOf(token);
    }
  });

const elementOf = (token: Token): PagePiece[] => {
  if (!TAGS.has(token.tag)) return [];
  const tag = token.tag as Tag;
  if (token.nesting === 1) {
    const href = tag === 'a' ? token.attrGet('href') : null;
    return [{ open: tag, ...(href ? { href: String(href) } : {}) }];
  }
  return token.nesting === -1 ? [{ close: tag }] : [{ open: tag }, { close: tag }];
};

/** The inline tokens of a heading without its anchor, and the anchor. */
const withoutAnchor = (inline: Token): { tokens: Token[]; anchor: string | undefined } => {
  const tokens = inline.children ?? [];
  const last = tokens.at(-1);
  const anchor = last?.type === 'text' ? ANCHOR.exec(last.content)?.[1] : undefined;
  if (last && anchor) last.content = last.content.replace(ANCHOR, '').trimEnd();
  return { tokens, anchor };
};

/**
 * Reads a page in Markdown. Its first heading of level 1 is the title. Raw HTML and links to unsafe addresses stay
 * visible as text; pictures are left out.
 * @param usualTitle of a page without one
 * @throws Error when there is no title and no usual one, or nothing below it
 */
export const parsePage = (text: string, usualTitle?: string): Parsed => {
  const tokens = markdown.parse(text, {});
  const body: PagePiece[] = [];
  const headings: Parsed['headings'] = [];
  const ids = new Set<string>();
  let title: string | undefined;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (token.type === 'heading_open') {
      const { tokens: inside, anchor } = withoutAnchor(tokens[at + 1] as Token);
      at += 2;
      const pieces = inlinePieces(inside);
      const words = textOf(pieces);
      if (token.tag === 'h1' && title === undefined) {
        title = words;
        continue;
      }
      const level = Math.min(4, Math.max(2, Number(token.tag.slice(1))));
      const wanted = anchor ?? slugOf(words);
      let id = wanted;
      for (let count = 2; ids.has(id); count++) id = `${wanted}-${count}`;
      ids.add(id);
      if (level !== 4) headings.push({ id, text: words, level: level as 2 | 3 });
      const tag = `h${level}` as Tag;
      body.push({ open: tag, id }, ...pieces, { close: tag });
    } else if (token.type === 'inline') body.push(...inlinePieces(token.children ?? []));
    else if (token.type === 'fence' || token.type === 'code_block')
      body.push({ open: 'pre' }, { text: token.content }, { close: 'pre' });
    // Paragraphs of a list without blank lines are hidden.
    else if (!token.hidden) body.push(...elementOf(token));
  }
  title ||= usualTitle;
  if (!title) throw new Error('its first line must be a title, such as "# Terms"');
  if (body.length === 0) throw new Error('there is nothing below its title');
  const from = body.findIndex((piece) => 'open' in piece && piece.open === 'p');
  const to = body.findIndex((piece, index) => index > from && 'close' in piece && piece.close === 'p');
  const description = from < 0 ? '' : textOf(body.slice(from, to));
  return { title, description: description.slice(0, DESCRIPTION_LENGTH), headings, body };
};
