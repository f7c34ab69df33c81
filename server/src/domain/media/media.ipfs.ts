import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { CHUNK_BYTES, LINKS } from './media.cid.ts';

/** A node by its RPC (docs.ipfs.tech/reference/kubo/rpc), and the whole `Authorization` header where it wants one. */
export type IpfsSettings = { url: string; authorization: string | undefined };

export type IpfsNode = {
  /** Gives the node a file and has it pinned. @throws Error when it answers another CID, or not well */
  pin(cid: string, content: Readable): Promise<void>;
  /** Lets go of a file; one that is not pinned is no failure. */
  unpin(cid: string): Promise<void>;
};

/** The largest file is 100 MB, and a node may be slow. */
const PIN_MS = 600_000;
const UNPIN_MS = 60_000;

/**
 * How `media.cid.ts` cuts files and builds their tree, said in full: nodes have other defaults by their age and their
 * profile. What an older node does not know of it, it does in this way.
 */
const SHAPE = {
  'cid-version': '1',
  'raw-leaves': 'true',
  hash: 'sha2-256',
  chunker: `size-${CHUNK_BYTES}`,
  'max-file-links': String(LINKS),
  trickle: 'false',
  inline: 'false',
  'wrap-with-directory': 'false',
};

/** One file as a form, piece by piece: never whole in memory. */
async function* formOf(boundary: string, content: Readable): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
  for await (const part of content) yield part as Uint8Array;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
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
  return {
    unpin,
    pin: async (cid, content) => {
      // A node that is away never reads it: what goes wrong with it then is nobody's.
      content.on('error', () => {});
      const boundary = `skarb-${randomBytes(12).toString('hex')}`;
      const answer = await ask('add', { ...SHAPE, pin: 'true', quieter: 'true' }, PIN_MS, {
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        // Node's fetch sends pieces as they come.
        body: formOf(boundary, content) as unknown as ReadableStream,
        duplex: 'half',
      } as RequestInit).finally(() => content.destroy());
      if (answer.status !== 200) throw refusal('add', answer);
      const last = JSON.parse(answer.text.trim().split('\n').at(-1) ?? '{}') as { Hash?: string };
      if (last.Hash === cid) return;
      // What nobody will ever ask for by this name is not kept.
      if (last.Hash) await unpin(last.Hash).catch(() => {});
      throw new Error(`the IPFS node names ${cid} ${last.Hash ?? 'nothing'}: it cuts files another way`);
    },
  };
};
