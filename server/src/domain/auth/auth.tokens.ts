import { ACCESS_TOKEN_SECONDS } from '@skarb/schema/limits';
import { jwtVerify, SignJWT } from 'jose';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';
import { unauthorized } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';

const secretOf = (config: Pick<Config, 'jwtSecret'>) => new TextEncoder().encode(config.jwtSecret);

/** The content of an access token. The user's permissions are looked up at each call. */
export type Named = Pick<Caller, 'uuid' | 'session'>;

/** A bearer token that identifies the user and their session for 15 minutes. */
export const makeAccessToken = (config: Pick<Config, 'jwtSecret'>, { uuid, session }: Named): Promise<string> =>
  new SignJWT({ session })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(uuid)
    .setIssuer('skarb')
    .setIssuedAt()
    .setExpirationTime(`${ACCESS_TOKEN_SECONDS}s`)
    .sign(secretOf(config));

/** @throws AppError 401 `auth.expired` or `auth.invalid` */
export const readAccessToken = async (config: Pick<Config, 'jwtSecret'>, token: string): Promise<Named> => {
  try {
    const { payload } = await jwtVerify(token, secretOf(config), {
      issuer: 'skarb',
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'session', 'exp'],
    });
    return { uuid: payload.sub as string, session: payload.session as string };
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_JWT_EXPIRED'
      ? unauthorized('auth.expired', 'The access token has ended')
      : unauthorized('auth.invalid', 'The access token is not valid');
  }
};

/** An opaque secret for refresh tokens and mail links: 256 random bits, base64url. */
export const makeSecret = (): string => randomBytes(32).toString('base64url');
/**
 * The refresh token that succeeds another. It is the same on every server and at each call, so that it can be returned
 * again although only hashes are stored.
 */
export const succeedingToken = (config: Pick<Config, 'jwtSecret'>, refreshToken: string): string =>
  createHmac('sha256', config.jwtSecret).update(`refresh ${refreshToken}`).digest('base64url');
/** The hash that is stored of such a secret. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
