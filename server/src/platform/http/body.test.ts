import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { boundBodies } from './body.ts';

const BODY_MS = 20_001;

test('a read inside the process leaves no timer behind, which would hold its answer', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const app = fastify();
  boundBodies(app, { bodyMs: BODY_MS });
  app.get('/list', async () => 'answer');
  expect((await app.inject('/list')).payload).toBe('answer');
  expect(timers.mock.calls.map(([, ms]) => ms)).not.toContain(BODY_MS);
  timers.mockRestore();
  await app.close();
});
