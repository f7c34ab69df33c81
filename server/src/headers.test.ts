import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { hashSource } from './platform/http/security-headers.ts';
import { startTestApi, type TestApi } from './testing.ts';
import { buildTestWeb } from './testing-web.ts';

type Answer = { status: number; headers: Record<string, string>; text: string };
/** Sends a request with any Host header, which `fetch` does not allow. */
const ask = (url: string, path: string, options: { method?: string; headers?: Record<string, string> } = {}) =>
  new Promise<Answer>((resolve, reject) => {
    const sent = request(`${url}${path}`, options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => {
        parts.push(part);
        // A stream never ends: its first data is enough.
        if (response.headers['content-type']?.includes('event-stream')) finish();
      });
      const finish = () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          text: Buffer.concat(parts).toString(),
        });
        if (!response.complete) response.destroy();
      };
      response.on('end', finish);
    });
    sent.on('error', reject);
    sent.end();
  });

/** Sends bytes that are not HTTP. @returns the response */
const askRaw = (url: string, text: string) =>
  new Promise<Answer>((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (part) => (answer += part.toString()));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      const [first = '', ...lines] = head.split('\r\n');
      const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)));
      resolve({ status: Number(first.split(' ')[1]), headers, text: body });
    });
  });

const directives = (policy: string | undefined): Record<string, string> =>
  Object.fromEntries(
    (policy ?? '').split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]),
  );

const folder = mkdtempSync(join(tmpdir(), 'skarb-headers-'));
const MEDIA = 'http://media.localhost:3199';
let api: TestApi;
let apart: TestApi;
const BUNDLER = 'https://bundler.example/rpc?key=1';
const PAYMASTER = 'https://paymaster.example/rpc';
let cid: string;
/** Creates a collection with a picture as a new user. @returns the picture's CID */
const addPicture = async (to: TestApi): Promise<string> => {
  const ann = await to.person();
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#a50' } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.append('name', 'Headed');
  body.append('file', new Blob([bytes as never], { type: 'image/png' }), 'x.png');
  const { body: made } = await to.call('POST', '/collection', { token: ann.token, body });
  return /baf[a-z2-7]+/.exec(made.data.imageUrl)?.[0] ?? '';
};
beforeAll(async () => {
  const WEB_DIST = buildTestWeb(folder);
  api = await startTestApi({ WEB_DIST, PUBLIC_URL: 'https://market.example' });
  apart = await startTestApi({ WEB_DIST, MEDIA_URL: MEDIA, BUNDLER_URL: BUNDLER, PAYMASTER_URL: PAYMASTER });
  cid = await addPicture(api);
});
afterAll(async () => {
  await api?.stop();
  await apart?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Every kind of response, and the `default-src` of its content security policy. */
const KINDS: {
  kind: string;
  ask: () => Promise<Answer>;
  status: number;
  /** The expected `default-src`. */ opens: string;
  /** Pages of other sites may load it. */ isShared?: boolean;
}[] = [
  { kind: 'page', ask: () => ask(api.url, '/tokens'), status: 200, opens: "'none'" },
  { kind: 'path that is no page', ask: () => ask(api.url, '/nowhere'), status: 404, opens: "'none'" },
  { kind: 'path that cannot be decoded', ask: () => ask(api.url, '/%ff'), status: 400, opens: "'none'" },
  { kind: 'answer of the API', ask: () => ask(api.url, '/api/category'), status: 200, opens: "'none'" },
  { kind: 'refusal of the API', ask: () => ask(api.url, '/api/auth/me'), status: 401, opens: "'none'" },
  { kind: 'call that is none', ask: () => ask(api.url, '/api/none'), status: 404, opens: "'none'" },
  { kind: 'malformed request', ask: () => askRaw(api.url, 'no http\r\n\r\n'), status: 400, opens: "'none'" },
  {
    kind: 'refused expectation',
    ask: () => ask(api.url, '/api/health', { headers: { expect: 'a wonder' } }),
    status: 417,
    opens: "'none'",
  },
  { kind: 'live stream', ask: () => ask(api.url, '/api/events?token='), status: 200, opens: "'none'" },
  { kind: 'description of the API', ask: () => ask(api.url, '/docs'), status: 200, opens: "'none'" },
  { kind: 'words', ask: () => ask(api.url, '/locales/en/common.json'), status: 200, opens: "'none'" },
  { kind: 'script', ask: () => ask(api.url, '/assets/app.js'), status: 200, opens: "'self'" },
  { kind: 'service worker', ask: () => ask(api.url, '/sw.js'), status: 200, opens: "'self'" },
  { kind: 'offline page', ask: () => ask(api.url, '/offline?lng=ukr'), status: 200, opens: "'none'" },
  { kind: 'icon', ask: () => ask(api.url, '/favicon.svg'), status: 200, opens: "'none'" },
  { kind: 'original', ask: () => ask(api.url, `/media/${cid}`), status: 200, opens: "'none'", isShared: true },
  {
    kind: 'preview',
    ask: () => ask(api.url, `/media/${cid}/320.webp`),
    status: 200,
    opens: "'none'",
    isShared: true,
  },
  { kind: 'media that are not there', ask: () => ask(api.url, '/media/none'), status: 404, opens: "'none'" },
  { kind: 'return from Google', ask: () => ask(api.url, '/api/auth/google/return'), status: 200, opens: "'none'" },
  { kind: 'return from a card payment', ask: () => ask(api.url, '/api/onramp/return'), status: 200, opens: "'none'" },
  {
    kind: 'unsubscription',
    ask: () => ask(api.url, '/api/notification/unsubscribe?token=x'),
    status: 404,
    opens: "'none'",
  },
  { kind: 'mailbox of the local stack', ask: () => ask(api.url, '/dev/mail'), status: 200, opens: "'none'" },
  { kind: 'local Google', ask: () => ask(api.url, '/dev/oidc/authorize'), status: 400, opens: "'none'" },
  { kind: 'local card form', ask: () => ask(api.url, '/dev/onramp'), status: 400, opens: "'none'" },
  { kind: 'site map', ask: () => ask(api.url, '/sitemap.xml'), status: 200, opens: "'none'" },
];

describe('every response', () => {
  it.each(KINDS)('carries its headers: $kind', async ({ ask: get, status, opens, isShared }) => {
    const answer = await get();
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': isShared ? 'cross-origin' : 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    const policy = directives(answer.headers['content-security-policy']);
    expect(policy['default-src']).toBe(opens);
    expect(answer.headers['content-security-policy']).not.toContain('unsafe-');
    if (isShared) return expect(policy).toHaveProperty('sandbox');
    expect(policy).toMatchObject({ 'base-uri': "'none'", 'frame-ancestors': "'none'" });
    expect(policy).toHaveProperty('form-action');
    if (!answer.headers['content-type']?.includes('html')) return undefined;
    expect(policy['require-trusted-types-for']).toBe("'script'");
    // The markup contains nothing that its own policy would block.
    expect(answer.text).not.toMatch(/<[^>]+\s(style|on\w+)=/i);
    for (const [, text = ''] of answer.text.matchAll(/<style[^>]*>([^<]*)<\/style>/g))
      expect(policy['style-src']).toContain(hashSource(text));
    for (const [, text = ''] of answer.text.matchAll(/<script>([^<]*)<\/script>/g))
      expect(policy['script-src']).toContain(hashSource(text));
    return undefined;
  });

  it('has no Strict-Transport-Security when the site uses http', async () => {
    expect((await ask(apart.url, '/tokens')).headers).not.toHaveProperty('strict-transport-security');
  });
});

describe('the policy of a page', () => {
  it('lets it load from its own origin, call the chain, start its own workers, and nothing else', async () => {
    const policy = directives((await ask(api.url, '/tokens')).headers['content-security-policy']);
    expect(policy).toEqual({
      'default-src': "'none'",
      'script-src': expect.stringMatching(/^'self' 'sha256-[\w+/=]+'$/),
      'worker-src': "'self'",
      'style-src': expect.stringMatching(/^'self' 'sha256-[\w+/=]+' 'sha256-[\w+/=]+'$/),
      'img-src': "'self' data: blob:",
      'media-src': "'self' blob:",
      'font-src': "'self'",
      'connect-src': `'self' ${new URL(api.chain.rpcUrl).origin}`,
      'manifest-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'default',
    });
  });

  it("covers the page's own styles, and is the same in a 304 response", async () => {
    const [first, other] = await Promise.all([ask(api.url, '/a'), ask(api.url, '/another')]);
    expect(other.headers['content-security-policy']).not.toBe(first.headers['content-security-policy']);
    const again = await ask(api.url, '/a', { headers: { 'if-none-match': first.headers.etag ?? '' } });
    expect(again.status).toBe(304);
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
  });
});

describe('with media on a separate host', () => {
  const host = new URL(MEDIA).host;
  let picture: string;
  beforeAll(async () => {
    picture = await addPicture(apart);
  });

  it('responses contain media URLs of that host, in cached lists and in other responses', async () => {
    const list = await ask(apart.url, '/api/collection?search=Headed');
    expect(list.text).toContain(`"${MEDIA}/media/${picture}`);
    expect(list.text).not.toContain('"/media/');
    const uuid = JSON.parse(list.text).data[0].uuid as string;
    expect((await ask(apart.url, `/api/collection/${uuid}`)).text).toContain(`"${MEDIA}/media/${picture}`);
    const bob = await apart.person();
    const mine = await apart.call('GET', '/collection', { token: bob.token });
    expect(mine.text).toContain(`"${MEDIA}/media/${picture}`);
  });

  it('pages may show media from that host', async () => {
    const policy = directives((await ask(apart.url, '/tokens')).headers['content-security-policy']);
    expect(policy['img-src']).toBe(`'self' ${MEDIA} data: blob:`);
    expect(policy['media-src']).toBe(`'self' ${MEDIA} blob:`);
    expect(policy['script-src']).not.toContain(MEDIA);
  });

  it('pages may call an outside bundler and its paymaster, which GET /network names', async () => {
    const policy = directives((await ask(apart.url, '/tokens')).headers['content-security-policy']);
    expect(policy['connect-src']?.split(' ')).toEqual(
      expect.arrayContaining([new URL(BUNDLER).origin, new URL(PAYMASTER).origin]),
    );
    const [network] = (await apart.call('GET', '/network')).body.data;
    expect(network.smartAccount.bundler).toEqual({ url: BUNDLER, paymasterUrl: PAYMASTER });
  });

  it('that host serves media to any origin', async () => {
    const answer = await ask(apart.url, `/media/${picture}`, { headers: { host } });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  it('that host serves no page and no API call', async () => {
    for (const path of ['/', '/tokens', '/api/category', '/api/health', '/docs', '/dev/mail', '/assets/app.js'])
      expect((await ask(apart.url, path, { headers: { host } })).status, path).toBe(404);
    const sent = await ask(apart.url, '/api/auth/login', { method: 'POST', headers: { host } });
    expect(sent.status).toBe(404);
  });

  it("the pages' host redirects media to the media host", async () => {
    const answer = await ask(apart.url, `/media/${picture}/320.webp`);
    expect(answer.status).toBe(308);
    expect(answer.headers.location).toBe(`${MEDIA}/media/${picture}/320.webp`);
  });

  it.each(['http://localhost:3199', 'http://media.example/files', 'ftp://media.example'])(
    'refuses the unsuitable setting %s',
    (MEDIA_URL) => {
      const read = () =>
        loadConfig({
          PUBLIC_URL: 'http://localhost:3199',
          DATABASE_URL: 'postgres://nobody@localhost/none',
          CHAIN_ID: String(apart.chain.chainId),
          CHAIN_RPC_URL: apart.chain.rpcUrl,
          DEPLOYMENT_FILE: apart.chain.deploymentFile,
          JWT_SECRET: 'a secret of this test that is long enough',
          MEDIA_URL,
        });
      expect(read).toThrow(/MEDIA_URL/);
    },
  );

  it('texts of users stay unchanged', async () => {
    const ann = await apart.person();
    const body = new FormData();
    body.append('bio', '/media/is where my files are');
    const { body: user } = await apart.call('PUT', '/auth/profile', { token: ann.token, body });
    expect(user.data.bio).toBe('/media/is where my files are');
  });
});
