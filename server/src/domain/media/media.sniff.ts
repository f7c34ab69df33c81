import { TOKEN_MIME_TYPES } from '@skarb/schema/media';
import { open } from 'node:fs/promises';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';

export type MimeType = (typeof TOKEN_MIME_TYPES)[number];

/** Types that file-type names differently. */
const SAME: Record<string, MimeType> = {
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/opus': 'audio/ogg',
  'application/ogg': 'audio/ogg',
};

/** The bytes that identify the type of a file. */
export const headOf = async (path: string): Promise<Buffer> => {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** Whether it is an XML document with the root `svg`; HTML with an inline drawing is not. */
export const isSvg = (head: Uint8Array): boolean => {
  const text = Buffer.from(head.subarray(0, 64 * 1024)).toString('utf8');
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  /** Moves behind the next `mark`, or to the end. */
  const skip = (mark: string) => {
    const found = text.indexOf(mark, at);
    at = found < 0 ? text.length : found + mark.length;
  };
  // Declarations, comments and a document type may come before the root. One step for each, so that no text takes long.
  for (;;) {
    while (at < text.length && ' \t\r\n'.includes(text[at] as string)) at++;
    if (text.startsWith('<?', at)) skip('?>');
    else if (text.startsWith('<!--', at)) skip('-->');
    else if (text.slice(at, at + 9).toUpperCase() === '<!DOCTYPE') {
      const inside = text.indexOf('[', at);
      const end = text.indexOf('>', at);
      if (inside >= 0 && inside < end) skip(']');
      skip('>');
    } else return /^<(?:[a-zA-Z_][\w.-]{0,99}:)?svg[\s/>]/.test(text.slice(at, at + 120));
  }
};

/** The type of a file by its bytes; undefined when it is not supported. Ignores file names and content types. */
export const sniff = async (source: { path: string; head: Uint8Array } | Uint8Array): Promise<MimeType | undefined> => {
  const head = source instanceof Uint8Array ? source : source.head;
  if (isSvg(head)) return 'image/svg+xml';
  const found = await (source instanceof Uint8Array ? fileTypeFromBuffer(source) : fileTypeFromFile(source.path)).catch(
    () => undefined,
  );
  const mime = found?.mime.split(';')[0] ?? '';
  const type = SAME[mime] ?? mime;
  return (TOKEN_MIME_TYPES as readonly string[]).includes(type) ? (type as MimeType) : undefined;
};
