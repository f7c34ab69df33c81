import type { MimeType } from './media.sniff.ts';

/** Frames of a GIF; of an invalid file, those before the error. */
const framesOfGif = (bytes: Buffer, most: number): number => {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let frames = 0;
  let at = 13 + tableBytes(bytes[10] ?? 0);
  while (at < bytes.length && frames <= most) {
    const kind = bytes[at];
    if (kind === 0x2c) {
      frames++;
      at += 11 + tableBytes(bytes[at + 9] ?? 0);
    } else if (kind === 0x21) at += 2;
    else break;
    // Data comes in blocks; an empty one is the last.
    while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] as number);
    at++;
  }
  return frames;
};

/** Counts the chunks with a name in a file that is a sequence of chunks. */
const countChunks = (
  bytes: Buffer,
  most: number,
  form: { start: number; name: string; next: (at: number) => number },
) => {
  let frames = 0;
  for (let at = form.start; at + 8 <= bytes.length && frames <= most; at = form.next(at))
    if (bytes.toString('latin1', at, at + 8).includes(form.name)) frames++;
  return frames;
};

/** Counts the frames of an animation before a decoder allocates a record for each; stops above `most`. */
export const framesOf = (bytes: Buffer, type: MimeType, most: number): number => {
  switch (type) {
    case 'image/gif':
      return framesOfGif(bytes, most);
    case 'image/webp':
      return countChunks(bytes, most, {
        start: 12,
        name: 'ANMF',
        next: (at) => at + 8 + bytes.readUInt32LE(at + 4) + (bytes.readUInt32LE(at + 4) % 2),
      });
    case 'image/png':
      return countChunks(bytes, most, { start: 8, name: 'fcTL', next: (at) => at + 12 + bytes.readUInt32BE(at) });
    default:
      return 1;
  }
};
