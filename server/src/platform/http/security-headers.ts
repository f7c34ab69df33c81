import { createHash } from 'node:crypto';

/** The policy source that allows exactly this text as an inline style or script. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

type Directives = Record<string, readonly string[]>;
const NONE = ["'none'"];
const policyOf = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');

/** Trusted Types: no `innerHTML`, no `eval`, and script URLs only through a policy of this name. */
const trustedTypes = (name: string): Directives => ({
  'require-trusted-types-for': ["'script'"],
  'trusted-types': [name],
});

/** For responses that are not pages: opened as a page, they show their text and load nothing. */
const DATA_POLICY = policyOf({
  'default-src': NONE,
  'base-uri': NONE,
  'form-action': NONE,
  'frame-ancestors': NONE,
});

/** For script files: a worker obeys the policy of its own file. */
export const SCRIPT_POLICY = policyOf({
  'default-src': ["'self'"],
  'base-uri': NONE,
  'form-action': NONE,
  'frame-ancestors': NONE,
});

/**
 * For a self-contained page: its own style, at most one script, no images and no requests.
 * @param isOnSite it loads fonts of this site and calls its API
 * @param formAction where its form may be submitted, redirects included
 */
export const standalonePolicy = ({
  style,
  script,
  isOnSite = false,
  formAction = NONE,
}: {
  style: string;
  script?: string;
  isOnSite?: boolean;
  formAction?: readonly string[];
}): string =>
  policyOf({
    'default-src': NONE,
    ...(script === undefined ? {} : { 'script-src': [hashSource(script)] }),
    'style-src': [hashSource(style)],
    ...(isOnSite ? { 'font-src': ["'self'"], 'connect-src': ["'self'"] } : {}),
    'base-uri': NONE,
    'form-action': formAction,
    'frame-ancestors': NONE,
    ...trustedTypes("'none'"),
  });

/**
 * For a card that other sites show in a frame: its own style, pictures, and neither script nor form.
 * @param media the separate origin of the media, if there is one
 */
export const embedPolicy = ({ style, media }: { style: string; media: string | undefined }): string =>
  policyOf({
    'default-src': NONE,
    'img-src': ["'self'", ...(media ? [media] : [])],
    'style-src': [hashSource(style)],
    'base-uri': NONE,
    'form-action': NONE,
    'frame-ancestors': ['*'],
    ...trustedTypes("'none'"),
  });

/**
 * For the pages of the web app.
 * @param styles, scripts the sources (`hashSource`) of all inline style and script elements
 * @param connect other origins that the page may send requests to
 * @param files the separate origin of the media, if there is one
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
  const inline = (sources: readonly string[]) => (isDev ? ["'unsafe-inline'"] : sources);
  const own = ["'self'", ...(files ? [files] : [])];
  return policyOf({
    'default-src': NONE,
    // The data of the first render is a JSON script, which needs no permission.
    'script-src': ["'self'", ...inline(scripts)],
    'worker-src': ["'self'"],
    'style-src': ["'self'", ...inline(styles)],
    'img-src': [...own, 'data:', 'blob:'],
    'media-src': [...own, 'blob:'],
    'font-src': ["'self'"],
    // A 3D model is fetched from where the media are.
    'connect-src': [...own, ...connect, ...(isDev ? ['ws:', 'wss:'] : [])],
    'manifest-src': ["'self'"],
    'base-uri': NONE,
    'form-action': ["'self'"],
    'frame-ancestors': NONE,
    // `default` (web/src/app/trusted-types.ts) accepts URLs of our own scripts only.
    ...(isDev ? {} : trustedTypes('default')),
  });
};

/**
 * The headers of every response; pages and media replace the content security policy with their own.
 * @param hstsSeconds for Strict-Transport-Security; 0 for none
 */
export const securityHeaders = (hstsSeconds: number): Record<string, string> => ({
  'content-security-policy': DATA_POLICY,
  // Wallets and Google open windows that send messages to the page.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  // Links in mails have secrets in their path.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Without subdomains: other hosts of the domain may not be ours.
  ...(hstsSeconds > 0 ? { 'strict-transport-security': `max-age=${hstsSeconds}` } : {}),
});
