/** A reverse proxy for tests: real sockets; distributes requests to its servers round robin. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Appends the client's address to X-Forwarded-For, as nginx's `$proxy_add_x_forwarded_for` does, and passes
 * everything else on unchanged, the client's own X-Forwarded-Host too.
 * @param targets addresses such as `http://127.0.0.1:3000`
 */
export const startProxy = async (targets: string[]): Promise<{ url: string; stop: () => Promise<void> }> => {
  let turn = 0;
  const server = createServer((inner, answer) => {
    const { hostname, port } = new URL(targets[turn++ % targets.length] as string);
    const came = inner.headers['x-forwarded-for'];
    const headers = {
      ...inner.headers,
      'x-forwarded-for': [came, inner.socket.remoteAddress].filter(Boolean).join(', '),
    };
    const outer = request({ hostname, port, method: inner.method, path: inner.url, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
    });
    outer.on('error', () => answer.destroy());
    inner.pipe(outer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
