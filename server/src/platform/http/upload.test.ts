import { endpoint } from '@skarb/schema/endpoint';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { startTestApi, type TestApi } from '../../testing.ts';
import { bind } from './bind.ts';
import { createTestHttp } from './testing-http.ts';
import { createUploadSpace } from './upload-space.ts';

type Someone = Awaited<ReturnType<TestApi['person']>>;
let api: TestApi;
let ann: Someone;
let bob: Someone;
const sockets: Socket[] = [];
beforeAll(async () => {
  api = await startTestApi();
  [ann, bob] = [await api.person(), await api.person()];
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => api?.stop());

/** Sends the beginning of a form. @returns its socket, and the status of the answer as soon as there is one */
const beginForm = (url: string, path: string, headers: string, body = '') => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  const status = new Promise<number>((resolve) => {
    socket.once('data', (data) => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1])));
  });
  socket.write(
    `POST /api${path} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\n${headers}\r\n${body}`,
  );
  return { socket, status };
};
const as = ({ token }: Someone) => `authorization: Bearer ${token}\r\n`;
/** A form that announces its few bytes; without a file. */
const sendSmall = (someone: Someone) => {
  const body = new FormData();
  body.set('name', 'Foxes');
  return api.call('POST', '/collection', { token: someone.token, body });
};
const PATIENCE = { timeout: 20_000 };

describe('a form with files', () => {
  it('is not read once the limit of the call is reached', async () => {
    await vi.waitFor(async () => {
      await sendSmall(ann);
      await api.context.db.sql`
        update rate_limit set hits = 1000 where bucket = ${`create-collection ${ann.user.uuid}`}`;
      const { status } = beginForm(api.url, '/collection', `${as(ann)}content-length: 1000\r\n`);
      expect(await status).toBe(429);
    }, PATIENCE);
    await api.context.db.sql`delete from rate_limit`;
  });

  it('is refused to an account whose files of the day are 5 GB', async () => {
    const send = async (bytes: number) => {
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(bytes)]), 'a');
      return (await api.call('POST', '/collection', { token: ann.token, body })).body.code;
    };
    const used = (kilobytes: number) => api.context.db.sql`
      update rate_limit set hits = ${kilobytes} where bucket = ${`upload-kilobytes ${ann.user.uuid}`}`;
    await vi.waitFor(async () => {
      expect(await send(1)).toBe('invalid');
      await used(5 * 1024 * 1024 - 3);
      expect([await send(3000), await send(1)]).toEqual(['invalid', 'rate.limited']);
    }, PATIENCE);
    await api.context.db.sql`delete from rate_limit`;
  });

  it('takes no space from others by what it announces', async () => {
    const people = await Promise.all(Array.from({ length: 9 }, () => api.person()));
    const silent = people.flatMap((someone) =>
      Array.from({ length: 10 }, () =>
        beginForm(api.url, '/collection', `${as(someone)}content-length: 104000000\r\n`),
      ),
    );
    await vi.waitFor(async () => {
      const [calls] = await api.context.db.sql<{ hits: number }[]>`
        select sum(hits)::int as hits from rate_limit where bucket like 'create-collection %'
          and bucket <> ${`create-collection ${bob.user.uuid}`}`;
      expect(calls?.hits).toBe(silent.length);
    }, PATIENCE);
    const { status } = beginForm(
      api.url,
      '/collection',
      `${as(bob)}transfer-encoding: chunked\r\n`,
      '7\r\n--x--\r\n\r\n0\r\n\r\n',
    );
    expect(await Promise.race([...silent.map((one) => one.status), status])).toBe(400);
  });
});

describe('the bytes of open forms', () => {
  it('end a form that goes beyond the limit of its sender, until others end', async () => {
    const http = await createTestHttp({ sql: api.context.db.sql });
    const space = createUploadSpace({ owner: 1000, network: 1000, all: 1000 });
    const upload = endpoint({
      method: 'POST',
      path: '/upload',
      summary: 'Takes a file',
      access: 'public',
      files: { file: { required: true } },
      response: z.object({ bytes: z.number() }),
    });
    bind(
      { ...http, uploadSpace: () => space('ann', 'home') },
      upload,
      async ({ files }) => ({ bytes: files.file?.bytes ?? 0 }),
      () => [],
    );
    try {
      const url = await http.app.listen({ port: 0, host: '127.0.0.1' });
      const send = (bytes: number, end: string) =>
        beginForm(
          url,
          '/upload',
          'transfer-encoding: chunked\r\n',
          [
            `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'a'.repeat(bytes)}`,
            ...(end ? [end] : []),
          ]
            .map((text) => `${text.length.toString(16)}\r\n${text}\r\n`)
            .join('') + (end ? '0\r\n\r\n' : ''),
        );
      const END = '\r\n--x--\r\n';
      const open = send(600, '');
      await vi.waitFor(async () => expect(await send(500, END).status).toBe(503), PATIENCE);
      expect(await send(50, END).status).toBe(200);
      open.socket.destroy();
      await vi.waitFor(async () => expect(await send(500, END).status).toBe(200), PATIENCE);
    } finally {
      await http.app.close();
    }
  });

  it('count for the account, its network address, and all', () => {
    const open = createUploadSpace({ owner: 20, network: 30, all: 40 });
    const first = open('ann', 'home');
    first.take(15);
    expect(() => open('ann', 'work').take(6)).toThrow(/too many files/i);
    open('bob', 'home').take(15);
    expect(() => open('eve', 'home').take(1)).toThrow(/too many files/i);
    open('eve', 'work').take(10);
    expect(() => open('kim', 'club').take(1)).toThrow(/too many files/i);
    first.free();
    open('kim', 'club').take(15);
  });
});
