/** Sends attacks to a listening server, with a normal HTTP client and over a plain socket. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Attack } from './attack-requests.ts';

export type Answer = {
  /** 0: the connection ended without an answer. */
  status: number;
  headers: Record<string, string>;
  text: string;
  /** The error of the connection, if there was one. */
  failure?: string;
  milliseconds: number;
};

/** An answer that takes longer counts as missing; clients give up long before. */
const PATIENCE_MS = 60_000;
/** A connection that stays open without a complete request is closed after this. */
const RAW_PATIENCE_MS = 1500;
const STREAM_MS = 150;

/** @returns the text of a body, decompressed if needed; a note if that fails */
const textOf = (body: Buffer, encoding: string | undefined): string => {
  try {
    if (encoding === 'br') return brotliDecompressSync(body).toString('utf8');
    if (encoding === 'gzip') return gunzipSync(body).toString('utf8');
  } catch {
    return `unreadable ${encoding}`;
  }
  return body.toString('utf8');
};

const parseRaw = (bytes: Buffer): Pick<Answer, 'status' | 'headers' | 'text'> => {
  // `100 Continue` precedes the answer itself.
  const whole = bytes.toString('utf8').replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, '');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(whole)?.[1] ?? 0);
  const [head = '', ...rest] = whole.split('\r\n\r\n');
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status, headers, text: rest.join('\r\n\r\n') };
};

export const createSender = (url: string) => {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });

  const overHttp = (attack: Attack, isAgain = false): Promise<Answer> =>
    new Promise((resolve) => {
      const started = performance.now();
      const done = (answer: Omit<Answer, 'milliseconds'>) =>
        resolve({ ...answer, milliseconds: performance.now() - started });
      // A kept connection may close at the moment of its reuse: only a failure on a new one counts.
      const fail = (error: unknown) => (isAgain ? failed(error) : overHttp(attack, true).then(resolve, failed));
      const failed = (error: unknown) => done({ status: 0, headers: {}, text: '', failure: String(error) });
      try {
        const sent = request(
          {
            hostname,
            port,
            agent: isAgain ? false : agent,
            method: attack.method,
            path: attack.target,
            headers: { ...attack.headers, ...(attack.body ? { 'content-length': attack.body.length } : {}) },
            timeout: PATIENCE_MS,
          },
          (answer) => {
            const chunks: Buffer[] = [];
            const headers = Object.fromEntries(
              Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
            );
            const end = () =>
              done({
                status: answer.statusCode ?? 0,
                headers,
                text: textOf(Buffer.concat(chunks), headers['content-encoding']),
              });
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.once('end', end).once('error', end);
            if (headers['content-type']?.startsWith('text/event-stream'))
              setTimeout(() => (end(), sent.destroy()), STREAM_MS);
          },
        );
        sent.once('timeout', () => sent.destroy(new Error('no answer in time')));
        sent.once('error', fail);
        sent.once('upgrade', (answer, socket) => {
          socket.destroy();
          done({ status: answer.statusCode ?? 0, headers: {}, text: '' });
        });
        sent.end(attack.body);
      } catch (error) {
        // Requests that Node's own client refuses to send are skipped.
        done({ status: 0, headers: {}, text: '', failure: `unsendable: ${String(error)}` });
      }
    });

  const overSocket = (attack: Attack & { raw: Buffer }): Promise<Answer> =>
    new Promise((resolve) => {
      const started = performance.now();
      const chunks: Buffer[] = [];
      const socket = connect(Number(port), hostname, () => socket.write(attack.raw));
      const end = () => {
        clearTimeout(timer);
        socket.destroy();
        resolve({ ...parseRaw(Buffer.concat(chunks)), milliseconds: performance.now() - started });
      };
      const timer = setTimeout(end, RAW_PATIENCE_MS);
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.once('close', end).once('error', end);
    });

  return {
    send: (attack: Attack): Promise<Answer> =>
      attack.raw ? overSocket(attack as Attack & { raw: Buffer }) : overHttp(attack),
    /** Reads an endless stream until `stop`. `heard` returns the text so far. */
    listen: (path: string, token?: string) => {
      let heard = '';
      const sent = request(
        { hostname, port, path, headers: token ? { authorization: `Bearer ${token}` } : {} },
        (answer) => answer.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk)),
      );
      sent.on('error', () => {});
      sent.end();
      return { heard: () => heard, stop: () => sent.destroy() };
    },
    close: () => agent.destroy(),
  };
};
