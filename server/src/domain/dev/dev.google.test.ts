import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.stop());

const RETURN = 'http://localhost:3199/api/auth/google/return';
const wanted = {
  client_id: 'skarb-local',
  redirect_uri: RETURN,
  response_type: 'id_token',
  scope: 'openid email profile',
  nonce: 'a-nonce',
  state: 'a-state',
};
const authorize = (asked: Record<string, string>) =>
  fetch(`${api.url}/dev/oidc/authorize?${new URLSearchParams(asked)}`, { redirect: 'manual' });
const fragmentOf = (response: Response) =>
  Object.fromEntries(new URLSearchParams(new URL(response.headers.get('location') ?? '').hash.slice(1)));

describe('the local stack’s Google', () => {
  it('is announced to the web app, with its authorization endpoint on the same origin', async () => {
    const { status, body } = await api.call('GET', '/auth/google');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      clientId: 'skarb-local',
      issuer: 'http://localhost:3199/dev/oidc',
      authorizationEndpoint: 'http://localhost:3199/dev/oidc/authorize',
      name: 'Local Google',
    });
  });

  it('offers its accounts, and signs the chosen one in to Skarb with name and confirmed address', async () => {
    const page = await (await authorize(wanted)).text();
    const path = /href="(\/dev\/oidc\/authorize\?[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') as string;
    const back = await fetch(api.url + path, { redirect: 'manual' });
    expect(back.headers.get('location')?.split('#')[0]).toBe(RETURN);
    const { id_token: credential, state } = fragmentOf(back);
    expect(state).toBe('a-state');
    const body = { credential, nonce: 'a-nonce' };
    const { status, body: answer } = await api.call('POST', '/auth/login/google', { body });
    expect(status).toBe(200);
    expect(answer.data.user).toMatchObject({
      email: 'olena.kovalenko@gmail.example',
      name: 'Олена Коваленко',
      isEmailConfirmed: true,
      hasPassword: false,
    });
    expect((await api.call('GET', '/auth/me', { token: answer.data.accessToken })).status).toBe(200);
  });

  it('also accepts any other address, and recognizes its account again', async () => {
    const asked = { ...wanted, email: 'New.Person@Example.org' };
    const users = [];
    for (const nonce of ['one', 'two']) {
      const { id_token: credential } = fragmentOf(await authorize({ ...asked, nonce }));
      users.push((await api.call('POST', '/auth/login/google', { body: { credential, nonce } })).body.data.user);
    }
    expect(users[0]).toMatchObject({ email: 'new.person@example.org' });
    expect(users[1].uuid).toBe(users[0].uuid);
  });

  it.each([
    ['the address of another site', { redirect_uri: 'https://evil.example/api/auth/google/return' }],
    ['another path of this site', { redirect_uri: 'http://localhost:3199/nfts' }],
    ['another client', { client_id: 'somebody' }],
  ])('refuses to redirect for %s', async (_what, wrong) => {
    const answer = await authorize({ ...wanted, ...wrong, email: 'a@example.org' });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });

  it.each([
    ['another response type', { response_type: 'code' }, 'unsupported_response_type'],
    ['no openid scope', { scope: 'email' }, 'invalid_scope'],
    ['no nonce', { nonce: '' }, 'invalid_request'],
  ])('answers a request with %s with the error of the specification', async (_what, wrong, error) => {
    expect(fragmentOf(await authorize({ ...wanted, ...wrong }))).toEqual({ error, state: 'a-state' });
  });

  it('shows request values as text, whatever they contain', async () => {
    const page = await (await authorize({ ...wanted, state: '"><script>alert(1)</script>' })).text();
    expect(page).not.toContain('<script');
  });

  it('redirects to a page that runs only one script and stores nothing', async () => {
    const answer = await fetch(`${api.url}/api/auth/google/return`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'sha256-[\w+/=]+';/);
    expect(policy).not.toContain('unsafe');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toContain("new BroadcastChannel('skarb-google')");
  });
});

describe('outside the local stack', () => {
  it('there is no local Google, and no real one without a client id', async () => {
    const open = await startTestApi({ LOCAL_STACK: '0' });
    try {
      expect((await open.call('GET', '/auth/google')).body).toEqual({ data: null });
      expect((await open.call('POST', '/auth/login/google', { body: { credential: 'x' } })).body.code).toBe(
        'google.off',
      );
      expect((await fetch(`${open.url}/dev/oidc/keys`)).status).toBe(404);
    } finally {
      await open.stop();
    }
  });
});
