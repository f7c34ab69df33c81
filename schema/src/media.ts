import { z } from 'zod';

/** A picture as pages use it. Previews stand at `/media/{cid}/{width}.webp` (and `.avif`) for PREVIEW_WIDTHS. */
export const image = z.object({
  /** The original, immutable, by its CID. */
  url: z.string(),
  /** A still WebP 640 px wide, also for video, audio and 3D. */
  preview: z.string(),
  /** Base64 of a thumbhash, shown until the preview is there. */
  thumbhash: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  mimeType: z.string(),
});
export type Image = z.infer<typeof image>;

/** Types accepted as a token's file, by what their bytes say. */
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
