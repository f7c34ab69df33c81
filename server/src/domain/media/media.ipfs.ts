import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { CHUNK_BYTES, LINKS } from './media.cid.ts';

/** A node by its RPC (docs.ipfs.tech/reference/kubo/rpc), and the whole `Authorization` header when it needs one. */
export type IpfsSettings = { url: string; authorization: string | undefined };

export type IpfsNode = {
  /** Adds a file to the node and pins it. @throws Error when it answers another CID, or an error */
  pin(cid: string, content: Readable): Promise<void>;
  /** Adds a folder of files to the node and pins it. @throws Error as `pin` */
  pinFolder(cid: string, files: { name: string; content: () => Promise<Readable> }[]): Promise<void>;
  /** Unpins a file or folder; succeeds when it is not pinned. */
  unpin(cid: string): Promise<void>;
};

/** The largest file is 100 MB, and a node may be slow. */
const PIN_MS = 600_000;
const UNPIN_MS = 60_000;

/**
 * The chunking and tree layout of `media.cid.ts`, in full: the defaults of nodes differ by version and profile. Older
 * nodes ignore the options that they do not know, and use these values.
 */
const SHAPE = {
  'cid-version': '1',
  'raw-leaves': 'true',
  hash: 'sha2-256',
  chunker: `size-${CHUNK_BYTES}`,
  'max-file-links': String(LINKS),
  trickle: 'false',
  inline: 'false',
};

type File = { name: string; content: () => Promise<Readable> };

/** Files as a multipart form, streamed one after the other. */
async function* formOf(boundary: string, files: File[]): AsyncGenerator<Uint8Array> {
  for (const { name, content } of files) {
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    );
    for await (const part of await content()) yield part as Uint8Array;
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

/** A Kubo-compatible node. */
export const createIpfs = ({ url, authorization }: IpfsSettings): IpfsNode => {
  const ask = async (path: string, query: Record<string, string>, ms: number, init: RequestInit = {}) => {
    const response = await fetch(`${url}/api/v0/${path}?${new URLSearchParams(query)}`, {
      method: 'POST',
      ...init,
      headers: { ...(authorization ? { authorization } : {}), ...(init.headers as Record<string, string>) },
      signal: AbortSignal.timeout(ms),
    });
    return { status: response.status, text: await response.text() };
  };
  const refusal = (path: string, { status, text }: { status: number; text: string }) =>
    new Error(`the IPFS node answers ${status} to ${path}: ${text.slice(0, 200).trim()}`);

  const unpin = async (cid: string): Promise<void> => {
    const answer = await ask('pin/rm', { arg: cid }, UNPIN_MS);
    if (answer.status !== 200 && !/not pinned/i.test(answer.text)) throw refusal('pin/rm', answer);
  };
  const add = async (cid: string, files: File[], isFolder: boolean): Promise<void> => {
    const boundary = `skarb-${randomBytes(12).toString('hex')}`;
    const query = { ...SHAPE, 'wrap-with-directory': String(isFolder), pin: 'true', quieter: 'true' };
    const answer = await ask('add', query, PIN_MS, {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      // Node's fetch streams the body.
      body: formOf(boundary, files) as unknown as ReadableStream,
      duplex: 'half',
    } as RequestInit);
    if (answer.status !== 200) throw refusal('add', answer);
    const last = JSON.parse(answer.text.trim().split('\n').at(-1) ?? '{}') as { Hash?: string };
    if (last.Hash === cid) return;
    // Unpin the file with the wrong CID: nothing refers to it.
    if (last.Hash) await unpin(last.Hash).catch(() => {});
    throw new Error(`the IPFS node names ${cid} ${last.Hash ?? 'nothing'}: it cuts files another way`);
  };
  return {
    unpin,
    pinFolder: (cid, files) => add(cid, files, true),
    pin: async (cid, content) => {
      // When the node is unavailable nothing reads the stream: ignore its errors.
      content.on('error', () => {});
      await add(cid, [{ name: 'file', content: async () => content }], false).finally(() => content.destroy());
    },
  };
};
