import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { findFreePort, isPortFree, requireFreePort } from './port.ts';
import type { StackError } from './stack-error.ts';

test('the error about a taken port names its holder and the command for another port', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const error = (await requireFreePort(port, 'PORT', 'the web app').catch((thrown: unknown) => thrown)) as StackError;
    expect(error.message).toContain(`Port ${port}`);
    const holder = process.platform === 'linux' ? `pid ${process.pid}` : 'taken';
    expect(error.message).toContain(holder);
    expect(error.advice).toMatch(/PORT=\d+ npm start/);
  } finally {
    server.close();
  }
});

test('a port in use on IPv6 alone is not free: a browser would open that one for localhost', async () => {
  const server = createServer();
  const port = await findFreePort();
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '::1', () => resolve(true));
  });
  // Without IPv6 on this machine the port is free.
  expect(await isPortFree(port)).toBe(!listens);
  server.close();
});

test('requireFreePort accepts a free port', async () => {
  await expect(requireFreePort(await findFreePort(), 'PORT', 'the web app')).resolves.toBeUndefined();
});
