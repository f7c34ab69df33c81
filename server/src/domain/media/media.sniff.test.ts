import { HEAD_BYTES, mayBeToken } from '@skarb/schema/mime';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { inspectModel } from './media.model.ts';
import { sniff } from './media.sniff.ts';
import { glb } from './testing-attack.ts';

const raster = (type: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif') =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .toFormat(type)
    .toBuffer();
const padded = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(200, 5)]);
const SAMPLES: [string, () => Buffer | Promise<Buffer>][] = [
  ['image/png', () => raster('png')],
  ['image/jpeg', () => raster('jpeg')],
  ['image/webp', () => raster('webp')],
  ['image/avif', () => raster('avif')],
  ['image/gif', () => raster('gif')],
  ['image/svg+xml', () => Buffer.from('\n<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['image/svg+xml', () => Buffer.from('\uFEFF<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['video/mp4', () => padded('0000001c6674797069736f6d0000020069736f6d69736f326d703431')],
  ['video/mp4', () => padded('00000018667479704d3456200000020069736f6d6d703432')],
  ['video/webm', () => padded('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701')],
  ['audio/mpeg', () => padded('49443303000000000000fffb9064')],
  ['audio/mpeg', () => padded('fffb90640000000000000000')],
  ['audio/mpeg', () => padded('fff38064000000000000')],
  ['audio/wav', () => padded('524946462400000057415645666d742010000000')],
  ['audio/ogg', () => padded('4f676753000200000000000000000000000000000000000000000000011e01766f72626973')],
  ['audio/flac', () => padded('664c614300000022')],
  ['model/gltf-binary', () => glb({})],
];
const isOffered = (bytes: Buffer) => mayBeToken(bytes.subarray(0, HEAD_BYTES), bytes.length);

it.each(SAMPLES)('the look before an upload refuses no %s, nor what else is taken for a file', async (type, make) => {
  const bytes = await make();
  expect(await sniff(bytes)).toBe(type);
  expect(isOffered(bytes)).toBe(true);
  // Other files that differ from it in a byte.
  for (let at = 0; at < HEAD_BYTES; at++)
    for (let value = 0; value < 256; value += 5) {
      const other = Buffer.from(bytes);
      other[at] = value;
      if (isOffered(other)) continue;
      const taken = await sniff(other);
      if (taken === 'model/gltf-binary') await expect(inspectModel(other)).rejects.toThrow('binary glTF');
      else expect(taken, other.subarray(0, HEAD_BYTES).toString('hex')).toBeUndefined();
    }
});

it.each([
  ['words', Buffer.from('notavideo')],
  ['nothing', Buffer.alloc(0)],
  ['a PDF', Buffer.from('%PDF-1.7 and more')],
  ['a model that is cut off', glb({}).subarray(0, -4)],
  ['the beginning of a model', Buffer.from('glTF')],
  ['a model of another version', Buffer.concat([Buffer.from('glTF\x01\0\0\0\x14\0\0\0'), Buffer.alloc(8)])],
])('the look before an upload refuses %s', (_, bytes) => expect(isOffered(bytes)).toBe(false));
