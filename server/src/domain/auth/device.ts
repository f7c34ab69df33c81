import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { networkOf } from '../../platform/http/rate-limit.ts';
import { hashSecret, makeSecret } from './auth.tokens.ts';
import type { Client } from './session.store.ts';

/**
 * The name of the device cookie. Over https the prefix `__Host-` prevents other hosts of the same domain from setting
 * it (RFC 6265bis): an attacker who sets a browser's cookie could confirm mails in its place. Over http the cookie was
 * once `skarb.device`, for a narrower path.
 */
export const deviceCookieOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl.startsWith('https:') ? '__Host-skarb.device' : 'skarb.browser';
/** The longest time that browsers keep a cookie: 400 days. */
const COOKIE_SECONDS = 400 * 86_400;

const deviceOf = (request: FastifyRequest): string | undefined => {
  const start = `${request.server.deviceCookie}=`;
  const pair = request.headers.cookie?.split(/;\s*/).find((one) => one.startsWith(start));
  const device = pair?.slice(start.length);
  return device && /^[\w-]{43}$/.test(device) ? device : undefined;
};

/** The client of a request; `deviceHash` is null for a client without cookies. */
export const clientOf = (request: FastifyRequest): Client => {
  const device = deviceOf(request);
  const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null;
  const isProgram = device === undefined && request.headers.origin === undefined;
  const work = request.headers['skarb-work'];
  const networkAddress = networkOf(request);
  return {
    ip: request.ip,
    networkAddress,
    userAgent,
    deviceHash: device === undefined ? null : hashSecret(device),
    session: request.caller?.session ?? null,
    programHash: isProgram ? hashSecret(`${networkAddress} ${userAgent ?? ''}`) : null,
    work: typeof work === 'string' ? work.slice(0, 600) : undefined,
  };
};

/**
 * Whether a call comes from the browser with a device hash. A program without cookies (not a browser) always
 * passes: it does not open links by mistake.
 */
export const isFromDevice = (request: FastifyRequest, deviceHash: string | null): boolean => {
  const { deviceHash: own } = clientOf(request);
  return own === null ? request.headers.origin === undefined : own === deviceHash;
};

/**
 * The client of a request that opens a session: sets a device cookie for a browser without one. Scripts cannot read the
 * cookie, so an attacker who copies the tokens from local storage does not have it.
 */
export const clientWithDevice = (
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Client => {
  const client = clientOf(request);
  if (client.deviceHash !== null) return client;
  const device = makeSecret();
  // The prefix requires the path `/` and https. Keys of an account are below /api/account.
  const scope = publicUrl.startsWith('https:') ? 'Path=/; Secure' : 'Path=/api';
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
