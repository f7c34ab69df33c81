import { RECOVERY_CODES } from '@skarb/schema/limits';
import { Secret, TOTP } from 'otpauth';

/** Length of a time step in seconds, and how many steps a clock may be off in either direction (RFC 6238). */
const STEP_SECONDS = 30;
const WINDOW = 1;

const totpOf = (secret: string, label?: string) =>
  new TOTP({ issuer: 'Skarb', label: label ?? 'Skarb', algorithm: 'SHA1', digits: 6, period: STEP_SECONDS, secret });

/** A new secret: 160 bits, base32. */
export const makeTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The content of the QR code. @param label the account's name in the app */
export const otpauthUrl = (secret: string, label: string): string => totpOf(secret, label).toString();

/**
 * The number of the time step that a code belongs to; null when it matches no step near now.
 * @param now in milliseconds
 */
export const stepOfCode = (secret: string, code: string, now: number): number | null => {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, window: WINDOW, timestamp: now });
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta;
};

/** Whether the input has the form of an app's code, not of a recovery code. */
export const isAppCode = (code: string): boolean => /^\d{1,8}$/.test(plainCode(code));

/** Letters and digits that are not confused with one another on paper. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_LENGTH = 10;

/** New recovery codes such as `k7mwp-3xq9t`, 49 bits each. @param random returns an integer in [0, below) */
export const makeRecoveryCodes = (random: (below: number) => number): string[] => {
  const one = () =>
    Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[random(RECOVERY_ALPHABET.length)]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => one().replace(/^(.{5})/, '$1-'));
};

/** Normalizes a typed code: lower case, without spaces and hyphens. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();
