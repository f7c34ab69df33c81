import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApi } from './api.ts';
import { makeOpenApi, type OpenApi } from './openapi.ts';
import { startTestApi, type TestApi } from './testing.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.stop());

const nobody = '0190a4a4-0000-7000-8000-000000000000';

it('every call of the document exists, and those that need a user respond 401 to a visitor', async () => {
  const document = await makeOpenApi();
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
  );
  expect(calls.length).toBeGreaterThan(30);
  for (const [method, path, operation] of calls) {
    // A stream that never ends: the tests in server/src/domain/live cover it.
    if (path === '/api/events') continue;
    const url = path.replace(/^\/api/, '').replace(/\{\w+\}/g, nobody);
    const { status, body } = await api.call(method, url, method === 'GET' ? {} : { body: {} });
    expect([method, path, body.code]).not.toEqual([method, path, 'route.notFound']);
    const isAsExpected = operation.security.length === 1 ? status === 401 : status < 500 || status === 503;
    expect([method, path, status, isAsExpected]).toEqual([method, path, status, true]);
  }
});

/**
 * Routes below /api that are no API calls: the documents themselves, the return pages of sign-in and payment windows,
 * and the page that a mail links to.
 */
const NO_CALLS =
  /^GET \/api\/(docs|openapi\.json|metrics|auth\/google\/return|onramp\/return)$|^(GET|POST) \/api\/notification\/unsubscribe$/;

it('every route bound below /api is a call of the document', async () => {
  const app = await createApi(api.context);
  await app.ready();
  const above: string[] = [];
  const bound = app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', path = '', methods = ''] = /^([│├└─\s]*)(\S+) \(([^)]*)\)$/.exec(line) ?? [];
      const depth = indent.length / 4;
      above.splice(Math.max(0, depth - 1), above.length, path);
      return methods.split(', ').map((method) => `${method} ${above.join('').replace(/:(\w+)/g, '{$1}')}`);
    })
    .filter((route) => /^(?!HEAD)\w+ \/api\//.test(route));
  const document = (await app.inject('/openapi.json')).json<OpenApi>();
  await app.close();
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(bound).toContain('GET /api/token/{id}');
  expect(bound.filter((route) => !NO_CALLS.test(route)).sort()).toEqual([...calls].sort());
});
