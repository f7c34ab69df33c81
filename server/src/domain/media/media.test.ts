import { IMAGE_MAX_BYTES } from '@skarb/schema/limits';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { thumbHashToRGBA } from 'thumbhash';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalogue, picture, startCatalogue } from '../token/testing-catalogue.ts';
import { cidOfFile } from './media.cid.ts';
import { glb, pngOf } from './testing-attack.ts';
import type { MediaRow } from './media.view.ts';

let all: Catalogue;
let ann: Awaited<ReturnType<Catalogue['person']>>;
let collectionUuid: string;
beforeAll(async () => {
  all = await startCatalogue();
  ann = await all.person();
  collectionUuid = (await all.collection(ann)).uuid;
});
afterAll(() => all?.stop());

type Refusal = {
  statusCode: number;
  code: string;
  message: { property: string; constraints: Record<string, string> }[];
};
type Made = {
  data: {
    imageHash: string;
    metadataHash: string;
    image: { url: string; preview: string; mimeType: string; width: number; height: number; thumbhash: string };
  };
};

/** Uploads a file as a token's file and returns the response. */
const upload = async (bytes: Buffer, name = 'file', more: Record<string, { bytes: Buffer; name: string }> = {}) =>
  all.call<Made & Refusal>('POST', '/token', {
    as: ann,
    form: await all.tokenForm(collectionUuid, { file: { bytes, name }, ...more }),
  });
const kept = async (bytes: Buffer, name?: string, more?: Record<string, { bytes: Buffer; name: string }>) => {
  const answer = await upload(bytes, name, more);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return { ...answer.body.data, original: (await all.call('GET', answer.body.data.image.url)).raw };
};
const rowOf = async (cid: string) => (await all.sql<MediaRow[]>`select * from media where cid = ${cid}`)[0] as MediaRow;

const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#345',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
const SECRET = 'Ann Nowak, 50.45 N 30.52 E';
const exif = { IFD0: { Copyright: SECRET, Artist: SECRET }, IFD3: { GPSLatitude: '50/1 27/1 0/1' } };

describe('the upload accepts', () => {
  it('a picture, under the CID of exactly the bytes served', async () => {
    const bytes = await noise(400).png().toBuffer();
    const token = await kept(bytes, 'x.png');
    expect(token.imageHash).toBe(await cidOfFile(token.original));
    expect(token.image).toMatchObject({
      url: `/media/${token.imageHash}`,
      preview: `/media/${token.imageHash}/640.webp`,
      mimeType: 'image/png',
      width: 400,
      height: 400,
    });
    expect(Buffer.from(token.image.thumbhash, 'base64').length).toBeGreaterThan(4);
  });

  it.each(['jpeg', 'webp', 'avif', 'gif'] as const)(
    '%s, detected by its bytes, whatever the file name',
    async (format) => {
      const token = await kept(
        await sharp(await noise(80).png().toBuffer())
          .toFormat(format)
          .toBuffer(),
        'page.html',
      );
      expect(token.image.mimeType).toBe(`image/${format}`);
      expect((await sharp(token.original).metadata()).width).toBe(80);
    },
  );

  it.each<[string, () => Promise<Buffer>]>([
    ['grey', () => noise(70).toColourspace('b-w').png().toBuffer()],
    ['grey with alpha', () => noise(70).ensureAlpha(0.5).toColourspace('b-w').png().toBuffer()],
    ['of 16 bits', () => noise(70).toColourspace('rgb16').png().toBuffer()],
    ['with a palette', () => noise(70).png({ palette: true, colours: 8 }).toBuffer()],
    ['in CMYK', () => noise(70).toColourspace('cmyk').jpeg().toBuffer()],
    ['with one pixel', () => noise(1).png().toBuffer()],
    [
      'with a transparent area',
      () =>
        sharp({ create: { width: 50, height: 70, channels: 4, background: '#0000' } })
          .webp()
          .toBuffer(),
    ],
  ])('a picture %s, and makes its preview and thumbhash', async (_, make) => {
    const token = await kept(await make());
    expect(thumbHashToRGBA(Buffer.from(token.image.thumbhash, 'base64')).w).toBeGreaterThan(0);
    const preview = await sharp((await all.call('GET', token.image.preview)).raw).metadata();
    expect([preview.format, preview.width, preview.space]).toEqual(['webp', token.image.width, 'srgb']);
  });

  it('an animated GIF, with all its frames and without its comment', async () => {
    const frame = (value: number) => Buffer.alloc(16 * 16 * 3, value);
    const gif = await sharp(Buffer.concat([frame(10), frame(120), frame(240)]), {
      raw: { width: 16, height: 48, channels: 3, pageHeight: 16 } as never,
    })
      .gif({ loop: 0, delay: [90, 90, 90] })
      .toBuffer();
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, SECRET.length]), Buffer.from(SECRET), Buffer.from([0])]);
    const at = 13 + ((gif[10] as number) & 0x80 ? 3 * 2 ** (((gif[10] as number) & 7) + 1) : 0);
    const token = await kept(Buffer.concat([gif.subarray(0, at), comment, gif.subarray(at)]));
    expect(token.original.includes(SECRET)).toBe(false);
    expect((await sharp(token.original, { animated: true }).metadata()).pages).toBe(3);
    expect((await rowOf(token.imageHash)).is_animated).toBe(true);
  });

  it('a drawing (SVG), stored as a picture only, without its scripts and links', async () => {
    const svg = `<?xml version="1.0"?><!-- hi --><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20" onload="alert(1)">
      <script>alert('boo')</script><image xlink:href="file:///etc/passwd" width="9" height="9"/><image href="http://127.0.0.1:1/x.png" width="9" height="9"/>
      <foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>1</script></body></foreignObject><rect width="40" height="20" fill="#0a0"/></svg>`;
    const token = await kept(Buffer.from(svg), 'art.svg');
    expect(token.image.mimeType).toBe('image/png');
    expect(token.image).toMatchObject({ width: 1600, height: 800 });
    const { dominant } = await sharp(token.original).stats();
    expect(dominant.g).toBeGreaterThan(dominant.r + 80);
    for (const trace of ['<svg', 'script', 'alert', 'passwd']) expect(token.original.includes(trace)).toBe(false);
  });

  it.each([
    [
      'video/mp4',
      Buffer.concat([
        Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f326d703431', 'hex'),
        Buffer.alloc(5000, 7),
      ]),
    ],
    [
      'video/webm',
      Buffer.concat([
        Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701', 'hex'),
        Buffer.alloc(5000, 9),
      ]),
    ],
    [
      'audio/mpeg',
      Buffer.concat([
        Buffer.from('494433030000000000', 'hex'),
        Buffer.from('00fffb9064', 'hex'),
        Buffer.alloc(5000, 3),
      ]),
    ],
    ['audio/flac', Buffer.concat([Buffer.from('664c614300000022', 'hex'), Buffer.alloc(5000, 5)])],
    [
      'audio/ogg',
      Buffer.concat([
        Buffer.from('4f67675300020000000000000000', 'hex'),
        Buffer.from('0000000000000000000000000000011e01766f72626973', 'hex'),
        Buffer.alloc(5000, 5),
      ]),
    ],
    [
      'model/gltf-binary',
      glb(
        {
          scenes: [{ nodes: [0] }],
          nodes: [{ children: [1] }, { mesh: 0 }],
          meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
          accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
          bufferViews: [{ buffer: 0, byteLength: 36 }],
          buffers: [{ byteLength: 36 }],
        },
        Buffer.alloc(36),
      ),
    ],
  ])('%s, stores its bytes unchanged, and draws a cover picture', async (type, bytes) => {
    const token = await kept(bytes);
    expect(token.image.mimeType).toBe(type);
    expect(token.original.equals(bytes)).toBe(true);
    expect(token.imageHash).toBe(await cidOfFile(bytes));
    expect(token.image.preview).not.toContain(token.imageHash);
    const preview = await all.call('GET', token.image.preview);
    expect(preview.headers['content-type']).toBe('image/webp');
    const { isOpaque, entropy } = await sharp(preview.raw).stats();
    expect(isOpaque).toBe(true);
    expect(entropy).toBeGreaterThan(2);
    const metadata = (await all.call<Record<string, string>>('GET', `/media/${token.metadataHash}`)).body;
    expect(metadata.animation_url).toBe(`ipfs://${token.imageHash}`);
    expect(metadata.image).not.toBe(`ipfs://${token.imageHash}`);
  });

  it('a sound, with a poster that follows its loudness', async () => {
    const wave = (loud: (share: number) => number) => {
      const samples = Buffer.alloc(88_200);
      for (let at = 0; at < samples.length; at += 2)
        samples.writeInt16LE(Math.round(Math.sin(at / 20) * 30_000 * loud(at / samples.length)), at);
      const head = Buffer.alloc(44);
      head.write('RIFF', 0);
      head.writeUInt32LE(36 + samples.length, 4);
      head.write('WAVEfmt ', 8);
      head.writeUInt32LE(16, 16);
      head.writeUInt16LE(1, 20);
      head.writeUInt16LE(1, 22);
      head.writeUInt32LE(44_100, 24);
      head.writeUInt32LE(88_200, 28);
      head.writeUInt16LE(2, 32);
      head.writeUInt16LE(16, 34);
      head.write('data', 36);
      head.writeUInt32LE(samples.length, 40);
      return Buffer.concat([head, samples]);
    };
    const token = await kept(wave((share) => (share < 0.5 ? 0.05 : 1)));
    expect(token.image.mimeType).toBe('audio/wav');
    const poster = (await rowOf(token.imageHash)).poster_cid as string;
    const { data, info } = await sharp((await all.call('GET', `/media/${poster}`)).raw)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    // One row of pixels, which only the tall bars reach: varied on the right, flat on the left.
    const row = [...data.subarray(info.width * 420, info.width * 421)];
    const spread = (part: number[]) => Math.max(...part) - Math.min(...part);
    expect(spread(row.slice(600))).toBeGreaterThan(60);
    expect(spread(row.slice(0, 560))).toBeLessThan(40);
  });

  it("a creator's own poster instead of the generated one", async () => {
    const bytes = Buffer.concat([Buffer.from('664c614300000022', 'hex'), Buffer.alloc(4000, 8)]);
    const token = await kept(bytes, 'a.flac', { poster: { bytes: await picture(90), name: 'p.png' } });
    expect(token.image).toMatchObject({ mimeType: 'audio/flac', width: 90, height: 90 });
    expect(token.image.preview).not.toContain((await rowOf(token.imageHash)).poster_cid as string);
  });
});

describe('personal metadata of a picture is removed', () => {
  const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
  it.each(['jpeg', 'png', 'webp'] as const)('from %s, without changing a pixel', async (format) => {
    const bytes = await noise(120)
      .toFormat(format)
      .withExif(exif)
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`)
      .withIccProfile('p3')
      .toBuffer();
    expect(bytes.includes('Ann Nowak')).toBe(true);
    const token = await kept(bytes);
    expect(token.original.includes('Ann Nowak')).toBe(false);
    const { exif: left, xmp, icc } = await sharp(token.original).metadata();
    expect([left, xmp, icc !== undefined]).toEqual([undefined, undefined, true]);
    expect((await pixels(token.original)).equals(await pixels(bytes))).toBe(true);
  });

  it('from AVIF', async () => {
    const bytes = await noise(60).avif().withExif(exif).toBuffer();
    expect(bytes.includes('Ann Nowak')).toBe(true);
    const token = await kept(bytes);
    expect(token.original.includes('Ann Nowak')).toBe(false);
  });

  it("after the camera's orientation is applied", async () => {
    const bytes = await sharp({ create: { width: 100, height: 40, channels: 3, background: '#a00' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const token = await kept(bytes);
    expect(token.image).toMatchObject({ width: 40, height: 100 });
    expect((await sharp(token.original).metadata()).orientation ?? 1).toBe(1);
  });

  it('including the bytes after the end of the picture', async () => {
    const bytes = Buffer.concat([await noise(50).jpeg({ progressive: true }).toBuffer(), Buffer.from(SECRET)]);
    expect((await kept(bytes)).original.includes('Ann Nowak')).toBe(false);
  });
});

describe('the upload refuses', () => {
  const refused = async (bytes: Buffer, name?: string) => {
    const { status, body } = await upload(bytes, name);
    const entry = (body.message as Refusal['message'])[0];
    return {
      status,
      code: body.code,
      property: entry?.property,
      words: Object.values(entry?.constraints ?? {}).join(),
    };
  };

  it('a 30,000 × 30,000 PNG, by its header alone', async () => {
    const bytes = pngOf(30_000, 30_000, deflateSync(Buffer.alloc(1000)));
    const before = process.memoryUsage().rss;
    const cpuBefore = process.cpuUsage();
    expect(await refused(bytes, 'big.png')).toMatchObject({
      status: 413,
      code: 'media.tooManyPixels',
      property: 'file',
      words: expect.stringContaining('30000 × 30000'),
    });
    const { user, system } = process.cpuUsage(cpuBefore);
    expect((user + system) / 1_000_000).toBeLessThan(2);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it('a long thin picture over the side limit', async () => {
    expect(await refused(pngOf(20_000, 10, deflateSync(Buffer.alloc(1000))))).toMatchObject({
      status: 413,
      code: 'media.tooManyPixels',
    });
  });

  it.each([
    [
      'an HTML page named .png',
      Buffer.from('<!doctype html><html><body><script>alert(1)</script><svg></svg></body></html>'),
    ],
    ['a text file', Buffer.from('just words')],
    ['a zip', Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(100)])],
    ['a PDF', Buffer.from('%PDF-1.7 ...')],
    ['an HTML page that begins with an SVG’s comment', Buffer.from('<!-- <svg> --><html><svg/></html>')],
  ])('%s with 415 on the field', async (_, bytes) => {
    expect(await refused(bytes, 'innocent.png')).toMatchObject({ status: 415, code: 'media.type', property: 'file' });
  });

  it('a video where a collection needs a picture', async () => {
    const mp4 = Buffer.concat([
      Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f326d703431', 'hex'),
      Buffer.alloc(100),
    ]);
    const answer = await all.call<Refusal>('POST', '/collection', {
      as: ann,
      form: { name: 'x', file: { bytes: mp4, name: 'x.png' } },
    });
    expect(answer.status).toBe(415);
  });

  it('a picture with more bytes than the limit for pictures', async () => {
    const bytes = Buffer.alloc(IMAGE_MAX_BYTES + 1);
    pngOf(10, 10, deflateSync(Buffer.alloc(310))).copy(bytes);
    expect(await refused(bytes)).toMatchObject({ status: 413, code: 'media.tooLarge', property: 'file' });
  });

  it('a truncated picture', async () => {
    const bytes = await noise(200).png().toBuffer();
    expect(await refused(bytes.subarray(0, bytes.length >> 1))).toMatchObject({ status: 400, code: 'media.broken' });
    const jpeg = await noise(200).jpeg().toBuffer();
    expect(await refused(jpeg.subarray(0, jpeg.length >> 1))).toMatchObject({ status: 400, code: 'media.broken' });
  });

  it('a GLB shorter than its header says', async () => {
    expect(
      await refused(
        Buffer.concat([
          Buffer.from('676c5446', 'hex'),
          Buffer.from([2, 0, 0, 0]),
          Buffer.from([0xff, 0xff, 0, 0]),
          Buffer.alloc(88),
        ]),
      ),
    ).toMatchObject({ status: 400, code: 'media.broken' });
  });

  it('drawings that expand without limit when they are rendered', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>`;
    expect(await refused(Buffer.from(bomb))).toMatchObject({ status: 400, code: 'media.svg' });
    const inside = pngOf(30_000, 30_000, deflateSync(Buffer.alloc(1000))).toString('base64');
    const image = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="data:image/png;base64,${inside}"/></svg>`;
    expect(await refused(Buffer.from(image))).toMatchObject({ status: 400, code: 'media.svg' });
    const nested = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="data:image/svg+xml;base64,PHN2Zy8+"/></svg>`;
    expect(await refused(Buffer.from(nested))).toMatchObject({ status: 400, code: 'media.svg' });
  });

  it('no very large drawing, but renders it smaller', async () => {
    const token = await kept(
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="1000000" height="500000"><rect width="1000000" height="500000" fill="red"/></svg>',
      ),
    );
    expect(token.image).toMatchObject({ width: 4096, height: 2048 });
  });
});
