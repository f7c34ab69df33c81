import { LOCALE_RETRIES, LOCALE_RETRY_MS, MISSING_WORDS_MAX } from '@skarb/schema/limits';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBackend } from './backend.ts';
import { createTranslations, type Translations } from './translations.ts';

type Report = { url: string; body: Record<string, string> };
let answers: { status: number; body: string }[];
let requestTimes: number[];
let reports: Report[];
let server: Server;
let backend: ReturnType<typeof createBackend>;
let made: Translations;

beforeEach(async () => {
  answers = [];
  requestTimes = [];
  reports = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      if (request.method === 'POST') {
        reports.push({ url: request.url ?? '', body: JSON.parse(body) });
        response.writeHead(204).end();
        return;
      }
      requestTimes.push(performance.now());
      const answer = answers.shift() ?? { status: 200, body: '{"known":"Known"}' };
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  backend = createBackend((path, init) => fetch(origin + path, init));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});
const start = async (lng: 'en' | 'ukr') => {
  const translations = createTranslations(lng, backend);
  made = translations;
  await translations.load(lng);
};

it('retries after 350 ms, then after twice as long, until the words arrive', async () => {
  expect([LOCALE_RETRIES, LOCALE_RETRY_MS]).toEqual([5, 350]);
  answers = [
    { status: 503, body: '' },
    { status: 200, body: '<html>' },
  ];
  await start('en');
  expect(made.t('known')).toBe('Known');
  expect(requestTimes).toHaveLength(3);
  const [first = 0, second = 0, third = 0] = requestTimes;
  expect(second - first).toBeGreaterThanOrEqual(345);
  expect(third - second).toBeGreaterThanOrEqual(695);
});

it('does not retry a language file that does not exist', async () => {
  answers = [{ status: 404, body: '' }];
  await start('en');
  expect(requestTimes).toHaveLength(1);
});

it('reports missing keys together, each once, for every language that lacks them', async () => {
  await start('ukr');
  const keys = Array.from({ length: MISSING_WORDS_MAX + 1 }, (_, index) => `none.k${index}`);
  for (const key of [...keys, ...keys, '__proto__', 'x'.repeat(300), 'known']) made.t(key, { defaultValue: 'Shown' });
  await expect.poll(() => reports.length, { timeout: 5000 }).toBe(4);
  expect(new Set(reports.map(({ url }) => url))).toEqual(
    new Set(['/locales/add/ukr/common', '/locales/add/en/common']),
  );
  const sent = reports.filter(({ url }) => url.includes('/en/')).flatMap(({ body }) => Object.entries(body));
  expect(Math.max(...reports.map(({ body }) => Object.keys(body).length))).toBe(MISSING_WORDS_MAX);
  expect(sent.map(([key]) => key).sort()).toEqual([...keys, '__proto__'].sort());
  expect(sent.every(([, shown]) => shown === 'Shown')).toBe(true);
});
