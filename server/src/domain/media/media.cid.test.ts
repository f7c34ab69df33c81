import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cidOfDigest, cidOfFile, digestOf, isCid } from './media.cid.ts';

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) % 251);

/** An independent, naive implementation of `ipfs add --cid-version=1`: dag-pb over raw leaves, 174 links per node. */
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const field = (number: number, bytes: ArrayLike<number>) => [
  number * 8 + 2,
  ...varint(bytes.length),
  ...Array.from(bytes),
];
type Node = { cid: number[]; size: number; file: number };
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const naiveCid = (content: Uint8Array): string => {
  let level: Node[] = [];
  for (let at = 0; at < content.length; at += 262_144) {
    const chunk = content.subarray(at, at + 262_144);
    level.push({ cid: [1, 0x55, 0x12, 0x20, ...sha(chunk)], size: chunk.length, file: chunk.length });
  }
  while (level.length > 1) {
    const next: Node[] = [];
    for (let at = 0; at < level.length; at += 174) {
      const children = level.slice(at, at + 174);
      const file = children.reduce((sum, child) => sum + child.file, 0);
      const unixfs = [8, 2, 24, ...varint(file), ...children.flatMap((child) => [32, ...varint(child.file)])];
      const links = children.flatMap((child) =>
        field(2, [...field(1, child.cid), ...field(2, []), 24, ...varint(child.size)]),
      );
      const block = Uint8Array.from([...links, ...field(1, unixfs)]);
      next.push({
        cid: [1, 0x70, 0x12, 0x20, ...sha(block)],
        size: block.length + children.reduce((sum, child) => sum + child.size, 0),
        file,
      });
    }
    level = next;
  }
  let bits = 0n;
  const cid = (level[0] as Node).cid;
  for (const byte of cid) bits = (bits << 8n) | BigInt(byte);
  const padded = bits << BigInt((5 - ((cid.length * 8) % 5)) % 5);
  let text = '';
  for (let rest = padded; rest > 0n; rest >>= 5n)
    text = ('abcdefghijklmnopqrstuvwxyz234567'[Number(rest & 31n)] as string) + text;
  return `b${text.padStart(Math.ceil((cid.length * 8) / 5), 'a')}`;
};

describe('content ids', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'skarb-cid-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['hello world\n', 'bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4'],
    ['hello world', 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'],
    ['', 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'],
  ])('of %j equal those of ipfs', async (text, cid) => {
    expect(await cidOfFile(Buffer.from(text))).toBe(cid);
    expect(cidOfDigest(digestOf(Buffer.from(text)))).toBe(cid);
  });

  it.each([262_144, 262_145, 1_000_000, 262_144 * 175 + 7])(
    'of %i bytes equal the root of ipfs’s tree',
    async (length) => {
      const bytes = bytesOf(length);
      const path = join(folder, String(length));
      writeFileSync(path, bytes);
      const expected = naiveCid(bytes);
      expect(await cidOfFile(bytes)).toBe(expected);
      expect(await cidOfFile({ path })).toBe(expected);
      expect(isCid(expected)).toBe(true);
    },
  );

  it.each([
    '',
    'bafkrei',
    '../../etc/passwd',
    'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnjx1r',
    `bafkrei${'A'.repeat(52)}`,
    `bafkrei${'a'.repeat(53)}`,
  ])('in another form are not recognized: %j', (text) => expect(isCid(text)).toBe(false));
});
