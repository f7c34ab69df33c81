import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { importByteStream, importer } from 'ipfs-unixfs-importer';
import { fixedSize } from 'ipfs-unixfs-importer/chunker';
import { balanced } from 'ipfs-unixfs-importer/layout';
import { CID } from 'multiformats/cid';
import { create } from 'multiformats/hashes/digest';
import type { Hex } from 'viem';

const RAW = 0x55;
const SHA2_256 = 0x12;
/** Chunk size and links per node of `ipfs add`. */
export const CHUNK_BYTES = 262_144;
export const LINKS = 174;

/** A CIDv1 as text: base32 of a raw block (`bafkrei…`) or of a tree of blocks (`bafybei…`), sha2-256. */
export const isCid = (text: string): boolean => /^baf(krei|ybei)[a-z2-7]{52}$/.test(text);

/** The CIDv1 of one raw block with this sha-256: the contracts rebuild it from the digest that they store. */
export const cidOfDigest = (digest: Hex): string =>
  CID.createV1(RAW, create(SHA2_256, Buffer.from(digest.slice(2), 'hex'))).toString();

/** sha-256 of the bytes. */
export const digestOf = (bytes: Uint8Array): Hex => `0x${createHash('sha256').update(bytes).digest('hex')}`;

/** The CID that `ipfs add --cid-version=1` gives a file: raw leaves of 256 KiB; a single block is its own root. */
export const cidOfFile = async (source: Uint8Array | { path: string } | AsyncIterable<Uint8Array>): Promise<string> => {
  if (source instanceof Uint8Array && source.length <= CHUNK_BYTES) return cidOfDigest(digestOf(source));
  const bytes =
    source instanceof Uint8Array
      ? (function* () {
          // In slices, because the chunker copies its input.
          for (let at = 0; at < source.length; at += CHUNK_BYTES) yield source.subarray(at, at + CHUNK_BYTES);
        })()
      : 'path' in source
        ? createReadStream(source.path, { highWaterMark: CHUNK_BYTES })
        : source;
  const { cid } = await importByteStream(
    bytes as AsyncIterable<Uint8Array>,
    { put: async (blockCid) => blockCid },
    {
      cidVersion: 1,
      rawLeaves: true,
      reduceSingleLeafToSelf: true,
      chunker: fixedSize({ chunkSize: CHUNK_BYTES }),
      layout: balanced({ maxChildrenPerNode: LINKS }),
      blockWriteConcurrency: 4,
    },
  );
  return cid.toString();
};

/** The CID that `ipfs add --cid-version=1 --wrap-with-directory` gives a folder of files of one block each, by name. */
export const cidOfFolder = async (files: Record<string, Uint8Array>): Promise<string> => {
  const source = Object.entries(files).map(([path, content]) => ({ path, content }));
  let root: CID | undefined;
  for await (const { cid } of importer(
    source,
    { put: async (blockCid) => blockCid },
    { cidVersion: 1, rawLeaves: true, reduceSingleLeafToSelf: true, wrapWithDirectory: true },
  ))
    root = cid;
  return (root as CID).toString();
};
