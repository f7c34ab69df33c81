import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';
import { CRYPTO, FIAT } from './price.ts';
import { readHttpSources } from './price.http.ts';
import { readPrices, runPrices } from './price.jobs.ts';
import { readNewestPrices } from './price.view.ts';

/** Responses of a fake web service in the documented formats of the sources, by path; a number is a status code. */
let answers: Record<string, unknown>;
let asked: string[];
let service: Server;
let url: string;
let api: TestApi;
const said: string[] = [];
const log = {
  debug: () => {},
  info: () => {},
  warn: (message: string) => void said.push(message),
  error: () => {},
} as never;

beforeAll(async () => {
  service = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = answers[path];
    if (answer === undefined || typeof answer === 'number') return response.writeHead((answer as number) ?? 404).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  api = await startTestApi({
    PRICE_FEEDS: '1',
    PRICE_ETH_USD: '2500.5',
    PRICE_POL_USD: '0.4',
    PRICE_USD_EUR: '0.9',
    PRICE_USD_UAH: '40',
  });
});
afterAll(async () => {
  await api?.stop();
  service?.close();
});
afterEach(async () => {
  said.length = 0;
  await api.context.db.sql`truncate price_now, price_point`;
});

const prices = () => readNewestPrices(api.context);
const withoutFeeds = () => ({
  ...api.context,
  config: { ...api.context.config, deployment: { ...api.context.config.deployment, priceFeeds: {} } },
});
const use = (given: Record<string, unknown>) => {
  answers = given;
  asked = [];
};
const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
const sourcesOf = (names: string) =>
  readHttpSources(
    names
      .split(',')
      .map((name) => `${name}=${url}`)
      .join(','),
  );
const COINBASE_ETH = { '/v2/prices/ETH-USD/spot': { data: { amount: '3100.25', base: 'ETH', currency: 'USD' } } };
const COINBASE_POL = { '/v2/prices/POL-USD/spot': { data: { amount: '0.5125', base: 'POL', currency: 'USD' } } };
const KRAKEN = {
  '/0/public/Ticker?pair=ETHUSD': { error: [], result: { XETHZUSD: { c: ['3090.5', '0.1'], v: ['1', '2'] } } },
  '/0/public/Ticker?pair=POLUSD': { error: [], result: { POLUSD: { c: ['0.511', '20'] } } },
};

it('before the first read, the prices from the settings are returned, marked as stale', async () => {
  const { status, body } = await api.call('GET', '/price');
  expect([status, body.data]).toEqual([
    200,
    {
      eth: { usd: '2500.50', at: expect.any(String), source: 'settings' },
      pol: { usd: '0.4000', at: expect.any(String), source: 'settings' },
      fiat: { USD: 1, EUR: 0.9, UAH: 40 },
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      stale: true,
    },
  ]);
});

it("the chain's feed is read first, and no HTTP source when it answers", async () => {
  use({ ...COINBASE_ETH, ...COINBASE_POL });
  await api.chain.rpc('evm_mine');
  const got = await readPrices(api.context, log, [...CRYPTO, ...FIAT], sourcesOf('coinbase,kraken'));
  expect(Object.fromEntries(got)).toEqual({ ETH: 'chainlink', POL: 'chainlink', EUR: 'chainlink', UAH: 'chainlink' });
  expect(asked).toEqual([]);
  const { eth, fiat, stale } = await prices();
  expect(eth.source).toBe('chainlink');
  // The local feed varies within 6 % of 3,200 dollars, and of 1 / 0.0238 hryvnias.
  expect(Math.abs(Number(eth.usd) / 3200 - 1)).toBeLessThan(0.06);
  expect(Math.abs(fiat.UAH * 0.0238 - 1)).toBeLessThan(0.07);
  expect(stale).toBeUndefined();
});

it('without a feed, the first HTTP source that answers is used, asset by asset', async () => {
  use({ ...COINBASE_ETH, '/v2/prices/POL-USD/spot': COINBASE_POL['/v2/prices/POL-USD/spot'], ...KRAKEN });
  await readPrices(withoutFeeds(), log, CRYPTO, sourcesOf('coinbase,kraken'));
  expect(await prices()).toMatchObject({
    eth: { usd: '3100.25', source: 'coinbase' },
    pol: { usd: '0.5125', source: 'coinbase' },
  });
  expect(asked.filter((path) => path.startsWith('/0/'))).toEqual([]);

  await api.context.db.sql`truncate price_now, price_point`;
  for (const broken of [500, '<html>', { data: { amount: '-1' } }]) {
    use({ '/v2/prices/ETH-USD/spot': broken, ...COINBASE_POL, ...KRAKEN });
    await readPrices(withoutFeeds(), log, CRYPTO, sourcesOf('coinbase,kraken'));
    expect((await prices()).eth).toMatchObject({ usd: '3090.50', source: 'kraken' });
  }
});

it('a jump is rejected, and the older price stays', async () => {
  use({ ...COINBASE_ETH, ...COINBASE_POL });
  await readPrices(withoutFeeds(), log, CRYPTO, sourcesOf('coinbase'));
  use({ '/v2/prices/ETH-USD/spot': { data: { amount: '310.25' } }, ...COINBASE_POL });
  const got = await readPrices(withoutFeeds(), log, CRYPTO, sourcesOf('coinbase'));
  expect([...got.keys()]).toEqual(['POL']);
  expect(said).toContain('price refused');
  expect((await prices()).eth.usd).toBe('3100.25');
});

it('fiat rates come from the National Bank, or from the next source that answers', async () => {
  const today = new Date().toISOString().slice(0, 10).split('-').reverse().join('.');
  const nbu = [
    { r030: 978, txt: 'Євро', rate: 48.3, cc: 'EUR', exchangedate: today },
    { r030: 840, txt: 'Долар США', rate: 42, cc: 'USD', exchangedate: today },
  ];
  use({ '/NBUStatService/v1/statdirectory/exchange?json': nbu });
  await readPrices(withoutFeeds(), log, FIAT, sourcesOf('nbu,exchangerate'));
  const { fiat } = await prices();
  expect(fiat.UAH).toBe(42);
  expect(fiat.EUR).toBeCloseTo(42 / 48.3, 10);

  await api.context.db.sql`truncate price_now, price_point`;
  use({
    '/NBUStatService/v1/statdirectory/exchange?json': 503,
    '/v6/latest/USD': { result: 'success', time_last_update_unix: ago(3600), rates: { EUR: 0.87, UAH: 41.5 } },
  });
  await readPrices(withoutFeeds(), log, FIAT, sourcesOf('nbu,exchangerate'));
  expect((await prices()).fiat).toEqual({ USD: 1, EUR: 0.87, UAH: 41.5 });
});

it('prices are stale, with their last values, when a source was not read lately', async () => {
  use({ ...COINBASE_ETH, ...COINBASE_POL });
  await readPrices(withoutFeeds(), log, CRYPTO, sourcesOf('coinbase'));
  await readPrices(api.context, log, FIAT, []);
  expect((await prices()).stale).toBeUndefined();
  await api.context.db.sql`update price_now set read_at = now() - interval '3 minutes' where asset = 'ETH'`;
  expect(await prices()).toMatchObject({ eth: { usd: '3100.25' }, stale: true });
});

it('an older price of another source is a reading too, and leaves the newer one', async () => {
  use({ ...COINBASE_ETH, ...COINBASE_POL });
  await readPrices(withoutFeeds(), log, CRYPTO, sourcesOf('coinbase'));
  await readPrices(api.context, log, FIAT, []);
  await api.context.db.sql`update price_now set read_at = now() - interval '3 minutes', at = now() + interval '1 minute'
    where asset = 'ETH'`;
  await readPrices(api.context, log, ['ETH'], []);
  const { eth, stale } = await prices();
  expect([eth.usd, eth.source, stale]).toEqual(['3100.25', 'coinbase', undefined]);
});

it('of two workers only one reads at a time: the second waits until the first has ended', async () => {
  const [one, two] = [new AbortController(), new AbortController()];
  const source = { name: 'coinbase', url, read: readHttpSources('coinbase')[0]?.read as never };
  const base = withoutFeeds();
  const config = { ...base.config, price: { ...base.config.price, cryptoSources: [source], fiatSources: [] } };
  use({ ...COINBASE_ETH, ...COINBASE_POL });
  const running = [one, two].map(({ signal }) => runPrices({ ...base, config }, log, signal));
  await expect.poll(() => asked.length, { timeout: 10_000 }).toBe(2);
  // The second worker has tried again since, and holds nothing.
  const tries = async () => {
    const rows = await api.context.db.sql<{ query_start: Date }[]>`
      select query_start from pg_stat_activity
      where application_name = 'skarb-lease' and datname = current_database() and query like '%pg_try_advisory_lock%'`;
    return Math.max(...rows.map(({ query_start: at }) => at.getTime()));
  };
  const before = await tries();
  await expect.poll(tries, { timeout: 60_000 }).toBeGreaterThan(before);
  expect(asked.length).toBe(2);
  one.abort();
  two.abort();
  await Promise.all(running);
});

it('currency rates follow the prices', async () => {
  const { sql } = api.context.db;
  use({ ...COINBASE_ETH, ...COINBASE_POL });
  await readPrices(withoutFeeds(), log, CRYPTO, sourcesOf('coinbase'));
  const [usdc] = await sql`select eth_rate from currency where symbol = 'USDC'`;
  expect(Number(usdc?.eth_rate)).toBeCloseTo(1 / 3100.25, 12);
  const [pol] = await sql`select eth_rate from currency where symbol = 'POL'`;
  expect(Number(pol?.eth_rate)).toBeCloseTo(0.5125 / 3100.25, 12);
});

it('settings name the sources, and an unknown name stops the server at start', () => {
  expect(readHttpSources('coinbase, kraken=https://mirror.example/').map(({ name, url: at }) => [name, at])).toEqual([
    ['coinbase', 'https://api.coinbase.com'],
    ['kraken', 'https://mirror.example'],
  ]);
  expect(readHttpSources('none')).toEqual([]);
  expect(() => readHttpSources('bitstamp')).toThrow('each must be one of coinbase, kraken, nbu, exchangerate');
  expect(() => readHttpSources('nbu=nowhere')).toThrow('what follows nbu= is no address');
});
