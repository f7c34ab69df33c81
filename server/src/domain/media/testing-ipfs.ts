import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importByteStream, importer } from 'ipfs-unixfs-importer';
import { fixedSize } from 'ipfs-unixfs-importer/chunker';
import { balanced } from 'ipfs-unixfs-importer/layout';

/**
 * A small node with the two calls of Kubo's RPC that we use. It cuts files as the request's parameters say; with
 * `isDeaf` it ignores them and cuts like Kubo's newest profile (1 MiB, 1,024 links), which gives large files other
 * CIDs than ours.
 */
export const startIpfsNode = async () => {
  const pinned = new Map<string, Buffer>();
  const asked: { path: string; authorization: string | undefined }[] = [];
  const state = { isUnavailable: false, isDeaf: false };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on(
      'end',
      () => void answer(Buffer.concat(parts)).catch((error: unknown) => say(500, { Message: String(error) })),
    );
    const url = new URL(request.url ?? '', 'http://node');
    const say = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
    const answer = async (body: Buffer) => {
      asked.push({ path: url.pathname, authorization: request.headers.authorization });
      if (state.isUnavailable) return say(502, { Message: 'no route' });
      if (url.pathname === '/api/v0/pin/rm') {
        const cid = url.searchParams.get('arg') ?? '';
        if (!pinned.delete(cid))
          return say(500, { Message: 'not pinned or pinned indirectly', Code: 0, Type: 'error' });
        return say(200, { Pins: [cid] });
      }
      if (url.pathname !== '/api/v0/add') return say(404, {});
      const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? '';
      const start = body.indexOf('\r\n\r\n') + 4;
      const content = body.subarray(start, body.lastIndexOf(`\r\n--${boundary}--`));
      const said = (name: string) => (state.isDeaf ? null : url.searchParams.get(name));
      if (said('wrap-with-directory') === 'true') {
        // Of texts only.
        const files = body
          .toString()
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((part) => ({
            path: /filename="([^"]+)"/.exec(part)?.[1] ?? '',
            content: Buffer.from(part.slice(part.indexOf('\r\n\r\n') + 4, -2)),
          }));
        let folder = '';
        const options = { cidVersion: 1, rawLeaves: true, wrapWithDirectory: true } as const;
        for await (const { cid } of importer(files, { put: async (blockCid) => blockCid }, options)) folder = `${cid}`;
        pinned.set(folder, content);
        return say(200, { Name: '', Hash: folder });
      }
      const { cid } = await importByteStream(
        (async function* () {
          yield content;
        })(),
        { put: async (blockCid) => blockCid },
        {
          cidVersion: Number(said('cid-version') ?? 1) as 0 | 1,
          rawLeaves: (said('raw-leaves') ?? 'true') === 'true',
          reduceSingleLeafToSelf: true,
          chunker: fixedSize({ chunkSize: Number(said('chunker')?.replace('size-', '') ?? 1_048_576) }),
          layout: balanced({ maxChildrenPerNode: Number(said('max-file-links') ?? 1024) }),
        },
      );
      if (url.searchParams.get('pin') === 'true') pinned.set(cid.toString(), content);
      return say(200, { Name: cid.toString(), Hash: cid.toString(), Size: String(content.length) });
    };
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pinned,
    asked,
    state,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
};
