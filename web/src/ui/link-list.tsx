import type { LinkKind, ProfileLink } from '@skarb/schema/link';
import { ArrowUpRight } from 'lucide-react';
import { shownHost } from './shown-host.ts';

const NAMES: Record<Exclude<LinkKind, 'website'>, string> = {
  instagram: 'Instagram',
  x: 'X',
  telegram: 'Telegram',
  facebook: 'Facebook',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  behance: 'Behance',
  discord: 'Discord',
  bluesky: 'Bluesky',
};
/** A link's words: the network, or the host of any other site. */
export const linkName = ({ kind, url }: ProfileLink): string =>
  kind === 'website' ? shownHost(new URL(url).hostname.replace(/^www\./, '')) : NAMES[kind];

/** The links of a person or a collection. They are its owner's, so search engines do not follow them. */
export const LinkList = ({ links }: { links: readonly ProfileLink[] }) => (
  <ul className="flex flex-wrap gap-x-5 gap-y-1">
    {links.map((link) => (
      <li key={link.url} className="min-w-0">
        <a
          href={link.url}
          rel="nofollow ugc noopener"
          target="_blank"
          className="inline-flex min-h-8 max-w-full items-center gap-1 rounded-md text-ink-200 underline-offset-4 hover:text-ink-50 hover:underline"
        >
          <span className="truncate">{linkName(link)}</span>
          <ArrowUpRight aria-hidden className="size-4 shrink-0 text-ink-400" />
        </a>
      </li>
    ))}
  </ul>
);
