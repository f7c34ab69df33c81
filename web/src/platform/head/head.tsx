import { isolated } from '@skarb/schema/isolated';
import { createContext, use, useEffect } from 'react';

/** The metadata of a page for tabs, search engines and link previews. */
export type PageHead = {
  title: string;
  description?: string;
  /** A picture for link previews: a path below the origin. */
  image?: string;
  type?: 'website' | 'article' | 'product' | 'profile';
  /** Path of the canonical address, without filters. */
  canonical?: string;
  /** Path of what is shared, with the query that it shows; otherwise the canonical one. */
  shared?: string;
  /** schema.org data; only rendered on the server, so that no browser loads what makes it. */
  jsonLd?: object | undefined;
  isHidden?: boolean;
};

/** Dispatched on the window when a page has set the document's title. */
export const TITLE_EVENT = 'skarb:title';

/** Holds the last head that the server rendered. */
export const HeadSink = createContext<{ head?: PageHead } | null>(null);

/** Sets the document's head: on the server through `HeadSink`, in the browser on navigation. */
export const Head = (head: PageHead) => {
  const sink = use(HeadSink);
  // The server renders a page once and runs no effects: there is no later moment to hand the head over.
  // oxlint-disable-next-line react/immutability
  if (sink) sink.head = head;
  const { title, description, canonical } = head;
  useEffect(() => {
    document.title = titleOf(title);
    dispatchEvent(new Event(TITLE_EVENT));
    set('meta[name="description"]', 'content', description ?? '');
    const address = new URL(canonical ?? location.pathname, location.origin);
    // As the server renders it: an address with a language is a page of its own.
    const language = new URLSearchParams(location.search).get('lng');
    if (language) address.searchParams.set('lng', language);
    set('link[rel="canonical"]', 'href', address.href);
  }, [title, description, canonical]);
  return null;
};

export const titleOf = (title: string): string => (title === 'Skarb' ? title : `${isolated(title)} · Skarb`);

const set = (selector: string, name: string, value: string) =>
  document.querySelector(selector)?.setAttribute(name, value);
