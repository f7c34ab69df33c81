import type { PagePiece } from '@skarb/schema/operator-page';
import { createElement, type ReactNode } from 'react';
import { Link } from 'react-router';

type Tag = Extract<PagePiece, { open: unknown }>['open'];

const link = 'font-medium text-gold-400 underline underline-offset-4 hover:text-ink-50';
const LOOKS: Partial<Record<Tag, string>> = {
  h2: 'mt-12 mb-4 text-2xl font-semibold tracking-tight text-ink-50 outline-none first:mt-0',
  h3: 'mt-8 mb-3 text-lg font-semibold text-ink-50 outline-none',
  h4: 'mt-6 mb-2 font-semibold text-ink-50 outline-none',
  p: 'my-4 first:mt-0 last:mb-0',
  ul: 'my-4 list-disc space-y-2 pl-6 marker:text-gold-600',
  ol: 'my-4 list-decimal space-y-2 pl-6 marker:text-ink-400',
  blockquote: 'my-6 border-l-2 border-gold-600 pl-5 text-ink-50',
  pre: 'my-4 overflow-x-auto rounded-xl bg-ink-900 p-4 text-sm',
  code: 'rounded bg-ink-800 px-1.5 py-0.5 text-[0.9em]',
  strong: 'font-semibold text-ink-50',
  hr: 'my-10 border-ink-700',
  table: 'my-6 w-full border-collapse text-left',
  th: 'border-b border-ink-700 py-2 pr-4 align-bottom font-semibold text-ink-50',
  td: 'border-b border-ink-800 py-2 pr-4 align-top',
};
const HEADINGS: ReadonlySet<Tag> = new Set(['h2', 'h3', 'h4']);
/** Elements without content. */
const EMPTY: ReadonlySet<Tag> = new Set(['br', 'hr']);

/** Moves the focus with the view: the next press of Tab goes on from there. */
const focusOn = (id: string) => document.getElementById(id)?.focus({ preventScroll: true });

export const PageLink = ({ href, className, children }: { href: string; className?: string; children: ReactNode }) => {
  if (href.startsWith('#'))
    return (
      <Link to={href} onClick={() => focusOn(decodeURIComponent(href.slice(1)))} className={className}>
        {children}
      </Link>
    );
  // Files and the API's description are not screens of the app.
  if (href.startsWith('/') && !/^\/docs\b|\.\w+$/.test(href))
    return (
      <Link to={href} className={className}>
        {children}
      </Link>
    );
  return (
    <a href={href} rel="noopener noreferrer" className={className}>
      {children}
    </a>
  );
};

const element = (tag: Tag, key: number, { id, href }: { id?: string; href?: string }, children: ReactNode[]) => {
  if (tag === 'a')
    return href ? (
      <PageLink key={key} href={href} className={link}>
        {children}
      </PageLink>
    ) : (
      children
    );
  const isHeading = HEADINGS.has(tag);
  const props = { key, className: LOOKS[tag], id, ...(isHeading && { tabIndex: -1 }) };
  if (EMPTY.has(tag)) return createElement(tag, props);
  const made = createElement(tag, props, ...children);
  // Scrolls by itself where its words are wider than the window.
  return tag === 'table' ? (
    <div key={key} className="overflow-x-auto">
      {made}
    </div>
  ) : (
    made
  );
};

/**
 * The elements of an operator's page. They are made one by one from a closed list of tags, so no text of the page can
 * become markup.
 */
export const PieceList = ({ pieces }: { pieces: readonly PagePiece[] }) => {
  const root: ReactNode[] = [];
  const open: { tag: Tag; key: number; attributes: { id?: string; href?: string }; children: ReactNode[] }[] = [];
  const into = () => open.at(-1)?.children ?? root;
  for (const [key, piece] of pieces.entries())
    if ('text' in piece) into().push(piece.text);
    else if ('open' in piece) {
      const { open: tag, ...attributes } = piece;
      open.push({ tag, key, attributes, children: [] });
    } else {
      const done = open.pop();
      if (done) into().push(element(done.tag, done.key, done.attributes, done.children));
    }
  return root;
};
