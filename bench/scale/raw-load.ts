/**
 * Requests over plain sockets, one after another on each: autocannon reads the 50 KB of a page more slowly than the API
 * sends them.
 */
import { connect } from 'node:net';

type Load = { url: string; paths: readonly string[]; connections: number; seconds: number };

const HEAD_ENDS = '\r\n\r\n';

/** @returns how many answers came, and how many of them were no 200 */
export const rawLoad = async ({
  url,
  paths,
  connections,
  seconds,
}: Load): Promise<{ count: number; failures: number }> => {
  const { hostname, port, host } = new URL(url);
  const requests = paths.map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: br\r\n\r\n`),
  );
  let turn = 0;
  let count = 0;
  let failures = 0;
  const until = performance.now() + seconds * 1000;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname).setNoDelay();
      let head = '';
      let left = 0;
      const ask = () => {
        if (performance.now() > until) return void socket.destroy();
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
          left = Number(/content-length: (\d+)/i.exec(head)?.[1]) - (head.length - end - HEAD_ENDS.length);
          if (!head.startsWith('HTTP/1.1 200 ')) failures++;
        }
        if (left > 0) return;
        // The next request follows the whole answer: nothing of another one can be in the same part.
        left = 0;
        count++;
        ask();
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  return { count, failures };
};
