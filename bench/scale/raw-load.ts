/**
 * Requests over plain sockets, one after another on each. A client that parses what it reads, such as autocannon, takes longer
 * for an answer with more headers than the API does: it measures itself.
 */
import { connect } from 'node:net';

export type Asked = { path: string; headers?: Record<string, string> };
type Load = { url: string; asked: readonly Asked[]; connections: number; seconds: number };

const HEAD_ENDS = '\r\n\r\n';

/** @returns how many answers came in how many milliseconds, and how many of them were neither 200 nor 304 */
export const rawLoad = async ({
  url,
  asked,
  connections,
  seconds,
}: Load): Promise<{ count: number; perSecond: number; p50: number; p99: number; failures: number }> => {
  const { hostname, port, host } = new URL(url);
  const requests = asked.map(({ path, headers = {} }) => {
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  });
  let turn = 0;
  let failures = 0;
  const times: number[] = [];
  const begin = performance.now();
  const until = begin + seconds * 1000;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname).setNoDelay();
      let head = '';
      let left = 0;
      let askedAt = 0;
      const ask = () => {
        askedAt = performance.now();
        if (askedAt > until) return void socket.destroy();
        head = '';
        socket.write(requests[turn++ % requests.length] as Buffer);
      };
      socket
        .on('connect', ask)
        .on('error', reject)
        .on('close', () => resolve());
      socket.on('data', (part) => {
        if (left > 0) left -= part.length;
        else {
          head += part.toString('latin1');
          const end = head.indexOf(HEAD_ENDS);
          if (end < 0) return;
          const isWhole = /^HTTP\/1\.1 (200|304) /.test(head);
          const length = /content-length: (\d+)/i.exec(head)?.[1] ?? (head.startsWith('HTTP/1.1 304') ? 0 : undefined);
          if (length === undefined)
            return void socket.destroy(new Error(`an answer without a length: ${head.slice(0, end)}`));
          left = Number(length) - (head.length - end - HEAD_ENDS.length);
          if (!isWhole) failures++;
        }
        if (left > 0) return;
        // The next request follows the whole answer: nothing of another one can be in the same part.
        left = 0;
        times.push(performance.now() - askedAt);
        ask();
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const perSecond = times.length / ((performance.now() - begin) / 1000);
  return { count: times.length, perSecond, p50: at(0.5), p99: at(0.99), failures };
};
