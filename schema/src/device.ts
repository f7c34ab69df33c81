/** The name of a browser and its system for users; null when unknown. */
export type Device = { browser: string | null; system: string | null; isHandheld: boolean };

// The order matters: nearly every browser also calls itself Safari, and many call themselves Chrome.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/\d/, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const first = (list: [RegExp, string][], text: string): string | null =>
  list.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Browser and system from a User-Agent header. */
export const deviceOf = (userAgent: string | null): Device => {
  const text = userAgent ?? '';
  const system = first(SYSTEMS, text);
  return {
    browser: first(BROWSERS, text),
    system,
    isHandheld: /^(iPhone|iPad|Android)$/.test(system ?? ''),
  };
};
