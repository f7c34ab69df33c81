import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

/** Where media are served, as answers name them: an original or one of its previews. */
const MEDIA_PATH = /^\/media\/baf(?:krei|ybei)[a-z2-7]{52}(?:\/\d{3,4}\.webp)?$/;

/**
 * Media on a host of their own: what people upload and what the pages keep in the browser never share an origin. That
 * host serves media and nothing else; elsewhere their paths lead on to it. Answers name them by their whole address.
 * @param mediaUrl the host's origin; undefined where media are on the origin of the pages
 * @returns how answers become JSON
 */
export const addMediaHost = (app: FastifyInstance, mediaUrl: string | undefined): ((answer: unknown) => string) => {
  if (mediaUrl === undefined) return JSON.stringify;
  const { host } = new URL(mediaUrl);
  app.addHook('onRequest', async (request, reply) => {
    const isMedia = request.url.startsWith('/media/');
    if (request.host === host) {
      if (!isMedia) throw new AppError(404, 'route.notFound', 'This host serves media alone');
    } else if (isMedia)
      return reply
        .headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
        .redirect(mediaUrl + request.url, 308);
  });
  // At the one place that all answers pass: cards are kept ready made in the database, by path.
  const whole = (_key: string, value: unknown) =>
    typeof value === 'string' && MEDIA_PATH.test(value) ? mediaUrl + value : value;
  const stringify = (answer: unknown) => JSON.stringify(answer, whole);
  app.setReplySerializer(stringify);
  return stringify;
};
