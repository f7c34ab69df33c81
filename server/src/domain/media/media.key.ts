import type { PREVIEW_WIDTHS } from '@skarb/schema/limits';

export type PreviewWidth = (typeof PREVIEW_WIDTHS)[number];
export type PreviewFormat = 'webp' | 'avif';
/** Made at upload, because every list shows them; the others on first request. */
export const EAGER: PreviewWidth[] = [640, 320];

const EXTENSION: Record<string, string> = {
  'image/jpeg': 'jpg',
  'audio/mpeg': 'mp3',
  'model/gltf-binary': 'glb',
};
/** The extension of a stored file, without the dot. */
export const extensionOf = (mimeType: string): string => EXTENSION[mimeType] ?? (mimeType.split('/')[1] as string);

/** The keys of a file and of its previews in the blob store. */
export const originalKey = (cid: string) => `original/${cid.slice(-2)}/${cid}`;
export const previewKey = (cid: string, width: PreviewWidth, format: PreviewFormat) =>
  `preview/${cid.slice(-2)}/${cid}/${width}.${format}`;
