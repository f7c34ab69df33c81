/**
 * Removes what an MP4 says about its maker (place, camera, times, comments) without moving a byte: the boxes that carry it
 * become free space. The picture and the sound stay as they are. ISO/IEC 14496-12; QuickTime's tags are in the same boxes.
 */
import { open, type FileHandle } from 'node:fs/promises';

/** Some hundred boxes are above the samples; a file of fragments has two more for each second. */
const BOXES_MAX = 50_000;
/** Of `moov`, `trak` and `mdia` in each other. */
const DEPTH_MAX = 3;
const ZEROS = Buffer.alloc(64 * 1024);

/** A file, and how many of its boxes may still be read. */
type Film = { file: FileHandle; left: number };
type Box = { type: string; at: number; body: number; end: number };

const TAGS = new Set(['udta', 'meta', 'uuid']);
const PARENTS = new Set(['moov', 'trak', 'mdia']);
/** Boxes that begin with the times of creation and change, after their version and flags. */
const TIMED = new Set(['mvhd', 'tkhd', 'mdhd']);

const read = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
};

/** The boxes of a part of the file. Ends at one that is damaged: a player ends there too. */
const boxesIn = async (film: Film, from: number, to: number): Promise<Box[]> => {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to && film.left-- > 0;) {
    const head = await read(film.file, at, 16);
    if (head.length < 8) break;
    const small = head.readUInt32BE(0);
    const isLarge = small === 1;
    if (isLarge && head.length < 16) break;
    const size = isLarge ? Number(head.readBigUInt64BE(8)) : small === 0 ? to - at : small;
    const body = at + (isLarge ? 16 : 8);
    if (at + size < body || at + size > to) break;
    boxes.push({ type: head.toString('latin1', 4, 8), at, body, end: at + size });
    at += size;
  }
  return boxes;
};

const zero = async (file: FileHandle, from: number, to: number): Promise<void> => {
  for (let at = from; at < to; at += ZEROS.length) await file.write(ZEROS, 0, Math.min(ZEROS.length, to - at), at);
};
const free = async (file: FileHandle, { at, body, end }: Box): Promise<void> => {
  await file.write(Buffer.from('free', 'latin1'), 0, 4, at + 4);
  await zero(file, body, end);
};

/**
 * Whether a track has no picture and no sound but data about them, as cameras note places. Without the track no player
 * finds it.
 */
const isAboutOthers = async (film: Film, track: Box): Promise<boolean> => {
  for (const media of await boxesIn(film, track.body, track.end)) {
    if (media.type !== 'mdia') continue;
    for (const box of await boxesIn(film, media.body, media.end))
      if (box.type === 'hdlr') return (await read(film.file, box.body + 8, 4)).toString('latin1') === 'meta';
  }
  return false;
};

const clean = async (film: Film, from: number, to: number, depth = 0): Promise<void> => {
  const { file } = film;
  for (const box of await boxesIn(film, from, to)) {
    if (TAGS.has(box.type) || (box.type === 'trak' && (await isAboutOthers(film, box)))) await free(file, box);
    else if (PARENTS.has(box.type) && depth < DEPTH_MAX) await clean(film, box.body, box.end, depth + 1);
    else if (TIMED.has(box.type) && box.end - box.body >= 20) {
      const [version] = await read(file, box.body, 1);
      await zero(file, box.body + 4, box.body + (version === 1 ? 20 : 12));
    }
  }
};

/** Cleans an MP4 in place; its size stays. */
export const cleanMp4 = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  try {
    await clean({ file, left: BOXES_MAX }, 0, (await file.stat()).size);
  } finally {
    await file.close();
  }
};
