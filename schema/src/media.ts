import { z } from 'zod';

/** A picture for pages. Previews are at `/media/{cid}/{width}.webp` (and `.avif`) for PREVIEW_WIDTHS. */
export const image = z.object({
  /** The original, immutable, by its CID. */
  url: z.string(),
  /** A still WebP 640 px wide, also for video, audio and 3D. */
  preview: z.string(),
  /** Base64 of a thumbhash, shown until the preview has loaded. */
  thumbhash: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  mimeType: z.string(),
});
export type Image = z.infer<typeof image>;

export { TOKEN_MIME_TYPES } from './mime.ts';
