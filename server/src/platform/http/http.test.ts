import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';
import { createPublicCache, keyOf } from './public-cache.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.stop());

/** Sends a raw request: no decoding, and no headers that fetch adds. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }>(
    (resolve, reject) => {
      const call = httpRequest(`${api.url}${path}`, { method, headers }, (response) => {
        const parts: Buffer[] = [];
        response
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
          );
      });
      call.on('error', reject).end();
    },
  );

describe('an error', () => {
  it.each([
    ['GET', '/nothing'],
    ['GET', '/auth/nothing'],
    ['PATCH', '/auth/profile'],
    ['DELETE', '/category'],
  ])('for an unknown call is a 404 in JSON: %s %s', async (method, path) => {
    const answer = await api.call(method, path);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer).toMatchObject({
      status: 404,
      body: { statusCode: 404, error: 'Not Found', message: expect.any(String) },
    });
  });

  it('for malformed JSON is a 400', async () => {
    for (const body of ['{"email":', 'not json', '{"a":1}}'])
      expect(await api.call('POST', '/auth/login', { body })).toMatchObject({
        status: 400,
        body: { statusCode: 400, error: 'Bad Request' },
      });
  });

  it.each(['null', '[]', '"text"', '42', '{"__proto__":{"email":"a@example.org","password":"12345678"}}'])(
    'for JSON that is not the expected object is a 400 with fields: %s',
    async (body) => {
      const answer = await api.call('POST', '/auth/login', { body });
      expect(answer.status).toBe(400);
      expect(answer.body.message).toEqual(
        expect.arrayContaining([expect.objectContaining({ property: expect.any(String) })]),
      );
    },
  );

  it('for very deeply nested JSON is a 400', async () => {
    const body = `{"email":${'['.repeat(50_000)}${']'.repeat(50_000)},"password":"correct horse"}`;
    expect((await api.call('POST', '/auth/login', { body })).status).toBe(400);
  });

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/json5'])(
    'for a body of type %s is a 415',
    async (type) => {
      const answer = await api.call('POST', '/auth/login', { body: 'email=a', headers: { 'content-type': type } });
      expect(answer).toMatchObject({ status: 415, body: { statusCode: 415, error: 'Unsupported Media Type' } });
    },
  );

  it('for a form in place of JSON is a 415', async () => {
    const form = new FormData();
    form.set('email', 'a@example.org');
    expect((await api.call('POST', '/auth/login', { body: form })).status).toBe(415);
  });

  it('for a compressed body is a 400, so that no small body can unpack to a large one', async () => {
    const bomb = gzipSync(JSON.stringify({ email: 'a@example.org', password: 'x'.repeat(1000) }));
    const response = await fetch(`${api.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: bomb,
    });
    expect(response.status).toBe(400);
  });

  it('for a body over 256 KB is a 413', async () => {
    const answer = await api.call('POST', '/auth/login', {
      body: { email: 'a@example.org', password: 'x'.repeat(300_000) },
    });
    expect(answer).toMatchObject({ status: 413, body: { error: 'Payload Too Large' } });
  });

  it.each([
    '/api/category?search=%00',
    '/api/category?limit=0',
    '/api/category?limit=201',
    '/api/category?limit=ten',
    '/api/category?page=0',
    '/api/category?page=1.5',
    '/api/category?page=1&page=2',
    '/api/category?sortBy=uuid:ASC',
    '/api/category?sortBy=name',
    '/api/auth/profile/1',
  ])('for %s is a 400 that names the field', async (path) => {
    const response = await fetch(`${api.url}${path}`);
    const body = await response.json();
    expect(response.status).toBe(400);
    expect(body.message[0].property).toMatch(/^(search|limit|page|sortBy|id)$/);
  });

  it('for a URL that cannot be decoded is a 400 in JSON', async () => {
    const answer = await ask('/api/auth/profile/%E0%A4%A');
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body.toString())).toMatchObject({ statusCode: 400, error: 'Bad Request' });
  });

  it('is never cached, and does not name the framework', async () => {
    const answer = await api.call('GET', '/nothing');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('etag')).toBeNull();
    expect(answer.headers.get('x-powered-by')).toBeNull();
  });
});

describe('a public read', () => {
  it('has an ETag and responds 304 to a client that has it, in each notation', async () => {
    const first = await ask('/api/category');
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^W\/".+"$/);
    expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    for (const value of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await ask('/api/category', { 'if-none-match': value });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    }
    expect((await ask('/api/category', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('keeps its ETag when compressed, and sends Vary', async () => {
    const plain = await ask('/openapi.json');
    const packed = await ask('/openapi.json', { 'accept-encoding': 'br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.body).toString()).toBe(plain.body.toString());
    expect(packed.headers.etag).toBe(plain.headers.etag);
    for (const { headers } of [plain, packed]) expect(String(headers.vary).toLowerCase()).toContain('accept-encoding');
    const again = await ask('/openapi.json', { 'accept-encoding': 'br', 'if-none-match': String(packed.headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('responds to HEAD with the same headers', async () => {
    const [get, head] = [await ask('/api/category'), await ask('/api/category', {}, 'HEAD')];
    expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, get.headers.etag]);
  });

  it('shows a change by another process at once', async () => {
    const names = async () =>
      (await api.call('GET', '/category?limit=200')).body.data.map(({ name }: { name: string }) => name);
    // A cached response lives for one second; the change must show before that expires. A machine that stalls for
    // half a second proves nothing either way, so there are several tries.
    const isShownSoon = async (name: string): Promise<boolean> => {
      const until = performance.now() + 500;
      expect(await names()).not.toContain(name);
      await api.context.db.sql`insert into category (uuid, name, position) values (gen_random_uuid(), ${name}, 99)`;
      while (!(await names()).includes(name)) if (performance.now() > until) return false;
      return performance.now() < until;
    };
    const tries: boolean[] = [];
    while (tries.length < 8 && !tries.includes(true)) tries.push(await isShownSoon(`Quite new ${tries.length}`));
    expect(tries).toContain(true);
  });
});

describe('a page past the end', () => {
  it.each([2, 1_000_000_000])('is empty and has the correct meta: page %i', async (page) => {
    const { body: all } = await api.call('GET', '/category');
    const { status, body } = await api.call('GET', `/category?page=${page}`);
    expect([status, body.data, body.meta]).toEqual([200, [], { ...all.meta, currentPage: page }]);
  });
});

describe('a form', () => {
  const part = (head: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\nvalue`;
  it.each([
    ['that ends within a field', part('name="name"')],
    ['that ends within a file', part('name="file"; filename="a.png"')],
    ['without its boundary', 'nothing of the kind'],
    ['with a field named __proto__', `${part('name="__proto__"')}\r\n--x--\r\n`],
  ])('%s answers 400', async (_what, body) => {
    const { token } = await api.person();
    const answer = await api.call('POST', '/collection', {
      token,
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(answer).toMatchObject({ status: 400, body: { statusCode: 400, error: 'Bad Request' } });
  });

  it('gets all its errors at once: fields and missing files', async () => {
    const { token } = await api.person();
    const answer = await api.call('POST', '/collection', { token, body: new FormData() });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        message: [
          { property: 'name', constraints: { isNotEmpty: 'required' } },
          { property: 'file', constraints: { isNotEmpty: 'required' } },
        ],
      },
    });
  });
});

describe('calls with one Idempotency-Key', () => {
  const idempotencyOf = async () => {
    const { createIdempotency } = await import('./idempotency.ts');
    return createIdempotency(api.context.db.sql, { error: () => {} });
  };

  it('run once and get the same response when they are simultaneous', async () => {
    const idempotency = await idempotencyOf();
    let runs = 0;
    const run = async () => {
      // The other calls reach the database before this one ends.
      for (let turn = 0; turn < 20; turn++) await api.context.db.sql`select 1`;
      return { run: ++runs };
    };
    const call = () => idempotency.once({ key: 'k', scope: 'two at once', bodyHash: 'b', run });
    expect(await Promise.all([call(), call(), call()])).toEqual([{ run: 1 }, { run: 1 }, { run: 1 }]);
  });

  it('get the response of a call that succeeded but could not be recorded, and its key stays taken', async () => {
    const { sql } = api.context.db;
    const idempotency = await idempotencyOf();
    const call = (run: () => Promise<unknown>) =>
      idempotency.once({ key: 'k', scope: 'unrecorded', bodyHash: 'b', run });
    // PostgreSQL stores no such text in JSON.
    expect(await call(async () => ({ name: '\0' }))).toEqual({ name: '\0' });
    expect(await sql`select status from idempotency where scope = 'unrecorded'`).toEqual([{ status: null }]);
    await sql`delete from idempotency where scope = 'unrecorded'`;
    await expect(call(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await sql`select 1 from idempotency where scope = 'unrecorded'`).toEqual([]);
  });
});

describe('the cache of public reads', () => {
  const count = () => {
    let made = 0;
    return { make: async () => ({ made: ++made }), made: () => made };
  };

  it('computes a response once for simultaneous requests', async () => {
    const cache = createPublicCache();
    const work = count();
    const kept = await Promise.all(Array.from({ length: 20 }, () => cache.once('a', work.make)));
    expect(work.made()).toBe(1);
    expect(new Set(kept.map(({ body }) => String(body)))).toEqual(new Set(['{"made":1}']));
    await cache.once('b', work.make);
    expect(work.made()).toBe(2);
  });

  it('computes each response when it may keep none', async () => {
    const cache = createPublicCache(JSON.stringify, 0);
    const work = count();
    for (let at = 0; at < 3; at++) await cache.once('a', work.make);
    expect(work.made()).toBe(3);
  });

  it('does not keep a response that was in progress when it was cleared', async () => {
    const cache = createPublicCache();
    const work = count();
    const slow = cache.once('a', work.make);
    cache.clear();
    await slow;
    expect(String((await cache.once('a', work.make)).body)).toBe('{"made":2}');
  });

  it('keeps no failure', async () => {
    const cache = createPublicCache();
    await expect(cache.once('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(String((await cache.once('a', count().make)).body)).toBe('{"made":1}');
  });

  it('ignores the order of parameters', () => {
    expect(keyOf('/token', undefined, { page: 1, limit: 12 })).toBe(keyOf('/token', undefined, { limit: 12, page: 1 }));
    expect(keyOf('/token', undefined, { page: 1 })).not.toBe(keyOf('/token', undefined, { page: 2 }));
    expect(keyOf('/token/{id}', { id: 'a' }, {})).not.toBe(keyOf('/token/{id}', { id: 'b' }, {}));
  });
});

describe('a response that depends on the user', () => {
  it('is never public', async () => {
    const { token } = await api.person();
    const answer = await api.call('GET', '/auth/me', { token });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('authorization');
  });
});

describe('rate limits', () => {
  it('respond 429 with Retry-After, count over two servers together, and do not affect other users', async () => {
    const { createApi } = await import('../../api.ts');
    const second = await createApi(api.context);
    const [one, other] = [await api.person(), await api.person()];
    // The limit counts before the body is validated: 20 calls in ten minutes pass.
    const payload = { currencyUuid: '00000000-0000-7000-8000-000000000000', amount: '100' };
    const ask = ({ token }: { token: string }) => api.call('POST', '/onramp/order', { token, body: payload });
    const askSecond = (headers: Record<string, string>) =>
      second.inject({ method: 'POST', url: '/api/onramp/order', headers, payload });
    let tries = 0;
    let last = await ask(one);
    // At most twice as many, since the ten-minute window may change in between; two separate counters would let 40
    // pass.
    for (; last.status !== 429 && tries < 40; tries += 2) {
      await askSecond({ authorization: `Bearer ${one.token}` });
      last = await ask(one);
    }
    expect(tries).toBeLessThan(40);
    expect(last).toMatchObject({
      status: 429,
      body: { statusCode: 429, error: 'Too Many Requests', code: 'rate.limited' },
    });
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await askSecond({ authorization: `Bearer ${one.token}` })).statusCode).toBe(429);
    expect((await ask(other)).status).not.toBe(429);
    await second.close();
  });
});

describe('the reference', () => {
  it('is OpenAPI 3.1 with every bound call', async () => {
    const { body } = await api.call('GET', '/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(body.paths['/api/auth/login'].post.requestBody.content['application/json'].schema.required).toEqual([
      'email',
      'password',
    ]);
    expect(body.paths['/api/auth/profile/{id}'].get.parameters[0]).toMatchObject({
      name: 'id',
      in: 'path',
      required: true,
    });
  });

  it('is a page at /docs that needs no script and no network', async () => {
    const page = (await ask('/docs')).body.toString();
    expect(page).toContain('/api/auth/register/email');
    expect(page).not.toMatch(/<script|https?:\/\/(?!localhost)/);
  });
});
