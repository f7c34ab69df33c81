import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { throughNetwork } from '@skarb/local/testing.ts';

/**
 * A connection to the database that breaks between two statements. The database sees a killed client; the process
 * receives nothing more, until `bury`.
 * @param statements the number of messages that pass; later ones are lost
 */
export const createFragileWire = async (databaseUrl: string, statements: number, onBreak: () => void) => {
  const { hostname, port } = new URL(databaseUrl);
  const [inners, outers] = [new Set<Socket>(), new Set<Socket>()];
  let left = statements;
  let isBroken = false;
  const snap = () => {
    if (isBroken) return;
    isBroken = true;
    server.close();
    for (const socket of outers) socket.destroy();
  };
  const server = createServer((inner) => {
    const outer = connect(Number(port) || 5432, hostname);
    inners.add(inner);
    outers.add(outer);
    inner
      .on('error', () => {})
      .on('close', () => {
        inners.delete(inner);
        outer.destroy();
      });
    outer
      .on('error', () => {})
      .on('close', () => {
        outers.delete(outer);
        if (!isBroken) inner.destroy();
      });
    outer.on('data', (chunk) => void (isBroken || inner.write(chunk)));
    inner.on('data', (chunk) => {
      if (isBroken) return;
      if (left-- > 0) return void outer.write(chunk);
      snap();
      onBreak();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(throughNetwork(databaseUrl));
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.toString(),
    /** Breaks the connection now, if it is not broken yet. */
    snap,
    bury: () => {
      for (const socket of inners) socket.destroy();
    },
  };
};
