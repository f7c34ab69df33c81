import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanMp4 } from './media.clean-video.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'skarb-film-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const text = (value: string) => Buffer.from(value, 'latin1');
/** A time, in four bytes. */
const TIME = '\xee\xee\xee\xee';
const PLACE = text('+50.4501+030.5234/');
/** The times of creation and change, then what follows them. */
const timed = (type: string, version: 0 | 1) =>
  box(type, Buffer.from([version, 0, 0, 0]), Buffer.alloc(version === 1 ? 16 : 8, 0xee), Buffer.alloc(80, 0x11));
const track = (handler: string, ...more: Buffer[]) =>
  box('trak', timed('tkhd', 1), box('mdia', timed('mdhd', 0), box('hdlr', Buffer.alloc(8), text(handler))), ...more);
const cleaned = async (film: Buffer): Promise<Buffer> => {
  const path = join(folder, 'film.mp4');
  writeFileSync(path, film);
  await cleanMp4(path);
  return readFileSync(path);
};
const MOVING = box('ftyp', text('isom'), Buffer.alloc(4));
const SAMPLES = box('mdat', Buffer.alloc(1000, 0x77));

describe('an MP4', () => {
  it('keeps its picture, its sound and the place of each byte, and says nothing about its maker', async () => {
    const film = Buffer.concat([
      MOVING,
      box('uuid', text('an XMP packet'), PLACE),
      SAMPLES,
      box(
        'moov',
        timed('mvhd', 0),
        box('udta', box('\xa9xyz', PLACE), box('\xa9mak', text('Camera of Ann'))),
        box('meta', text('com.apple.quicktime.location.ISO6709'), PLACE),
        track('vide', box('udta', box('name', text('Home of Ann')))),
        track('soun'),
        track('meta', text('gpmd'), PLACE),
      ),
    ]);
    const clean = await cleaned(film);
    expect(clean).toHaveLength(film.length);
    for (const said of ['50.4501', 'Camera', 'Home', 'XMP', 'quicktime', 'gpmd', TIME])
      expect(clean.includes(text(said)), said).toBe(false);
    expect(clean.includes(SAMPLES)).toBe(true);
    expect(clean.indexOf(SAMPLES)).toBe(film.indexOf(SAMPLES));
    for (const kept of ['vide', 'soun']) expect(clean.indexOf(text(kept))).toBe(film.indexOf(text(kept)));
    // What comes after the times stays.
    expect(clean.filter((byte) => byte === 0x11)).toHaveLength(80 * 5);
  });

  it.each<[string, Buffer]>([
    ['without boxes', Buffer.concat([MOVING, Buffer.alloc(100)])],
    ['with a box that is larger than the file', Buffer.concat([MOVING, box('moov').fill(0xff, 0, 4)])],
    ['with a box that is smaller than its head', Buffer.concat([MOVING, Buffer.from('000000046d6f6f76', 'hex')])],
    ['that is cut off', Buffer.concat([MOVING, box('moov', timed('mvhd', 0))]).subarray(0, -60)],
  ])('%s stays as it is', async (_, film) => {
    expect(await cleaned(film)).toEqual(film);
  });

  it('with boxes in each other without end is read to a bounded depth', async () => {
    let film = box('udta', PLACE);
    for (let depth = 0; depth < 10_000; depth++) film = box('moov', film);
    expect(await cleaned(film)).toHaveLength(film.length);
  });

  it('whose last box has no length of its own, or one of 64 bits, is cleaned as well', async () => {
    const open = box('moov', box('udta', PLACE));
    open.writeUInt32BE(0);
    expect((await cleaned(open)).includes(PLACE)).toBe(false);
    const tags = box('udta', PLACE);
    const large = Buffer.concat([Buffer.from('000000016d6f6f76', 'hex'), Buffer.alloc(8), tags]);
    large.writeBigUInt64BE(BigInt(large.length), 8);
    expect((await cleaned(large)).includes(PLACE)).toBe(false);
  });
});
