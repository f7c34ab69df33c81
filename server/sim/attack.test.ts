import { urlOf } from '@skarb/client';
import * as authCalls from '@skarb/schema/calls/auth';
import * as tokenCalls from '@skarb/schema/calls/token';
import { tokenEndpoints } from '@skarb/schema/token';
import { authEndpoints } from '@skarb/schema/auth';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOpenApi } from '../src/openapi.ts';
import { buildTestWeb } from '../src/testing-web.ts';
import { runAttack } from './attack.ts';
import { ROUTES } from './attack-pages.ts';
import { createJudge } from './attack-oracle.ts';
import { TARGETS } from './attack-table.ts';

/** `npm run sim -- attack` sends 200,000. */
const REQUESTS = 1500;

let folder: string;
let webDist: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skarb-attack-web-'));
  // One-line pages; the simulation attacks the real ones.
  webDist = buildTestWeb(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('generated attacks get no 5xx, no data of other users, no internals and no answer that violates its schema', async () => {
  const result = await runAttack(1, REQUESTS, { webDist });
  expect(result.findings).toEqual([]);
  expect(result.requests).toBe(REQUESTS);
  // A run of refusals only would prove little.
  expect(result.reached.length).toBeGreaterThan(30);
  expect(result.pages).toBeGreaterThan(20);
}, 600_000);

it('with rate limits on, refusals are correct too', async () => {
  const result = await runAttack(2, 600, { webDist, hasRateLimits: true });
  expect(result.findings).toEqual([]);
  expect(result.statuses[429]).toBeGreaterThan(0);
}, 600_000);

it('the attacks cover every page of the web app', () => {
  const source = (name: string) => readFileSync(new URL(`../../web/src/${name}`, import.meta.url), 'utf8');
  const inRoutes = [...source('app/routes.tsx').matchAll(/'(\/[\w/:-]*)'/g)];
  const inPaths = [...source('platform/route/path.ts').matchAll(/'(\/[\w/-]*)'/g)];
  const routes = [...inRoutes, ...inPaths].map(([, route]) => route as string);
  expect(routes.length).toBeGreaterThan(12);
  expect(routes.filter((route) => !(route in ROUTES))).toEqual([]);
});

it('the attacks cover every call of the API', async () => {
  const document = await makeOpenApi();
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`),
  );
  const attacked = TARGETS.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(calls.filter((call) => !attacked.includes(call))).toEqual([]);
});

const judge = createJudge(['marker-email-1']);
const headers = { 'content-type': 'application/json; charset=utf-8' };
const answered = (status: number, body: unknown) => ({ status, headers, text: JSON.stringify(body), milliseconds: 1 });
const refusal = { statusCode: 400, error: 'Bad Request', message: 'No', code: 'invalid' };
const attack = {
  method: 'GET',
  target: urlOf(tokenCalls.list),
  headers: {},
  actor: 'ann',
  endpoint: tokenEndpoints.list,
};

it.each([
  ['a 500', answered(500, { ...refusal, statusCode: 500 }), 'answered 500'],
  ['a 503 without a code', answered(503, { ...refusal, statusCode: 503, code: undefined }), 'answered 503'],
  ['an error without a code', answered(400, { ...refusal, code: undefined }), 'an error without a code'],
  ['a status that contradicts itself', answered(404, refusal), 'statusCode 400 in an answer 404'],
  [
    'a driver’s text',
    answered(400, { ...refusal, message: 'relation "token" does not exist' }),
    'an answer with internals: relation "',
  ],
  [
    'another person’s data',
    answered(400, { ...refusal, message: 'for marker-email-1' }),
    "another person's data: marker-email-1",
  ],
  ['a list that does not fit its schema', answered(200, { data: [] }), 'an answer that does not fit its schema'],
  ['another status than documented', answered(201, { data: [] }), '201 where 200 is documented'],
])('the judge of answers notices %s', (_what, answer, problem) => {
  expect(judge(attack, answer).join('; ')).toContain(problem);
});

it('the judge of answers detects a field that the schema does not name', () => {
  const body = { data: { clientId: 'a', issuer: 'b', authorizationEndpoint: 'c', name: 'd', secret: 'e' } };
  expect(
    judge({ ...attack, target: urlOf(authCalls.google), endpoint: authEndpoints.google }, answered(200, body)),
  ).toEqual(['an answer with fields its schema does not name: .data.secret']);
});
