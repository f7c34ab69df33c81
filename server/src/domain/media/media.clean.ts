/**
 * Removes a picture's metadata about its maker (place, camera, times, comments) without changing a pixel: drops the
 * parts that carry it and copies all others. Colour profiles and animation stay. Every function throws a RangeError
 * for a file with an invalid structure.
 */
const broken = (what: string): never => {
  throw new RangeError(what);
};
const ascii = (bytes: Buffer, at: number, length: number) => bytes.toString('latin1', at, at + length);

/** ITU-T T.81 annex B. Kept: APP0 (JFIF), APP2 with a colour profile, APP14 (Adobe's colour transform), and the picture. */
export const cleanJpeg = (bytes: Buffer): Buffer => {
  if (bytes.readUInt16BE(0) !== 0xffd8) broken('no start of image');
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let at = 2;
  for (;;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
    if (bytes[at] !== 0xff) broken(`no marker at ${at}`);
    const marker = bytes[at + 1] ?? broken('cut off');
    // End of image. What follows it (a second picture, a maker's notes) is not part of it.
    if (marker === 0xd9) return Buffer.concat([...kept, bytes.subarray(at, at + 2)]);
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) broken('cut off');
    const isProfile = marker === 0xe2 && ascii(bytes, at + 4, 11) === 'ICC_PROFILE';
    const isApp = marker >= 0xe0 && marker <= 0xef;
    const isKept = marker === 0xe0 || marker === 0xee || isProfile || !(isApp || marker === 0xfe);
    if (isKept) kept.push(bytes.subarray(at, end));
    at = end;
    if (marker !== 0xda) continue;
    // Entropy-coded data lasts until a marker that is neither a stuffed zero nor a restart.
    const start = at;
    for (;;) {
      at = bytes.indexOf(0xff, at);
      if (at < 0 || at + 1 >= bytes.length) broken('no end of image');
      const next = bytes[at + 1] as number;
      if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) break;
      at += next === 0xff ? 1 : 2;
    }
    kept.push(bytes.subarray(start, at));
  }
};

/** PNG, third edition: chunks that draw. */
const PNG_KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT'.split(' '),
);
/** A PNG without texts, times and anything else that does not draw. @throws if its chunks are broken */
export const cleanPng = (bytes: Buffer): Buffer => {
  const kept: Buffer[] = [bytes.subarray(0, 8)];
  for (let at = 8; ;) {
    if (at + 12 > bytes.length) broken('no end');
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) broken('cut off');
    const name = ascii(bytes, at + 4, 4);
    if (PNG_KEPT.has(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(kept);
    at = end;
  }
};

/** RFC 9649: drops the chunks EXIF and XMP, and clears their flags in VP8X. */
export const cleanWebp = (bytes: Buffer): Buffer => {
  if (ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 4) !== 'WEBP') broken('no RIFF header');
  const total = Math.min(bytes.length, bytes.readUInt32LE(4) + 8);
  const kept: Buffer[] = [];
  for (let at = 12; at + 8 <= total;) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (at + 8 + length > total) broken('cut off');
    const name = ascii(bytes, at, 4);
    if (name === 'VP8X') {
      const chunk = Buffer.from(bytes.subarray(at, end));
      chunk[8] = (chunk[8] as number) & ~0b1100;
      kept.push(chunk);
    } else if (['ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L'].includes(name))
      kept.push(bytes.subarray(at, Math.min(end, total)));
    at = end;
  }
  const body = Buffer.concat(kept);
  const head = Buffer.alloc(12);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  head.write('WEBP', 8, 'latin1');
  return Buffer.concat([head, body]);
};

/** GIF89a: drops comments, plain text and application data except the loop count. */
export const cleanGif = (bytes: Buffer): Buffer => {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const afterBlocks = (from: number) => {
    let at = from;
    for (;;) {
      const length = bytes[at] ?? broken('cut off');
      at += 1 + length;
      if (length === 0) return at;
    }
  };
  let at = 13 + tableBytes(bytes[10] ?? broken('cut off'));
  // One buffer: an array of a million frames would need more memory than the file.
  const kept = Buffer.alloc(bytes.length);
  let length = 0;
  const keep = (end: number, start = at) => {
    length += bytes.copy(kept, length, start, end);
  };
  keep(at, 0);
  for (;;) {
    const kind = bytes[at] ?? broken('cut off');
    if (kind === 0x3b) {
      keep(at + 1);
      return kept.subarray(0, length);
    }
    if (kind === 0x2c) {
      // Image descriptor, colour table, code size, data.
      const end = afterBlocks(at + 10 + tableBytes(bytes[at + 9] ?? broken('cut off')) + 1);
      keep(end);
      at = end;
    } else if (kind === 0x21) {
      const label = bytes[at + 1];
      const end = afterBlocks(at + 2);
      const isLoop = label === 0xff && ['NETSCAPE2.0', 'ANIMEXTS1.0'].includes(ascii(bytes, at + 3, 11));
      if (label === 0xf9 || isLoop) keep(end);
      at = end;
    } else broken(`unknown block ${kind}`);
  }
};
