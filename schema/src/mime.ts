/** Types accepted as a token's file, by their bytes. */
export const TOKEN_MIME_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/avif',
  'image/gif',
  'image/svg+xml',
  'video/mp4',
  'video/webm',
  'audio/mpeg',
  'audio/wav',
  'audio/ogg',
  'audio/flac',
  'model/gltf-binary',
] as const;
/** Types accepted as a picture (collections, avatars, backgrounds, posters). */
export const IMAGE_MIME_TYPES = TOKEN_MIME_TYPES.filter((type) => type.startsWith('image/'));

/** The bytes of a file that `mayBeToken` looks at. */
export const HEAD_BYTES = 12;
/** How files of these types begin, as Latin-1: ISO media (AVIF, MP4) and a drawing (SVG) have the rest further on. */
const BEGINNINGS =
  /^(?:\x89PNG|\xff\xd8\xff|\xff[\xe0-\xff]|GIF|RIFF|.{4}ftyp|.E\xdf\xa3|ID3|OggS|fLaC|\xef\xbb\xbf|[\s<])/s;

/**
 * Whether a file can be one that is accepted as a token's file, by how it begins. Refuses nothing that the server's look
 * at the whole file would take, so that an upload in vain is known before it.
 */
export const mayBeToken = (head: Uint8Array, size: number): boolean => {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  if (!text.startsWith('glTF')) return BEGINNINGS.test(text);
  // Binary glTF: its version, and the length of the whole file.
  const numbers = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return head.length >= HEAD_BYTES && numbers.getUint32(4, true) === 2 && numbers.getUint32(8, true) === size;
};
