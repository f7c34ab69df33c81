import { expect, test } from 'vitest';
import { apiPathsIn, apiPathsOfRepository } from './api-paths.mjs';

const PATHS = ['/token', '/token/{id}', '/token/{id}/history', '/auth/me', '/breeding'];
const found = (code) => apiPathsIn(code, 'x.ts', PATHS).map(({ text }) => text);

test('finds the paths of calls in strings and templates', () => {
  expect(found("fetch('/api/token')")).toEqual(['/api/token']);
  expect(found("call('GET', '/auth/me')")).toEqual(['/auth/me']);
  expect(found('fetch(`${url}/api/token/${uuid}?page=${page}`)')).toEqual(['{}/api/token/{}?page={}']);
  expect(found('get(`/token/${uuid}/history`)')).toEqual(['/token/{}/history']);
  expect(found('get(`${base}/token`)')).toEqual(['{}/token']);
  expect(found('fetch(`${url}/api/${noun}?limit=1`)')).toEqual(['{}/api/{}?limit=1']);
});

test('ignores pages, routes that are no calls, and other services', () => {
  for (const code of [
    "goto('/breeding')",
    "goto('/nfts')",
    "fetch('/api/metrics')",
    'fetch(`${origin}/api/auth/google/return`)',
    'fetch(`${node}/api/v0/add?pin=${pin}`)',
    "if (path.startsWith('/api/')) next()",
  ])
    expect([code, found(code)]).toEqual([code, []]);
});

test('no file but the named ones writes a path of the API', () => {
  expect(apiPathsOfRepository()).toEqual([]);
});
