import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalogue, startCatalogue } from '../token/testing-catalogue.ts';

let all: Catalogue;
beforeAll(async () => {
  all = await startCatalogue();
});
afterAll(() => all?.stop());

describe('a media file', () => {
  let cid: string;
  let original: Buffer;
  beforeAll(async () => {
    const ann = await all.person();
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const bytes = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#345', noise } })
      .png()
      .toBuffer();
    const draft = await all.draft(ann, (await all.collection(ann)).uuid, { file: { bytes, name: 'x.png' } });
    cid = draft.imageHash;
    original = (await all.call('GET', `/media/${cid}`)).raw;
  });

  it('is served as immutable, with nosniff and a sandbox policy', async () => {
    const { headers } = await all.call('GET', `/media/${cid}`);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*; sandbox$/);
    expect(headers['content-disposition']).toBe(`inline; filename="${cid}.png"`);
    expect(headers['content-length']).toBe(String(original.length));
  });

  it.each([
    [320, 'webp'],
    [640, 'webp'],
    [1280, 'webp'],
    [320, 'avif'],
    [640, 'avif'],
  ] as const)('is resized to %i px in %s once, also for concurrent requests', async (width, format) => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => all.call('GET', `/media/${cid}/${width}.${format}`)),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe(`image/${format}`);
      expect(answer.raw.equals((answers[0] as (typeof answers)[0]).raw)).toBe(true);
    }
    const metadata = await sharp((answers[0] as (typeof answers)[0]).raw).metadata();
    expect(metadata.width).toBe(Math.min(width, 900));
  });

  it('is served in parts for a Range request', async () => {
    const get = (range: string, more = {}) => all.call('GET', `/media/${cid}`, { headers: { range, ...more } });
    const first = await get('bytes=0-99');
    expect([first.status, first.headers['content-range'], first.raw.equals(original.subarray(0, 100))]).toEqual([
      206,
      `bytes 0-99/${original.length}`,
      true,
    ]);
    const last = await get('bytes=-10');
    expect([last.status, last.raw.equals(original.subarray(-10))]).toEqual([206, true]);
    const rest = await get(`bytes=${original.length - 5}-`);
    expect([rest.status, rest.raw.length]).toEqual([206, 5]);
    expect((await get(`bytes=${original.length}-`)).status).toBe(416);
    for (const odd of ['bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-']) expect((await get(odd)).status).toBe(200);
    expect((await get('bytes=0-9', { 'if-range': '"other"' })).status).toBe(200);
  });

  it('is not sent again to a client that has it (304)', async () => {
    const { headers } = await all.call('GET', `/media/${cid}`);
    const again = await all.call('GET', `/media/${cid}`, { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.raw.length]).toEqual([304, 0]);
  });

  it('is described by HEAD without a body', async () => {
    const head = await all.call('HEAD', `/media/${cid}`);
    expect([head.status, head.headers['content-length'], head.raw.length]).toEqual([200, String(original.length), 0]);
  });

  it.each([
    '/media/bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4',
    '/media/..%2f..%2fetc%2fpasswd',
    '/media/%2e%2e%2f%2e%2e%2fetc%2fpasswd/320.webp',
    '/media/CID/321.webp',
    '/media/CID/0320.webp',
    '/media/CID/320.png',
    '/media/CID/320.webp%00.html',
    '/media/CID/..%2f640.webp',
    '/media/CID/__proto__',
  ])('is not served from %s', async (path) => {
    expect((await all.call('GET', path.replace('CID', cid))).status).toBe(404);
  });
});
