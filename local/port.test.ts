import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { findFreePort, isPortFree, requireFreePort } from './port.ts';
import type { StackError } from './stack-error.ts';

test('a taken port is named, with its holder and the command that uses another one', async () => {
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

test('a port taken on IPv6 alone is taken: a browser would open that one for localhost', async () => {
  const server = createServer();
  const port = await findFreePort();
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '::1', () => resolve(true));
  });
  // Where the machine has no IPv6 there is nothing to test.
  expect(await isPortFree(port)).toBe(!listens);
  server.close();
});

test('a free port passes', async () => {
  await expect(requireFreePort(await findFreePort(), 'PORT', 'the web app')).resolves.toBeUndefined();
});
