/**
 * In browsers with Trusted Types, the content security policy refuses strings where code is expected. The only exception
 * is the URL of a worker or the service worker, and only for our own script files, because uploads are on this origin, too.
 */
type Factory = { createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown };

(globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => {
    const { href } = new URL(url, location.href);
    if (href.startsWith(`${location.origin}/assets/`) || href === `${location.origin}/sw.js`) return url;
    throw new TypeError(`Not a script of this site: ${url}`);
  },
});

export {};
