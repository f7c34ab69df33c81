import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import SlowFirst, { SLOWEST } from './slow-first.mjs';

const root = new URL('..', import.meta.url);

test('each file listed as slow exists', () => {
  expect(SLOWEST.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
});

test('slow files run first within their project, and files of one project stay together', async () => {
  const project = (name) => ({ name, config: { sequence: { groupOrder: 0 }, isolate: false } });
  const [local, server] = [project('local'), project('server')];
  const cache = { getFileTestResults: () => undefined, getFileStats: () => undefined };
  const order = new SlowFirst({ cache, config: { root: '/' } });
  const files = [
    { project: server, moduleId: '/server/src/a.test.ts' },
    { project: server, moduleId: `/${SLOWEST.findLast((file) => file.startsWith('server/'))}` },
    { project: local, moduleId: '/local/b.test.ts' },
    { project: server, moduleId: `/${SLOWEST.find((file) => file.startsWith('server/'))}` },
  ];
  expect(await order.sort(files)).toEqual([files[2], files[3], files[1], files[0]]);
});
