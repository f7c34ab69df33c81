/**
 * The three public pages as a visitor meets them, on a slow phone (page/slow-phone.ts) and by Lighthouse.
 * `npx tsx bench/page.load.ts` starts a stack of its own and writes `results/page.json`;
 * `npx tsx bench/page.load.ts http://localhost:3000` measures a running one, without Lighthouse, and only prints.
 * `--without-replay` after the URL: what becomes of early presses without web/src/app/pre-hydration-replay.ts.
 */
import { createClient } from '@skarb/client';
import * as collectionCalls from '@skarb/schema/calls/collection';
import * as tokenCalls from '@skarb/schema/calls/token';
import { startStack } from '@skarb/local/stack.ts';
import { launch } from 'chrome-launcher';
import lighthouse, { type RunnerResult } from 'lighthouse';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemChromium } from '../tools/chromium.mjs';
import { median, record } from './result.ts';
import { slowPhone } from './page/slow-phone.ts';

const chromePath = systemChromium();
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
];

const scores = async (url: string) => {
  const runs: RunnerResult['lhr'][] = [];
  for (let round = 0; round < 3; round++) {
    const chrome = await launch({
      ...(chromePath ? { chromePath } : {}),
      chromeFlags: ['--headless=new', ...flags],
    });
    const result = await lighthouse(url, { port: chrome.port, output: 'json', logLevel: 'error' });
    await chrome.kill();
    if (result) runs.push(result.lhr);
  }
  const of = (id: string) => Math.round(median(runs.map((run) => (run.categories[id]?.score ?? 0) * 100)));
  const isFailed = (audit: RunnerResult['lhr']['audits'][string]) =>
    audit.score === 0 && audit.scoreDisplayMode === 'binary';
  return {
    // The speed of Chromium on this machine, by Lighthouse: without it, figures of two days cannot be compared.
    machineSpeed: Math.round(median(runs.map(({ environment }) => environment.benchmarkIndex))),
    performance: of('performance'),
    accessibility: of('accessibility'),
    bestPractices: of('best-practices'),
    seo: of('seo'),
    failing: [...new Set(runs.flatMap((run) => Object.values(run.audits).filter(isFailed)).map(({ id }) => id))],
  };
};

const firstOf = async (
  url: string,
  list: typeof tokenCalls.list | typeof collectionCalls.list,
): Promise<string | undefined> => {
  const { call } = createClient({ fetch: (path, init) => fetch(url + path, init) });
  return (await call(list, { query: { limit: 1 } })).data[0]?.uuid;
};

const isWithoutReplay = process.argv.includes('--without-replay');

/** @param isQuick without Lighthouse */
const measure = async (url: string, isQuick: boolean): Promise<Record<string, object>> => {
  const figures: Record<string, object> = {};
  for (const [name, path] of [
    ['/nfts', '/nfts'],
    ['/nfts/:id', `/nfts/${await firstOf(url, tokenCalls.list)}`],
    ['/collections/:id', `/collections/${await firstOf(url, collectionCalls.list)}`],
  ] as const)
    figures[name] = {
      slowPhone: await slowPhone(url + path, { executablePath: chromePath, args: flags, isWithoutReplay }),
      ...(isQuick ? {} : { lighthouse: await scores(url + path) }),
    };
  return figures;
};

const running = process.argv[2];
if (running) console.log(JSON.stringify(await measure(running, true), null, 2));
else {
  const dataDir = await mkdtemp(join(tmpdir(), 'skarb-bench-'));
  const stack = await startStack({ dataDir, port: 3492, chainPort: 8792, quiet: true });
  try {
    await record('page', await measure(stack.url, false));
  } finally {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
process.exit(0);
