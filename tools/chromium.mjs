/** Finds a Chromium for the browser tests, or installs one in whichever way works on this machine. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const KNOWN = [
  // Chromium without a window's parts: its main process needs half of the processor's time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** What every Chromium of the tests is started with, beside the flags of its engine. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Finds or installs a Chromium: `{ path }` for one of the system, `{}` if Playwright has its own, `{ problem }` with a
 * message if there is none and none could be installed.
 */
export async function findChromium() {
  const found = systemChromium();
  if (found) return { path: found };
  if (existsSync(await ownOfPlaywright())) return {};
  const tried = [];
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    tried.push(run('apt-get', ['update', '-q']));
    for (const name of ['chromium-headless-shell', 'chromium']) {
      tried.push(run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name]));
      const installed = systemChromium();
      if (installed) return { path: installed };
    }
  }
  tried.push(run(process.execPath, [`${ROOT}/node_modules/.bin/playwright`, 'install', 'chromium']));
  if (existsSync(await ownOfPlaywright())) return {};
  return {
    problem: [
      'The browser tests need Chromium, and none could be installed:',
      ...tried.filter(Boolean).map((line) => `  ${line}`),
      'Install it yourself (Debian: apt-get install chromium; else: npx playwright install --with-deps chromium),',
      'or name the one you have: CHROMIUM_PATH=/path/to/chromium npm test',
    ].join('\n'),
  };
}

/** The path of the system's Chromium, `CHROMIUM_PATH` first; undefined if there is none. */
export function systemChromium() {
  return [process.env.CHROMIUM_PATH, ...KNOWN].find((path) => path && existsSync(path));
}

async function ownOfPlaywright() {
  const { chromium } = createRequire(`${ROOT}/e2e/package.json`)('@playwright/test');
  return chromium.executablePath();
}

/** Runs an installer; returns its error message if it fails. */
function run(command, args) {
  const { status, error, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 10 * 60_000,
  });
  if (status === 0) return undefined;
  const said = error?.message ?? stderr.trim().split('\n').at(-1);
  return `${command} ${args.slice(0, 2).join(' ')}: ${said}`;
}
