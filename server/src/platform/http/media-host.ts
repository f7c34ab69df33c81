import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import { serialize } from './json-text.ts';

/** The path of a media file in responses: an original or one of its previews. */
const MEDIA_PATH = /^\/media\/baf(?:krei|ybei)[a-z2-7]{52}(?:\/\d{3,4}\.webp)?$/;
/** The same as a whole text within JSON, where a quote inside of a text has a backslash before it. */
const MEDIA_TEXT = /"(\/media\/baf(?:krei|ybei)[a-z2-7]{52}(?:\/\d{3,4}\.webp)?)"/g;

/**
 * Serves media from a separate host, so that uploaded files never share an origin with the pages and their storage.
 * That host serves nothing else; other hosts redirect media to it. Responses contain media as absolute URLs.
 * @param mediaUrl the host's origin; undefined if media are served with the pages
 * @returns the function that serializes responses
 */
export const addMediaHost = (
  app: FastifyInstance,
  mediaUrl: string | undefined,
): ((answer: unknown) => string | Buffer) => {
  const writeBy = (stringify: (answer: unknown) => string | Buffer) => {
    // Fastify sends a Buffer as it is, which its types do not say.
    app.setReplySerializer(stringify as (answer: unknown) => string);
    return stringify;
  };
  if (mediaUrl === undefined) return writeBy((answer) => serialize(answer));
  const { host } = new URL(mediaUrl);
  app.addHook('onRequest', async (request, reply) => {
    const isMedia = request.url.startsWith('/media/');
    if (request.host === host) {
      if (!isMedia) throw new AppError(404, 'route.notFound', 'This host serves media only');
    } else if (isMedia)
      return reply
        .headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
        .redirect(mediaUrl + request.url, 308);
  });
  // Replaced in the serializer of all responses: the database stores token cards with paths.
  const whole = (_key: string, value: unknown) =>
    typeof value === 'string' && MEDIA_PATH.test(value) ? mediaUrl + value : value;
  return writeBy((answer) =>
    serialize(
      answer,
      (value) => JSON.stringify(value, whole),
      (bytes) => Buffer.from(bytes.toString().replace(MEDIA_TEXT, (_all, path: string) => `"${mediaUrl}${path}"`)),
    ),
  );
};
