import { connect, createServer, type Server, type Socket } from 'node:net';
import { throughNetwork } from '@skarb/local/testing.ts';

/** A TCP connection to a real server that a test can cut and restore. */
export const createWire = async (target: string, defaultPort: number) => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isDropping = false;
  let attempts = 0;
  let own = 0;
  let server: Server;
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server = createServer((inner) => {
        if (isDropping) {
          attempts++;
          inner.on('error', () => {}).destroy();
          return;
        }
        const outer = connect(Number(port) || defaultPort, hostname);
        for (const [one, other] of [
          [inner, outer],
          [outer, inner],
        ] as const) {
          sockets.add(one);
          one
            .on('error', () => {})
            .on('close', () => {
              sockets.delete(one);
              other.destroy();
            });
          one.pipe(other);
        }
      });
      server.once('error', reject);
      server.listen(own, '127.0.0.1', () => {
        own = (server.address() as { port: number }).port;
        resolve();
      });
    });
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  /**
   * Ends every connection and each new one until `reconnect`, and counts the new ones: see `attempts`.
   * @param how with a last word (FIN) or without (RST)
   */
  const drop = (how: 'FIN' | 'RST' = 'FIN') => {
    isDropping = true;
    attempts = 0;
    for (const socket of sockets) socket[how === 'FIN' ? 'destroy' : 'resetAndDestroy']();
  };
  const reconnect = async () => {
    if (!isDropping) await listen();
    isDropping = false;
  };
  await listen();
  const url = new URL(throughNetwork(target));
  url.hostname = '127.0.0.1';
  url.port = String(own);
  return { url: url.toString().replace(/\/$/, ''), cut, drop, attempts: () => attempts, reconnect };
};
