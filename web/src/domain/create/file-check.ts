import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE, UPLOAD_MAX_BYTES } from '@skarb/schema/limits';
import { HEAD_BYTES, IMAGE_MIME_TYPES, mayBeToken, TOKEN_MIME_TYPES } from '@skarb/schema/mime';

/** What is wrong with a file, as a key below `create.file`; undefined if it may be sent. */
export type FileProblem = 'type' | 'tooLarge' | 'imageTooLarge' | 'empty' | 'tooManyPixels' | 'unreadable';

/** Browsers have no type for GLB, and some have none for FLAC. */
const BY_ENDING: Record<string, string> = {
  glb: 'model/gltf-binary',
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  avif: 'image/avif',
};
/** Other names of the same types. */
const SAME: Record<string, string> = {
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/mp3': 'audio/mpeg',
  'image/jpg': 'image/jpeg',
};

/** The type of a file by its name and the browser; the server looks at its bytes. */
export const typeOf = ({ name, type }: Pick<File, 'name' | 'type'>): string =>
  (SAME[type] ?? type) || BY_ENDING[name.split('.').pop()?.toLowerCase() ?? ''] || '';

export const isImage = (file: Pick<File, 'name' | 'type'>): boolean => typeOf(file).startsWith('image/');

/** Checks that need no reading of the file. */
export const fileProblem = (
  file: Pick<File, 'name' | 'type' | 'size'>,
  kind: 'token' | 'image',
): FileProblem | undefined => {
  const types: readonly string[] = kind === 'token' ? TOKEN_MIME_TYPES : IMAGE_MIME_TYPES;
  if (!types.includes(typeOf(file))) return 'type';
  if (file.size === 0) return 'empty';
  if (file.size > UPLOAD_MAX_BYTES) return 'tooLarge';
  return isImage(file) && file.size > IMAGE_MAX_BYTES ? 'imageTooLarge' : undefined;
};

/** Also reads a picture's size and how other files begin, so that nobody waits for an upload that would be refused. */
export const deepFileProblem = async (file: File, kind: 'token' | 'image'): Promise<FileProblem | undefined> => {
  const problem = fileProblem(file, kind);
  // An SVG has no pixels until the server renders it.
  if (problem || typeOf(file) === 'image/svg+xml') return problem;
  // Not by playing it: the server accepts what this browser has no decoder for.
  if (!isImage(file)) return mayBeToken(await headOf(file), file.size) ? undefined : 'unreadable';
  const size = await pictureSize(file);
  if (!size) return 'unreadable';
  const { width, height } = size;
  return Math.max(width, height) > IMAGE_MAX_SIDE || width * height > IMAGE_MAX_PIXELS ? 'tooManyPixels' : undefined;
};

/** Empty for a file that cannot be read any more, as one that was moved since it was chosen. */
const headOf = async (file: File): Promise<Uint8Array> =>
  new Uint8Array(
    await file
      .slice(0, HEAD_BYTES)
      .arrayBuffer()
      .catch(() => new ArrayBuffer()),
  );

const pictureSize = (file: File): Promise<{ width: number; height: number } | null> =>
  new Promise((resolve) => {
    const url = URL.createObjectURL(file);
    const picture = new Image();
    const end = (size: { width: number; height: number } | null) => {
      URL.revokeObjectURL(url);
      resolve(size);
    };
    picture.onload = () => end({ width: picture.naturalWidth, height: picture.naturalHeight });
    picture.onerror = () => end(null);
    picture.src = url;
  });

export const TOKEN_ACCEPT = [...TOKEN_MIME_TYPES, '.glb', '.flac'].join(',');
export const IMAGE_ACCEPT = IMAGE_MIME_TYPES.join(',');
