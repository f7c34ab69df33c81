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
