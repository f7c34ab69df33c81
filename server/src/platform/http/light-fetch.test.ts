import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnswerTooLong, lightFetch } from './light-fetch.ts';

let server: Server;
let url: string;
let answerWith: (request: IncomingMessage, response: ServerResponse) => void;
const connections = new Set<unknown>();
beforeAll(async () => {
  server = createServer((request, response) => answerWith(request, response));
  server.on('connection', (socket) => connections.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('an answer', () => {
  it('comes with status, headers and text, over one connection for several', async () => {
    answerWith = (request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => response.writeHead(418, { 'x-some': ['one', 'two'] }).end(`${request.method} ${body} ї`));
    };
    for (let call = 0; call < 3; call++) {
      const answer = await lightFetch(url, { method: 'POST', body: 'ґ' });
      expect([answer.ok, answer.status, answer.headers.get('x-some'), await answer.text()]).toEqual([
        false,
        418,
        'one, two',
        'POST ґ ї',
      ]);
    }
    expect(connections.size).toBe(1);
  });

  it('is decompressed', async () => {
    answerWith = (request, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(`for ${request.headers['accept-encoding']}`));
    expect(await (await lightFetch(url)).text()).toBe('for gzip');
  });

  it.each([
    ['as it is', (response: ServerResponse) => response.end('x'.repeat(2000))],
    [
      'after decompression',
      (response: ServerResponse) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(2000))),
    ],
  ])('that is too long %s is refused, and the next one is read', async (_, answer) => {
    answerWith = (_request, response) => answer(response);
    await expect(lightFetch(url, { mostBytes: 1000 })).rejects.toThrow(AnswerTooLong);
    answerWith = (_request, response) => response.end('short');
    expect(await (await lightFetch(url, { mostBytes: 1000 })).text()).toBe('short');
  });

  it.each([
    ['breaks off', (response: ServerResponse) => response.writeHead(200, { 'content-length': 9 }).write('half')],
    [
      'is no gzip, though it says so',
      (response: ServerResponse) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no'),
    ],
  ])('that %s is none', async (_, answer) => {
    answerWith = (_request, response) => {
      answer(response);
      if (!response.writableEnded) setTimeout(() => response.destroy(), 20);
    };
    await expect(lightFetch(url)).rejects.toThrow('fetch failed');
  });

  it('that stops half-way ends with the signal’s reason', async () => {
    answerWith = (_request, response) => void response.writeHead(200, { 'content-length': 9 }).write('half');
    await expect(lightFetch(url, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('that nobody gives is none', async () => {
    await expect(lightFetch('http://127.0.0.1:1/')).rejects.toThrow('fetch failed');
  });
});
