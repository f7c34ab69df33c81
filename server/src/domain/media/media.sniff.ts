import { TOKEN_MIME_TYPES } from '@skarb/schema/media';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';

export type MimeType = (typeof TOKEN_MIME_TYPES)[number];

/** What file-type calls a thing, where we call it otherwise. */
const SAME: Record<string, MimeType> = {
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/opus': 'audio/ogg',
  'application/ogg': 'audio/ogg',
};

/** Is it an XML document whose root is `svg`? HTML with a drawing in it is not. */
export const isSvg = (head: Uint8Array): boolean => {
  const text = Buffer.from(head.subarray(0, 64 * 1024)).toString('utf8');
  const root = text.replace(
    /^\uFEFF?\s*(?:<\?[^>]*\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>\s*)*/i,
    '',
  );
  return /^<(?:[a-zA-Z_][\w.-]*:)?svg[\s/>]/.test(root);
};

/** The type of a file by its bytes, or undefined when it is none that we take. Names and claims are not asked. */
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
