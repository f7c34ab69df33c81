import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.stop());

const kept = () =>
  api.context.db.sql`select language, namespace, key, shown, reports from missing_word order by language, key`;

describe('the report of missing keys', () => {
  it('keeps each key once and counts its reports, under /api and at the root', async () => {
    expect((await api.call('POST', '/locales/add/en/common', { body: { 'a.b': 'shown' } })).status).toBe(204);
    const beside = await fetch(`${api.url}/locales/add/ukr/common`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ 'a.b': 'показано' }),
    });
    expect(beside.status).toBe(204);
    await api.call('POST', '/locales/add/en/common', { body: { 'a.b': 'later' } });
    expect([...(await kept())]).toEqual([
      { language: 'en', namespace: 'common', key: 'a.b', shown: 'later', reports: 2 },
      { language: 'ukr', namespace: 'common', key: 'a.b', shown: 'показано', reports: 1 },
    ]);
  });

  it.each([
    '/locales/add/xx/common',
    '/locales/add/en/other',
    '/locales/add/en/..%2f..%2fx',
    '/locales/add/__proto__/common',
  ])('answers 404 for %s', async (path) => {
    expect((await api.call('POST', path, { body: { a: 'b' } })).status).toBe(404);
  });

  it.each([
    ['a list', ['a']],
    ['a value that is no text', { a: { b: 'c' } }],
    ['a key too long', { ['k'.repeat(201)]: 'v' }],
    ['too many keys', Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`k${index}`, 'v']))],
    ['a NUL', { a: 'b\u0000' }],
    ['a NUL in a key', { 'a\u0000': 'b' }],
  ])('refuses %s with 400', async (_what, body) => {
    expect((await api.call('POST', '/locales/add/en/common', { body })).status).toBe(400);
  });

  it('accepts names of built-in object properties as plain keys and does not pollute prototypes', async () => {
    const body = '{"__proto__":"p","constructor":"c","toString":"t"}';
    expect((await api.call('POST', '/locales/add/en/common', { body })).status).toBe(204);
    expect((await kept()).map(({ key }) => String(key))).toEqual(expect.arrayContaining(['constructor', 'toString']));
    expect(({} as Record<string, unknown>).p).toBeUndefined();
    const deep = await api.call('POST', '/locales/add/en/common', { body: '{"__proto__":{"isAdmin":"yes"}}' });
    expect(deep.status).toBeLessThan(500);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });

  it('keeps at most 5,000 made-up keys, and still counts the known ones', async () => {
    const { sql } = api.context.db;
    await sql`insert into missing_word (language, namespace, key, shown) select 'en', 'common', 'flood.' || n, 'x' from generate_series(1, 5000) n`;
    const reports = async () => (await kept()).find(({ key, language }) => key === 'a.b' && language === 'en')?.reports;
    const before = Number(await reports());
    expect((await api.call('POST', '/locales/add/en/common', { body: { 'a.b': 'x', 'new.key': 'y' } })).status).toBe(
      204,
    );
    expect(await reports()).toBe(before + 1);
    expect((await kept()).some(({ key }) => key === 'new.key')).toBe(false);
    await sql`delete from missing_word where key like 'flood.%'`;
  });

  it('has a rate limit: 429 with Retry-After', async () => {
    let answer = await api.call('POST', '/locales/add/en/common', { body: {} });
    for (let tries = 0; tries < 125 && answer.status !== 429; tries++)
      answer = await api.call('POST', '/locales/add/en/common', { body: {} });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
