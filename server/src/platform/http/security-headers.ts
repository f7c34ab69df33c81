import { createHash } from 'node:crypto';

/** A policy's source that allows this very text as a style or script within the page. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

type Directives = Record<string, readonly string[]>;
const NONE = ["'none'"];
const policyOf = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');

/** Scripts may not be made out of text: no `innerHTML`, no `eval`, no script address but by a policy of this name. */
const trustedTypes = (name: string): Directives => ({
  'require-trusted-types-for': ["'script'"],
  'trusted-types': [name],
});

/** For answers that are no pages: whoever opens one as a page gets nothing but its text. */
const DATA_POLICY = policyOf({
  'default-src': NONE,
  'base-uri': NONE,
  'form-action': NONE,
  'frame-ancestors': NONE,
});

/** For script files: a worker goes by the policy of its own file. */
export const SCRIPT_POLICY = policyOf({
  'default-src': ["'self'"],
  'base-uri': NONE,
  'form-action': NONE,
  'frame-ancestors': NONE,
});

/**
 * For a page that stands alone: its own style, at most one script, no picture and nothing from the network.
 * @param formAction where its form may go, redirects included
 */
export const standalonePolicy = ({
  style,
  script,
  formAction = NONE,
}: {
  style: string;
  script?: string;
  formAction?: readonly string[];
}): string =>
  policyOf({
    'default-src': NONE,
    ...(script === undefined ? {} : { 'script-src': [hashSource(script)] }),
    'style-src': [hashSource(style)],
    'base-uri': NONE,
    'form-action': formAction,
    'frame-ancestors': NONE,
    ...trustedTypes("'none'"),
  });

/**
 * For the pages of the web app.
 * @param styles, scripts the texts of all style and script elements within the page
 * @param connect origins besides our own that the page may talk to
 * @param files origin of the media, where they have one of their own
 * @param isDev Vite's client is inline and writes styles and markup
 */
export const appPolicy = ({
  styles,
  scripts,
  connect,
  files,
  isDev,
}: {
  styles: readonly string[];
  scripts: readonly string[];
  connect: readonly string[];
  files: string | undefined;
  isDev: boolean;
}): string => {
  const inline = (texts: readonly string[]) => (isDev ? ["'unsafe-inline'"] : texts.map(hashSource));
  const own = ["'self'", ...(files ? [files] : [])];
  return policyOf({
    'default-src': NONE,
    // Data for the first render is a JSON script, which no policy needs to allow.
    'script-src': ["'self'", ...inline(scripts)],
    'worker-src': ["'self'"],
    'style-src': ["'self'", ...inline(styles)],
    'img-src': [...own, 'data:', 'blob:'],
    'media-src': [...own, 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connect, ...(isDev ? ['ws:', 'wss:'] : [])],
    'manifest-src': ["'self'"],
    'base-uri': NONE,
    'form-action': ["'self'"],
    'frame-ancestors': NONE,
    // `default` (web/src/app/trusted-types.ts) passes addresses of our own scripts, and nothing else.
    ...(isDev ? {} : trustedTypes('default')),
  });
};

/**
 * What every answer carries; pages and media put a content security policy of their own in place of this one.
 * @param hstsSeconds how long browsers shall come by https alone; 0 where the site is open by http
 */
export const securityHeaders = (hstsSeconds: number): Record<string, string> => ({
  'content-security-policy': DATA_POLICY,
  // Wallets and Google open windows that talk to the page.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  // Links in mails carry secrets in their path.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Not for subdomains: the hosts beside ours are not ours to bind.
  ...(hstsSeconds > 0 ? { 'strict-transport-security': `max-age=${hstsSeconds}` } : {}),
});
