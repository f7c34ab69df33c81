import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';
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

/**
 * Sends a form of unknown length, which may need 104 MB.
 * @param isWhole false: its file does not end
 * @returns the status of the answer, as soon as there is one
 */
const sendForm = ({ token }: Someone, isWhole: boolean): Promise<number> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    socket.once('data', (data) => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1])));
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    socket.write(
      `POST /api/collection HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
        'content-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked\r\n\r\n' +
        chunk('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc') +
        (isWhole ? `${chunk('\r\n--x--\r\n')}0\r\n\r\n` : ''),
    );
  });
/** A form that announces its few bytes; without a file. */
const sendSmall = (as: Someone) => {
  const body = new FormData();
  body.set('name', 'Foxes');
  return api.call('POST', '/collection', { token: as.token, body });
};
const PATIENCE = { timeout: 20_000 };

describe('a form with files', () => {
  it('is not read once the limit of the call is reached', async () => {
    await vi.waitFor(async () => {
      await sendSmall(ann);
      await api.context.db.sql`
        update rate_limit set hits = 1000 where bucket = ${`create-collection ${ann.user.uuid}`}`;
      expect(await sendForm(ann, false)).toBe(429);
    }, PATIENCE);
    await api.context.db.sql`delete from rate_limit`;
  });

  it('is refused to an account whose open forms may need a gigabyte, until one ends; others send theirs', async () => {
    // Nine of them fit.
    const begun = Array.from({ length: 10 }, () => sendForm(ann, false));
    expect(await Promise.race(begun)).toBe(503);
    expect(await sendForm(ann, true)).toBe(503);
    expect(await sendForm(bob, true)).toBe(400);
    const small = await sendSmall(ann);
    expect([small.status, small.body.code]).toEqual([400, 'invalid']);
    for (const socket of sockets.slice(0, 2)) socket.destroy();
    await vi.waitFor(async () => expect(await sendForm(ann, true)).toBe(400), PATIENCE);
  });

  it('counts among those of all, whoever sends it', () => {
    const reserve = createUploadSpace(20, 30);
    const free = reserve('ann', 15);
    expect(() => reserve('ann', 6)).toThrow(/too many files/i);
    reserve('ann', 5);
    reserve('bob', 10);
    expect(() => reserve('eve', 1)).toThrow(/too many files/i);
    free();
    reserve('eve', 15);
  });
});
