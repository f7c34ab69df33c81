import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';
import { createUploadSlots } from './upload-slots.ts';

let api: TestApi;
let ann: Awaited<ReturnType<TestApi['person']>>;
let bob: Awaited<ReturnType<TestApi['person']>>;
const sockets: Socket[] = [];
beforeAll(async () => {
  api = await startTestApi();
  [ann, bob] = [await api.person(), await api.person()];
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => api?.stop());

/** Begins a form whose file does not end. @returns the first line of the answer, as soon as there is one */
const beginForm = ({ token }: { token: string }): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    socket.once('data', (data) => resolve(data.toString('latin1').split('\r\n')[0] as string));
    socket.write(
      `POST /api/collection HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
        'content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n' +
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    );
  });
const createCollection = (as: { token: string }) => {
  const body = new FormData();
  body.set('name', 'Foxes');
  return api.call('POST', '/collection', { token: as.token, body });
};

describe('a form with files', () => {
  it('is not read once the limit of the call is reached', async () => {
    await vi.waitFor(
      async () => {
        await createCollection(ann);
        await api.context.db.sql`
          update rate_limit set hits = 1000 where bucket = ${`create-collection ${ann.user.uuid}`}`;
        expect(await beginForm(ann)).toMatch(/^HTTP\/1\.1 429 /);
      },
      { timeout: 30_000 },
    );
    await api.context.db.sql`delete from rate_limit`;
  });

  it('is refused to an account that sends four already, until one of them ends; others can send theirs', async () => {
    for (let form = 0; form < 4; form++) void beginForm(ann);
    const askBusy = async () => {
      const answer = await createCollection(ann);
      expect([answer.status, answer.body.code]).toEqual([503, 'upload.busy']);
      return answer;
    };
    const busy = await vi.waitFor(askBusy, { timeout: 20_000 });
    expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await createCollection(bob)).status).toBe(400);
    sockets[0]?.destroy();
    await vi.waitFor(async () => expect((await createCollection(ann)).status).toBe(400), { timeout: 20_000 });
  });

  it('counts among those of all, whoever sends it', () => {
    const takeSlot = createUploadSlots(2, 3);
    const free = takeSlot('ann');
    takeSlot('ann');
    expect(() => takeSlot('ann')).toThrow(/too many files/i);
    takeSlot('bob');
    expect(() => takeSlot('eve')).toThrow(/too many files/i);
    free();
    takeSlot('eve');
  });
});
