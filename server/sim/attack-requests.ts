/** Requests that anyone could send: valid ones, malformed ones, and bytes that are hardly HTTP. */
import type { Endpoint } from '@skarb/schema/endpoint';
import type { JsonSchema, Target } from './attack-table.ts';
import { brokenValue, goodValue, ODD_TEXTS, type Pool } from './attack-values.ts';
import type { Chance } from './chance.ts';

export type Attack = {
  method: string;
  /** Path and query, as sent. */
  target: string;
  headers: Record<string, string | string[]>;
  body?: Buffer;
  /** The whole request as bytes for a plain socket; the other fields then only describe it. */
  raw?: Buffer;
  /** The sender: `visitor`, or the name of an account. */
  actor: string;
  /** The call of the endpoint table that the request targets. */
  endpoint?: Endpoint;
};

export type Actor = { name: string; token: string };
export type Arsenal = {
  pool: Pool;
  actors: readonly Actor[];
  admin: Actor;
  /** Tokens that look valid and must be rejected. */
  badTokens: readonly string[];
  /** Files to upload: pictures, and files that only claim to be pictures. */
  files: readonly { bytes: Buffer; name: string; type: string }[];
};

const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString());
export const ODD_ENCODED = [
  '%',
  '%zz',
  '%ff',
  '%00',
  '%c0%af',
  '%e2%80',
  '..',
  '%2e%2e',
  '%2f',
  '%5c',
  '%u0041',
  '+',
  '%25',
  ';a=1',
];

const pathOf = (chance: Chance, pool: Pool, { endpoint, params }: Target, isBroken: boolean): string =>
  endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (isBroken) {
      if (chance.is(0.3)) return chance.pick(ODD_ENCODED) as string;
      if (chance.is(0.5)) return encode(chance.pick(ODD_TEXTS) as string) || '%20';
      // A known id of another kind of object.
      const kinds =
        endpoint.access === 'admin' ? ['offer', 'session'] : ['user', 'token', 'offer', 'collection', 'session'];
      return encode(pool.take(chance.pick(kinds) as string) ?? 'x');
    }
    const schema = params?.properties?.[name] ?? {};
    return encode(String(goodValue(chance, pool, schema, name, endpoint.path)));
  });

const queryOf = (
  chance: Chance,
  pool: Pool,
  schema: JsonSchema | undefined,
  path: string,
  isBroken: boolean,
): string => {
  const value = schema ? (goodValue(chance, pool, schema, 'query', path) as Record<string, unknown>) : {};
  const parts = Object.entries(value).flatMap(([name, one]) =>
    (Array.isArray(one) ? one : [one]).map((text) => `${encode(name)}=${encode(String(text))}`),
  );
  const names = Object.keys(schema?.properties ?? { a: 1 });
  for (let faults = isBroken ? chance.between(1, 3) : 0; faults > 0; faults--) {
    const name = chance.pick(names) ?? 'a';
    parts.push(
      chance.pick([
        `${name}=${encode(String(chance.pick(ODD_TEXTS)))}`,
        `${name}=${encode(String(chance.pick(ODD_TEXTS)))}`,
        `${name}=${chance.pick(ODD_ENCODED)}`,
        `${name}=1&${name}=2&${name}=3`,
        `${name}[]=1`,
        `${name}[a][b]=1`,
        `__proto__[x]=1&constructor=1`,
        `unknown=1`,
        `=&==&&`,
        Array.from({ length: chance.pick([101, 1500]) ?? 101 }, () => `${name}=a`).join('&'),
        name,
      ]) as string,
    );
  }
  return parts.length ? `?${parts.join('&')}` : '';
};

const BOUNDARY = 'attack-boundary-7f3a';

const partOf = (name: string, value: unknown, file?: { name: string; type: string }): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file.name}"\r\ncontent-type: ${file.type}` : ''}\r\n\r\n`,
    ),
    Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
    Buffer.from('\r\n'),
  ]);

const formOf = (chance: Chance, arsenal: Arsenal, { endpoint, body }: Target, isBroken: boolean): Buffer => {
  const schema = body ?? {};
  const value = isBroken
    ? brokenValue(chance, arsenal.pool, schema, endpoint.path)
    : goodValue(chance, arsenal.pool, schema, 'body', endpoint.path);
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  // An empty text means "remove the picture"; no form sends it together with a file.
  const parts = fields.filter(([name]) => !(name in (endpoint.files ?? {}))).map(([name, one]) => partOf(name, one));
  for (const [name, { required }] of Object.entries(endpoint.files ?? {}))
    if (isBroken ? chance.is(0.7) : required || chance.is(0.3)) {
      const file = (isBroken ? chance.pick(arsenal.files) : arsenal.files[0]) as Arsenal['files'][number];
      const claimed = isBroken && chance.is(0.3) ? { name: '../../x\\"\u0000.png', type: 'text/html' } : file;
      parts.push(partOf(name, file.bytes, claimed));
    }
  if (isBroken && chance.is(0.2)) parts.push(partOf('__proto__', 'x'), partOf('constructor', 'x'));
  if (isBroken && chance.is(0.1)) for (let index = 0; index < 80; index++) parts.push(partOf(`f${index}`, 'x'));
  if (isBroken && chance.is(0.1)) parts.push(partOf('name', 'x'.repeat(70_000)));
  const end = Buffer.from(`--${BOUNDARY}--\r\n`);
  const whole = Buffer.concat([...parts, ...(isBroken && chance.is(0.15) ? [] : [end])]);
  return isBroken && chance.is(0.1) ? whole.subarray(0, chance.below(whole.length + 1)) : whole;
};

/** Bodies that are not JSON, or are far too large. */
const oddBodies = (chance: Chance): Buffer =>
  chance.pick([
    () => Buffer.from('{'),
    () => Buffer.from('{"a":1,}'),
    () => Buffer.from('{"a":1}{"b":2}'),
    () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    () => Buffer.from('\ufeff{}'),
    () => Buffer.from('{"a":1}', 'utf16le'),
    () => Buffer.from('null'),
    () => Buffer.from('[]'),
    () => Buffer.from('"text"'),
    () => Buffer.from('1e999'),
    () => Buffer.from('NaN'),
    () => Buffer.from('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}'),
    () => Buffer.from('{"email":"a@b.example","email":["c"]}'),
    () => Buffer.from('['.repeat(20_000)),
    () => Buffer.from('{"a":'.repeat(5000) + '1' + '}'.repeat(5000)),
    () => Buffer.from(JSON.stringify({ a: 'x'.repeat(300_000) })),
    () => Buffer.from(''),
    () => Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
  ])!();

const ODD_TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'multipart/mixed; boundary=x',
  'application/json; charset=utf-16',
  'application/json;;;',
  'application/JSON',
  'application/problem+json',
  'json',
  '',
  '\u00e9/\u00e9',
  '*/*',
];

const oddHeader = (chance: Chance): Record<string, string | string[]> =>
  chance.pick<Record<string, string | string[]>>([
    { 'content-encoding': 'gzip' },
    { 'accept-encoding': 'br;q=1e9, gzip;q=-1, identity;q=0' },
    { 'accept-encoding': ',,,;;;' },
    { 'accept-language': 'x'.repeat(2000) },
    { 'if-none-match': '"'.repeat(500) },
    { 'if-none-match': '*' },
    { range: 'bytes=0-0,1-1,-1' },
    { range: 'bytes=999999999999999999999-' },
    { origin: 'null' },
    { cookie: `i18nextLng=${encode('\0../')}; accessToken=x` },
    { 'x-forwarded-for': '127.0.0.1, ::1, '.repeat(50) },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
    { 'x-http-method-override': 'DELETE' },
    { 'x-original-url': '/api/admin/user' },
    { 'idempotency-key': 'x'.repeat(4000) },
    { 'idempotency-key': '\u00ff\u0001'.replace('\u0001', '') },
    { 'user-agent': '\'"><script>'.repeat(20) },
    { referer: 'https://'.repeat(200) },
    { 'last-event-id': '-1' },
    { expect: 'nothing' },
    { upgrade: 'h2c', connection: 'upgrade' },
    { host: 'evil.example' },
    { accept: 'text/event-stream;q=0.1, application/xml' },
  ]) as Record<string, string | string[]>;

const authorization = (chance: Chance, arsenal: Arsenal, actor: Actor | undefined): Record<string, string> => {
  if (chance.is(0.12))
    return {
      authorization: chance.pick([
        ...arsenal.badTokens.map((token) => `Bearer ${token}`),
        ...arsenal.badTokens.map((token) => `Bearer ${token}`),
        'Bearer',
        'Bearer ',
        'Bearer a.b.c',
        'Bearer null',
        'Basic YWRtaW46YWRtaW4=',
        `Bearer ${'a'.repeat(6000)}`,
        'Bearer \u00e9\u00ff',
        'bearer  x y z',
      ]) as string,
    };
  return actor ? { authorization: `Bearer ${actor.token}` } : {};
};

/** @param target the call to send; a third of its requests match its schema */
export const attackOn = (chance: Chance, arsenal: Arsenal, target: Target): Attack => {
  const { endpoint } = target;
  const { pool } = arsenal;
  const isAdminsTurn = endpoint.access === 'admin' && chance.is(0.5);
  const someone = chance.is(0.85) || endpoint.access === 'user' ? chance.pick(arsenal.actors) : undefined;
  const actor = isAdminsTurn ? arsenal.admin : chance.is(0.05) ? undefined : someone;
  const isGood = chance.is(0.35);
  // Only one part is wrong and the others are valid: an early error would hide later ones.
  const fault = isGood ? 'none' : chance.weighed({ params: 1, query: 2, body: 4, headers: 1, method: 0.5 });
  const headers: Attack['headers'] = {
    ...authorization(chance, arsenal, actor),
    ...(chance.is(0.2) ? { 'idempotency-key': `key-${chance.below(200)}` } : {}),
    ...(fault === 'headers' ? oddHeader(chance) : {}),
  };
  let body: Buffer | undefined;
  const isBodyWrong = fault === 'body';
  if (endpoint.files && chance.is(0.9)) {
    body = formOf(chance, arsenal, target, isBodyWrong);
    headers['content-type'] = `multipart/form-data; boundary=${BOUNDARY}`;
  } else if (target.body || (isBodyWrong && endpoint.method !== 'GET')) {
    const value = isBodyWrong
      ? brokenValue(chance, pool, target.body ?? {}, endpoint.path)
      : goodValue(chance, pool, target.body ?? {}, 'body', endpoint.path);
    const isOdd = isBodyWrong && chance.is(0.25);
    body = isOdd ? oddBodies(chance) : Buffer.from(JSON.stringify(value) ?? '');
    headers['content-type'] = 'application/json';
    if (isBodyWrong && chance.is(0.15)) headers['content-type'] = chance.pick(ODD_TYPES) as string;
  }
  const method =
    fault === 'method'
      ? (chance.pick([
          'HEAD',
          'OPTIONS',
          'PATCH',
          'TRACE',
          'GET',
          'POST',
          'PUT',
          'DELETE',
          'PROPFIND',
          'QUERY',
        ]) as string)
      : endpoint.method;
  const isBodyless = method === 'TRACE' || method === 'HEAD' || method === 'GET';
  return {
    method,
    target: `/api${pathOf(chance, pool, target, fault === 'params')}${queryOf(chance, pool, target.query, endpoint.path, fault === 'query')}`,
    headers,
    ...(body && !isBodyless ? { body } : {}),
    actor: actor?.name ?? 'visitor',
    endpoint,
  };
};

/** Request targets that URL parsers and routers treat differently. */
const RAW_TARGETS: readonly string[] = [
  '//',
  '///',
  '//[',
  '//:0',
  '//:99999/',
  '//evil.example/api/token',
  '//@/',
  '/\\',
  '/\\\\evil.example',
  'http://[::1/',
  'http://evil.example/api/token',
  'http://',
  'https://user:pass@evil.example:99999/',
  '*',
  '/%',
  '/%zz',
  '/%ff',
  '/%00',
  '/api/%00',
  '/api/token/%',
  '/api/token/%ff',
  '/api/token/%2e%2e/user',
  '/api/../api/token',
  '/api//token',
  '/api/token//',
  '/API/token',
  '/api/token;jsessionid=1',
  '/api/token?%',
  '/api/token?limit=%ff',
  '/api/token?a=%00',
  '/api/token#fragment',
  '/..%2f..%2fetc%2fpasswd',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/assets/%00',
  '/media/%',
  '/media/x/320.webp',
  '/media/bafkreia/..%2f320.webp',
  '/locales/en/common.json%00',
  '/locales/__proto__/common.json',
  '/locales/constructor/common.json',
  '/nft/%',
  '/nft/[',
  '/?lng=%',
  '/?lng[]=__proto__',
  '/?' + 'a'.repeat(7000),
  '/' + 'a/'.repeat(3000),
  '/api/auth/google/return?code=%ff&state=__proto__',
  '/api/onramp/return?order=%00',
  '/api/notification/unsubscribe?token=%ff',
  '/api/notification/unsubscribe?token=' + 'a'.repeat(3000),
  '/sitemap.xml?x=%',
  '/sitemap/9999999999999999999999.xml',
  '/sitemap/token-1e9.xml',
  '/robots.txt%00',
  '/docs/..',
  '/openapi.json/',
  '/dev/oidc/authorize?redirect_uri=%00',
  '/dev/oidc/authorize?response_type[]=a',
  '/dev/mail?to=%00',
  '/api/events?tokenUuid=x',
  '/é',
  '/\u007f',
  '/ /',
  '?',
  '',
  'api',
];

const HOST = 'host: 127.0.0.1\r\n';
const CLOSE = 'connection: close\r\n';

/** Whole requests that are hardly HTTP. */
const RAW_REQUESTS: readonly string[] = [
  `GET /api/token HTTP/1.1\r\n${CLOSE}\r\n`,
  `GET /api/token HTTP/1.1\r\n${HOST}${HOST}${CLOSE}\r\n`,
  `GET /api/token HTTP/1.0\r\n\r\n`,
  `GET /api/token HTTP/0.9\r\n\r\n`,
  `GET /api/token\r\n\r\n`,
  `GET /api/token HTTP/2.0\r\n${HOST}\r\n`,
  `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
  `get /api/token HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
  `NONSENSE /api/token HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
  `CONNECT 127.0.0.1:1 HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
  `OPTIONS * HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
  `GET /api/token HTTP/1.1\r\n${HOST}no colon here\r\n${CLOSE}\r\n`,
  `GET /api/token HTTP/1.1\r\n${HOST}folded: a\r\n b\r\n${CLOSE}\r\n`,
  `GET /api/token HTTP/1.1\r\n${HOST}nul: a\0b\r\n${CLOSE}\r\n`,
  `GET /api/token HTTP/1.1\n${HOST.replace('\r', '')}\n`,
  `GET /api/token HTTP/1.1\r\n${HOST}a: ${'x'.repeat(20_000)}\r\n${CLOSE}\r\n`,
  `GET /api/token HTTP/1.1\r\n${HOST}${'h: x\r\n'.repeat(2500)}${CLOSE}\r\n`,
  `GET /api/token HTTP/1.1\r\n${HOST}authorization: Bearer ${'x'.repeat(15_000)}\r\n${CLOSE}\r\n`,
  `POST /api/auth/login HTTP/1.1\r\n${HOST}content-type: application/json\r\ncontent-length: 2\r\ncontent-length: 3\r\n${CLOSE}\r\n{}`,
  `POST /api/auth/login HTTP/1.1\r\n${HOST}content-type: application/json\r\ncontent-length: -1\r\n${CLOSE}\r\n{}`,
  `POST /api/auth/login HTTP/1.1\r\n${HOST}content-type: application/json\r\ncontent-length: 1e3\r\n${CLOSE}\r\n{}`,
  `POST /api/auth/login HTTP/1.1\r\n${HOST}content-type: application/json\r\ncontent-length: 99999999999999999999\r\n${CLOSE}\r\n{}`,
  `POST /api/auth/login HTTP/1.1\r\n${HOST}content-type: application/json\r\ncontent-length: 4000000000\r\n${CLOSE}\r\n{}`,
  `POST /api/auth/login HTTP/1.1\r\n${HOST}content-type: application/json\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n${CLOSE}\r\n0\r\n\r\n`,
  `POST /api/auth/login HTTP/1.1\r\n${HOST}content-type: application/json\r\ntransfer-encoding: chunked\r\n${CLOSE}\r\nzz\r\n{}\r\n0\r\n\r\n`,
  `POST /api/auth/login HTTP/1.1\r\n${HOST}content-type: application/json\r\ntransfer-encoding: chunked\r\n${CLOSE}\r\nffffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
  `POST /api/auth/login HTTP/1.1\r\n${HOST}content-type: application/json\r\ntransfer-encoding: gzip, chunked\r\n${CLOSE}\r\n0\r\n\r\n`,
  `POST /api/auth/login HTTP/1.1\r\n${HOST}content-type: application/json\r\ntransfer-encoding: identity\r\n${CLOSE}\r\n{}`,
  `POST /api/auth/login HTTP/1.1\r\n${HOST}content-type: application/json\r\ncontent-length: 0\r\nexpect: 100-continue\r\n${CLOSE}\r\n`,
  `GET /api/token HTTP/1.1\r\n${HOST}expect: banana\r\n${CLOSE}\r\n`,
  `GET /api/events HTTP/1.1\r\n${HOST}upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: x\r\n\r\n`,
  `GET /api/health HTTP/1.1\r\n${HOST}\r\nGET /api/health HTTP/1.1\r\n${HOST}\r\nGET // HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
  `GET /api/token HTTP/1.1\r\n${HOST}content-length: 5\r\n${CLOSE}\r\nGET /`,
  `\r\n\r\nGET /api/health HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
  `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03`,
  `\0\0\0\0`,
  `POST /api/collection HTTP/1.1\r\n${HOST}content-type: multipart/form-data; boundary=\r\ncontent-length: 4\r\n${CLOSE}\r\n----`,
];

/** @returns a request to send over a plain socket */
export const rawAttack = (chance: Chance, arsenal: Arsenal): Attack => {
  const actor = chance.is(0.3) ? chance.pick(arsenal.actors) : undefined;
  const bearer = actor ? `authorization: Bearer ${actor.token}\r\n` : '';
  const method = chance.weighed({ GET: 6, HEAD: 1, POST: 1, DELETE: 1, OPTIONS: 1 });
  const target = chance.pick(RAW_TARGETS) as string;
  const text = chance.is(0.55)
    ? `${method} ${target} HTTP/1.1\r\n${HOST}${bearer}${CLOSE}\r\n`
    : (chance.pick(RAW_REQUESTS) as string);
  let raw = Buffer.from(text, 'latin1');
  // Changes a few random bytes.
  if (chance.is(0.3)) {
    raw = Buffer.from(raw);
    for (let flips = chance.between(1, 4); flips > 0; flips--) raw[chance.below(raw.length)] = chance.below(256);
  }
  return { method, target: raw.toString('latin1').slice(0, 200), headers: {}, raw, actor: actor?.name ?? 'visitor' };
};
