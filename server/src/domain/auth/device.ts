import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { networkOf } from '../../platform/http/rate-limit.ts';
import { hashSecret, makeSecret } from './auth.tokens.ts';
import type { Client } from './session.store.ts';

/**
 * The cookie's name. Over https a prefix keeps other hosts of the same domain from setting it (`__Host-`, RFC 6265bis):
 * whoever could choose a browser's cookie could answer mails in its place.
 */
export const deviceCookieOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl.startsWith('https:') ? '__Host-skarb.device' : 'skarb.device';
/** The longest that browsers keep a cookie: 400 days. */
const COOKIE_SECONDS = 400 * 86_400;

const deviceOf = (request: FastifyRequest): string | undefined => {
  const start = `${request.server.deviceCookie}=`;
  const pair = request.headers.cookie?.split(/;\s*/).find((one) => one.startsWith(start));
  const device = pair?.slice(start.length);
  return device && /^[\w-]{43}$/.test(device) ? device : undefined;
};

/** Where a call comes from; `deviceHash` is null for a client that keeps no cookies. */
export const clientOf = (request: FastifyRequest): Client => {
  const device = deviceOf(request);
  const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null;
  const isProgram = device === undefined && request.headers.origin === undefined;
  const work = request.headers['skarb-work'];
  const place = networkOf(request);
  return {
    ip: request.ip,
    place,
    userAgent,
    deviceHash: device === undefined ? null : hashSecret(device),
    session: request.caller?.session ?? null,
    programHash: isProgram ? hashSecret(`${place} ${userAgent ?? ''}`) : null,
    work: typeof work === 'string' ? work.slice(0, 600) : undefined,
  };
};

/**
 * Whether a call comes from the browser of a device hash. A client without cookies that is no browser answers for itself:
 * nobody clicks a link in it by mistake.
 */
export const isFromDevice = (request: FastifyRequest, deviceHash: string | null): boolean => {
  const { deviceHash: own } = clientOf(request);
  return own === null ? request.headers.origin === undefined : own === deviceHash;
};

/**
 * The same for a call that opens a session: a browser without a device cookie gets one. Scripts of a page cannot read
 * it, so whoever copies the tokens from local storage does not have it.
 */
export const clientWithDevice = (
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Client => {
  const client = clientOf(request);
  if (client.deviceHash !== null) return client;
  const device = makeSecret();
  // The prefix asks for the whole host and for https.
  const scope = publicUrl.startsWith('https:') ? 'Path=/; Secure' : 'Path=/api/auth';
  reply.header(
    'set-cookie',
    `${request.server.deviceCookie}=${device}; ${scope}; HttpOnly; SameSite=Lax; Max-Age=${COOKIE_SECONDS}`,
  );
  return { ...client, deviceHash: hashSecret(device) };
};

declare module 'fastify' {
  interface FastifyInstance {
    /** The name of the device cookie. */
    deviceCookie: string;
  }
}
