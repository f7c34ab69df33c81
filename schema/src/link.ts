// Without zod: the web app uses it where the schemas would be larger than the page.
import { LINK_URL_MAX } from './limits.ts';

/** The networks that links on a profile are named after, with their hosts. */
const HOSTS = {
  instagram: ['instagram.com'],
  x: ['x.com', 'twitter.com'],
  telegram: ['t.me', 'telegram.me'],
  facebook: ['facebook.com', 'fb.com'],
  youtube: ['youtube.com', 'youtu.be'],
  tiktok: ['tiktok.com'],
  behance: ['behance.net'],
  discord: ['discord.gg', 'discord.com'],
  bluesky: ['bsky.app'],
} as const satisfies Record<string, readonly string[]>;

export type LinkKind = 'website' | keyof typeof HOSTS;
export const LINK_KINDS = ['website', ...Object.keys(HOSTS)] as [LinkKind, ...LinkKind[]];
export type ProfileLink = { kind: LinkKind; url: string };

/** A name on the internet: no single word, no number, no name that only a local network knows. */
const PUBLIC_HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;
const LOCAL_HOST = /\.(local|localhost|internal|intranet|lan|home|corp|test|example|invalid|onion|arpa)$/;

/** The network of a host; `website` for one that belongs to none. */
const kindOf = (host: string): LinkKind => {
  const bare = host.replace(/^(www|m)\./, '');
  const found = Object.entries(HOSTS).find(([, hosts]) => (hosts as readonly string[]).includes(bare));
  return found ? (found[0] as LinkKind) : 'website';
};

/**
 * A link for a profile, in its normal form, with the network that its host belongs to: so that nobody names a link to
 * their own site after a network.
 * @returns undefined for what is no public https address, or has a user name, a port, or more than 200 characters
 */
export const readLink = (text: string): ProfileLink | undefined => {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return undefined;
  }
  const host = url.hostname.replace(/\.$/, '');
  if (url.protocol !== 'https:' || url.username || url.password || url.port) return undefined;
  if (!PUBLIC_HOST.test(host) || LOCAL_HOST.test(host) || url.href.length > LINK_URL_MAX) return undefined;
  return { kind: kindOf(host), url: url.href };
};
