import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { placeOf } from '../../platform/http/rate-limit.ts';
import { hashSecret, makeSecret } from './auth.tokens.ts';
import type { Client } from './session.store.ts';

const COOKIE = 'skarb.device';
/** The longest that browsers keep a cookie: 400 days. */
const COOKIE_SECONDS = 400 * 86_400;

const deviceOf = (request: FastifyRequest): string | undefined =>
  /(?:^|;\s*)skarb\.device=([\w-]{43})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1];

/** Where a call comes from; `deviceHash` is null for a client that keeps no cookies. */
export const clientOf = (request: FastifyRequest): Client => {
  const device = deviceOf(request);
  const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null;
  const isProgram = device === undefined && request.headers.origin === undefined;
  return {
    ip: request.ip,
    userAgent,
    deviceHash: device === undefined ? null : hashSecret(device),
    programHash: isProgram ? hashSecret(`${placeOf(request)} ${userAgent ?? ''}`) : null,
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
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${COOKIE}=${device}; Path=/api/auth; HttpOnly; SameSite=Lax; Max-Age=${COOKIE_SECONDS}${secure}`,
  );
  return { ...client, deviceHash: hashSecret(device) };
};
