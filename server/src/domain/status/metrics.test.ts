import { findFreePort } from '@skarb/local/port.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';

let api: TestApi;
let port: number;
beforeAll(async () => {
  port = await findFreePort();
  api = await startTestApi({
    NODE_ENV: 'production',
    LOCAL_STACK: '0',
    METRICS_PORT: String(port),
    PUBLIC_URL: 'http://localhost:3199',
  });
});
afterAll(() => api?.stop());

it('serves a production server’s metrics on a separate loopback port, at one path', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('skarb_ready');
  expect((await fetch(`http://127.0.0.1:${port}/api/token`)).status).toBe(404);
});

it('serves them on the API’s port only to an admin', async () => {
  expect(await api.call('GET', '/metrics')).toMatchObject({ status: 401, body: { code: 'auth.required' } });
  expect(await api.call('GET', '/metrics', { token: 'x.y.z' })).toMatchObject({ status: 401 });
  const person = await api.person();
  expect(await api.call('GET', '/metrics', { token: person.token })).toMatchObject({
    status: 403,
    body: { code: 'admin.only' },
  });
  await api.context.db.sql`update app_user set role = 'ADMIN' where uuid = ${person.user.uuid}`;
  const answer = await api.call('GET', '/metrics', { token: person.token });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('skarb_http_request_seconds');
});
