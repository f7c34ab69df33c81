/** The first route as a visitor meets it: bytes of script and style (brotli), Lighthouse, and LCP on a slow phone. */
import { startStack } from '@skarb/local/stack.ts';
import { chromium } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse, { type RunnerResult } from 'lighthouse';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { median, record } from './result.ts';

const chromePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
];
const dataDir = await mkdtemp(join(tmpdir(), 'skarb-bench-'));
const stack = await startStack({ dataDir, port: 3492, chainPort: 8792, quiet: true });

/** What /nfts loads before anybody acts, by kind, compressed by us so that the server's level plays no part. */
const bytes = async () => {
  const browser = await chromium.launch({
    ...(chromePath ? { executablePath: chromePath } : {}),
    args: flags.slice(1),
  });
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  const sums = { script: 0, stylesheet: 0, font: 0, image: 0, document: 0 };
  const scripts: string[] = [];
  page.on('response', async (response) => {
    const kind = response.request().resourceType() as keyof typeof sums;
    if (!(kind in sums)) return;
    const body = await response.body().catch(() => Buffer.alloc(0));
    const isPacked = kind === 'font' || kind === 'image';
    sums[kind] += isPacked ? body.length : brotliCompressSync(body).length;
    if (kind === 'script') scripts.push(body.toString());
  });
  await page.goto(`${stack.url}/nfts`, { waitUntil: 'load' });
  // The stream of live changes never ends, so the network is never idle.
  await page.waitForTimeout(3000);
  const hasViem = scripts.some((text) => text.includes('viem@'));
  await browser.close();
  return {
    kilobytes: Object.fromEntries(Object.entries(sums).map(([kind, sum]) => [kind, Number((sum / 1024).toFixed(1))])),
    hasViem,
  };
};

const scores = async (path: string) => {
  const runs: RunnerResult['lhr'][] = [];
  for (let round = 0; round < 3; round++) {
    const chrome = await launch({ ...(chromePath ? { chromePath } : {}), chromeFlags: flags });
    const result = await lighthouse(`${stack.url}${path}`, { port: chrome.port, output: 'json', logLevel: 'error' });
    await chrome.kill();
    if (result) runs.push(result.lhr);
  }
  const of = (id: string) => Math.round(median(runs.map((run) => (run.categories[id]?.score ?? 0) * 100)));
  const audit = (id: string) => Math.round(median(runs.map((run) => run.audits[id]?.numericValue ?? 0)));
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    bestPractices: of('best-practices'),
    seo: of('seo'),
    firstContentfulPaintMs: audit('first-contentful-paint'),
    largestContentfulPaintMs: audit('largest-contentful-paint'),
    totalBlockingMs: audit('total-blocking-time'),
    failing: [
      ...new Set(
        runs.flatMap((run) =>
          Object.values(run.audits)
            .filter((a) => a.score === 0 && ['binary'].includes(a.scoreDisplayMode))
            .map((a) => a.id),
        ),
      ),
    ],
  };
};

/** LCP at 1.6 Mbit/s, 150 ms, CPU ×4, really applied (not simulated). */
const slowPhone = async (path: string) => {
  const browser = await chromium.launch({
    ...(chromePath ? { executablePath: chromePath } : {}),
    args: flags.slice(1),
  });
  const paints: number[] = [];
  for (let round = 0; round < 3; round++) {
    const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 94_000,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) (window as unknown as { lcp: number }).lcp = entry.startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    await page.goto(`${stack.url}${path}`, { waitUntil: 'load' });
    await page.waitForTimeout(3000);
    paints.push(await page.evaluate(() => (window as unknown as { lcp: number }).lcp));
    await page.close();
  }
  await browser.close();
  return Math.round(median(paints));
};

try {
  const token = ((await (await fetch(`${stack.url}/api/token?limit=1`)).json()) as { data: { uuid: string }[] })
    .data[0];
  const collection = (
    (await (await fetch(`${stack.url}/api/collection?limit=1`)).json()) as { data: { uuid: string }[] }
  ).data[0];
  const first = await bytes();
  const figures: Record<string, unknown> = { '/nfts bytes, brotli': first };
  for (const [name, path] of [
    ['/nfts', '/nfts'],
    ['/nfts/:id', `/nfts/${token?.uuid}`],
    ['/collections/:id', `/collections/${collection?.uuid}`],
  ] as const)
    figures[name] = { ...(await scores(path)), slowPhoneLcpMs: await slowPhone(path) };
  await record('page', figures);
} finally {
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(0);
