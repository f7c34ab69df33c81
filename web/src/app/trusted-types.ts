/**
 * Where the browser has Trusted Types, the content security policy refuses all text that would become script. What has
 * to pass is the address of a worker, and that only among our own script files: uploads are on this origin too.
 */
type Factory = { createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown };

(globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => {
    if (new URL(url, location.href).href.startsWith(`${location.origin}/assets/`)) return url;
    throw new TypeError(`Not a script of this site: ${url}`);
  },
});

export {};
