/**
 * What a visitor with a slow phone meets: 1.6 Mbit/s, 150 ms, CPU ×4, really applied (not simulated).
 * Chromium's own entries are read: largest-contentful-paint, layout-shift, longtask, event (interaction to next paint).
 */
import { chromium, type Browser, type Page } from '@playwright/test';
import { brotliCompressSync } from 'node:zlib';
import { median } from '../result.ts';

const VIEWPORT = { width: 412, height: 823 };
/** After the load event, until late tasks and layout shifts have happened. */
const SETTLE_MS = 3500;
/** When the first press comes, counted from the first paint, in milliseconds: before, during and after hydration. */
const PRESS_AT_MS = [0, 500, 1000, 1500, 2500];
/** A finger stays on the screen this long. */
const FINGER_MS = 80;
const ANSWER_WITHIN_MS = 15_000;

type Entries = {
  firstPaint: number;
  largestPaint: number;
  layoutShift: number;
  /** Tasks of more than 50 ms. */
  longTasks: { start: number; end: number }[];
  interaction: number;
  /** When React listens: a press from then on hydrates its part at once. */
  listeningAt: number;
  hydratedAt: number;
};
type Observed = { entries: Entries; painted?: () => void };

/** Runs in the page, before its scripts. */
const observe = () => {
  const entries: Entries = {
    firstPaint: 0,
    largestPaint: 0,
    layoutShift: 0,
    longTasks: [],
    interaction: 0,
    listeningAt: 0,
    hydratedAt: 0,
  };
  const observed = window as unknown as Observed;
  observed.entries = entries;
  const on = (type: string, read: (entry: PerformanceEntry) => void, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true, ...options });
  on('paint', ({ name, startTime }) => {
    if (name !== 'first-contentful-paint') return;
    entries.firstPaint = startTime;
    observed.painted?.();
  });
  on('mark', ({ name, startTime }) => {
    if (name === 'listening') entries.listeningAt = startTime;
  });
  on('largest-contentful-paint', ({ startTime }) => (entries.largestPaint = startTime));
  on('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) entries.layoutShift += shift.value;
  });
  on('longtask', ({ startTime, duration }) => entries.longTasks.push({ start: startTime, end: startTime + duration }));
  on(
    'event',
    (entry) => {
      const event = entry as PerformanceEntry & { interactionId: number };
      if (event.interactionId) entries.interaction = Math.max(entries.interaction, event.duration);
    },
    { durationThreshold: 16 },
  );
  new MutationObserver((_changes, watch) => {
    if (document.documentElement?.dataset.hydrated === undefined) return;
    entries.hydratedAt = performance.now();
    watch.disconnect();
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-hydrated'] });
};

/** Runs before the page's scripts and disables the recorder of early input (web/src/app/pre-hydration-replay.ts). */
const withoutReplay = () => {
  const add = window.addEventListener.bind(window);
  window.addEventListener = (type: string, listener: EventListenerOrEventListenerObject, options?: unknown) => {
    if (options !== true || !['click', 'input', 'change'].includes(type)) add(type, listener, options as boolean);
  };
};

export type Options = {
  executablePath?: string;
  args: string[];
  /** How often a page is loaded for the medians. Default 3. */ rounds?: number;
  /** Input from before hydration is lost, as it would be without web/src/app/pre-hydration-replay.ts. */
  isWithoutReplay?: boolean;
};

/** Renders a page into the server's cache, where all but one visitor in ten seconds find it. */
const warm = async (url: string) => void (await (await fetch(url)).text());

const slowPage = async (
  browser: Browser,
  url: string,
  { isWithoutReplay = false }: Pick<Options, 'isWithoutReplay'>,
): Promise<{ page: Page; painted: Promise<void> }> => {
  await warm(url);
  const context = await browser.newContext({ viewport: VIEWPORT, hasTouch: true, isMobile: true, locale: 'en-GB' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 94_000,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const painted = new Promise<void>((resolve) => void page.exposeFunction('painted', resolve));
  await page.addInitScript('globalThis.__name ??= (value) => value');
  await page.addInitScript(observe);
  if (isWithoutReplay) await page.addInitScript(withoutReplay);
  return { page, painted };
};

/**
 * Total blocking time: of each task after the first paint, and of the part after it of the task that paints, what exceeds
 * 50 ms (https://web.dev/articles/tbt, as Lighthouse computes it).
 */
const blockingOf = ({ firstPaint, longTasks }: Entries): number =>
  longTasks.reduce((sum, { start, end }) => sum + Math.max(0, end - Math.max(start, firstPaint) - 50), 0);

const entriesOf = (page: Page) => page.evaluate(() => (window as unknown as Observed).entries);

/** Paint, blocking, shift and script of one page that nobody touches; medians of the rounds. */
const look = async (browser: Browser, url: string, { rounds = 3, ...options }: Options) => {
  const runs: (Omit<Entries, 'longTasks'> & Record<'blocking' | 'script' | 'scriptLater' | 'scriptRead', number>)[] =
    [];
  for (let round = 0; round < rounds; round++) {
    const { page } = await slowPage(browser, url, options);
    const scripts: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      scripts.push(response.body().then((body) => brotliCompressSync(body).length));
    });
    await page.goto(url, { waitUntil: 'load' });
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    // Compressed here, so that the server's level plays no part.
    const takeScriptKiB = async () =>
      (await Promise.all(scripts.splice(0))).reduce((sum, bytes) => sum + bytes, 0) / 1024;
    const script = await takeScriptKiB();
    await page.waitForTimeout(SETTLE_MS);
    const scriptLater = await takeScriptKiB();
    const entries = await entriesOf(page);
    await page.mouse.wheel(0, 20_000);
    await page.waitForTimeout(SETTLE_MS);
    runs.push({ ...entries, blocking: blockingOf(entries), script, scriptLater, scriptRead: await takeScriptKiB() });
    await page.context().close();
  }
  const of = (name: keyof (typeof runs)[number], digits = 0) =>
    Number(median(runs.map((run) => run[name])).toFixed(digits));
  return {
    firstContentfulPaintMs: of('firstPaint'),
    largestContentfulPaintMs: of('largestPaint'),
    listeningMs: of('listeningAt'),
    hydratedMs: of('hydratedAt'),
    totalBlockingMs: of('blocking'),
    layoutShift: of('layoutShift', 4),
    scriptUntilHydratedKiB: of('script', 1),
    /** Fetched without a touch after hydration: parts of `clientOnly` and `lazyWhenIdle`. */
    scriptAfterHydratedKiB: of('scriptLater', 1),
    /** Fetched when somebody scrolls to the end: parts of `lazyWhenVisible`, and what waits for an interaction. */
    scriptWhenScrolledKiB: of('scriptRead', 1),
  };
};

/** A tap on "Sign in" at each of the moments, each in a page of its own: how fast it is painted and what becomes of it. */
const press = async (browser: Browser, url: string, options: Options) => {
  const paints: number[] = [];
  const answers: number[] = [];
  let lost = 0;
  for (const wait of PRESS_AT_MS) {
    const { page, painted } = await slowPage(browser, url, options);
    const finger = await page.context().newCDPSession(page);
    const going = page.goto(url, { waitUntil: 'commit' });
    await painted;
    await going;
    await page.waitForTimeout(wait);
    const box = await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).boundingBox();
    if (!box) throw new Error(`${url} has no "Sign in"`);
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const began = Date.now();
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await page.waitForTimeout(FINGER_MS);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const isAnswered = await page
      .getByRole('dialog')
      .waitFor({ timeout: ANSWER_WITHIN_MS })
      .then(
        () => true,
        () => false,
      );
    if (isAnswered) answers.push(Date.now() - began);
    else lost++;
    // The observer receives an event after the frame that shows it.
    await page.waitForTimeout(500);
    paints.push((await entriesOf(page)).interaction);
    await page.context().close();
  }
  return {
    pressAtMs: PRESS_AT_MS,
    interactionToNextPaintMs: paints.map(Math.round),
    answeredAfterMs: answers,
    lostPresses: lost,
  };
};

/** @param url one page */
export const slowPhone = async (url: string, options: Options) => {
  const { executablePath, args } = options;
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
  try {
    return { ...(await look(browser, url, options)), firstPress: await press(browser, url, options) };
  } finally {
    await browser.close();
  }
};
