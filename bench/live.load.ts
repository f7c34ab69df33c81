/**
 * From block to screen: the time from the block of a bid until two other browsers show it, one on the page of the
 * auction and one on that of the token. Measures a running stack with `E2E_URL`, `E2E_RPC_URL` and `E2E_DEPLOYMENT`,
 * otherwise its own.
 */
import { urlOf } from '@skarb/client';
import * as eventCalls from '@skarb/schema/calls/event';
import { startStack } from '@skarb/local/stack.ts';
import { chromium, type Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Person } from '@skarb/local/person.ts';
import * as offerCalls from '@skarb/schema/calls/offer';
import { systemChromium } from '../tools/chromium.mjs';
import { median, record } from './result.ts';

const BIDS = 20;
const WITHIN_MS = 60_000;
const ASK_MS = 5;

const chromePath = systemChromium();
const dataDir = await mkdtemp(join(tmpdir(), 'skarb-bench-'));
const stack = process.env.E2E_URL
  ? undefined
  : await startStack({ dataDir, port: Number(process.env.PORT ?? 3493), chainPort: 8793, quiet: true });
if (stack) {
  process.env.E2E_URL = stack.url;
  process.env.E2E_RPC_URL = stack.rpcUrl;
  process.env.E2E_DEPLOYMENT = JSON.stringify(stack.deployment);
}
// Imported late: these helpers read the addresses of the stack from the environment.
const { makeToken, newPerson, openOffer, reference, until } = await import('../e2e/people.ts');
const [url, rpcUrl] = [process.env.E2E_URL as string, process.env.E2E_RPC_URL as string];

const rpc = async <T>(method: string, params: unknown[] = []): Promise<T> => {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await response.json()) as { result: T }).result;
};

/** When each block became readable, by this machine's clock, which the browsers share. */
const minedAt = new Map<number, number>();
let isOver = false;
const watching = (async () => {
  for (let next = 0; !isOver;) {
    const newest = Number(await rpc<string>('eth_blockNumber'));
    // Several blocks may have been mined between two polls.
    for (let block = next || newest; block <= newest; block++) minedAt.set(block, Date.now());
    next = newest + 1;
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
})();

const [seller, ...bidders] = await Promise.all([newPerson(), newPerson(), newPerson()]);
const token = await makeToken(seller, { name: 'From block to screen' });
const opened = await openOffer(seller, token.uuid, {
  type: 'AUCTION',
  reservePrice: '0.01',
  currencyUuid: (await reference(seller)).currency('WETH').uuid,
  endsAt: new Date(Date.now() + 86_400_000).toISOString(),
  minIncrementPercent: 1,
});

/** Opens a page that records when it first shows each amount. */
const look = async (page: Page, path: string): Promise<Page> => {
  const heard = page.waitForResponse((response) => response.url().includes(urlOf(eventCalls.listen)) && response.ok());
  await page.goto(`${url}${path}`);
  await heard;
  await page.evaluate(() => {
    const seen: Record<string, number> = {};
    Object.assign(window, { seen });
    const note = () => {
      for (const [price] of document.querySelector('main')?.textContent?.matchAll(/0\.\d{4}/g) ?? [])
        seen[price] ??= Date.now();
    };
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return page;
};
const browser = await chromium.launch({
  ...(chromePath ? { executablePath: chromePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const open = async (path: string) => {
  const context = await browser.newContext();
  // tsx wraps named functions in a helper call, which a page does not define.
  await context.addInitScript('globalThis.__name ??= (value) => value');
  return look(await context.newPage(), path);
};
const pages = { auction: await open(`/offers/${opened.uuid}`), work: await open(`/nfts/${token.uuid}`) };

const loadBefore = loadavg()[0] as number;
const taken: Record<keyof typeof pages, number[]> = { auction: [], work: [] };
for (let turn = 0; turn < BIDS; turn++) {
  // Each price ends in 1, because pages omit trailing zeros.
  const price = (0.0101 + turn * 0.001).toFixed(4);
  const bidder = bidders[turn % bidders.length] as Person;
  const { data } = await bidder.call(offerCalls.open, { params: { id: opened.uuid }, body: { type: 'BID', price } });
  let hash = '';
  for (const step of data.steps ?? [])
    if (step.kind === 'transaction' && step.status === 'incomplete') hash = await bidder.transact(step);
  const receipt = await rpc<{ blockNumber: string }>('eth_getTransactionReceipt', [hash]);
  const number = Number(receipt.blockNumber);
  const block = await until(
    async () => minedAt.get(number),
    (at) => at !== undefined,
    `block ${number}`,
  );
  for (const [name, page] of Object.entries(pages) as [keyof typeof pages, Page][]) {
    const seen = await page.waitForFunction(
      (wanted) => (window as unknown as { seen: Record<string, number> }).seen[wanted],
      price,
      { timeout: WITHIN_MS },
    );
    taken[name].push(((await seen.jsonValue()) as number) - (block as number));
  }
}
isOver = true;
await watching;

const figures = (all: number[]) => ({
  medianMs: Math.round(median(all)),
  p95Ms: all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.95) - 1],
  longestMs: Math.max(...all),
  withinASecond: all.filter((ms) => ms <= 1000).length,
});
await record('live', {
  bids: BIDS,
  blockToScreen: { auction: figures(taken.auction), work: figures(taken.work) },
  loadAverage: { before: Number(loadBefore.toFixed(1)), after: Number((loadavg()[0] as number).toFixed(1)) },
});
await browser.close();
await stack?.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(0);
