import type { CreationOptions, RequestOptions } from '@skarb/schema/passkey';
import type { PasskeyAssertion, PasskeyRegistration } from '@skarb/schema/webauthn';
import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { concat, sha256, size, slice, stringToHex, toHex, type Address, type Hex } from 'viem';
import { siweHosts } from './siwe.rules.ts';

/** Lifetime of a challenge: 5 minutes. */
export const PASSKEY_SECONDS = 300;
/** The passkeys of one account. */
export const PASSKEYS_MAX = 10;
/** ECDSA with P-256 and SHA-256, the only algorithm that a smart account verifies. */
const ES256 = -7;

export type PasskeyFailure = { code: `passkey.${'expired' | 'invalid' | 'unknown' | 'counter'}`; message: string };
export const EXPIRED: PasskeyFailure = {
  code: 'passkey.expired',
  message: 'This took longer than 5 minutes, or was used already; start again',
};
export const INVALID: PasskeyFailure = {
  code: 'passkey.invalid',
  message: 'The passkey was not accepted: it is for another site or account, or did not verify you',
};
export const UNKNOWN: PasskeyFailure = {
  code: 'passkey.unknown',
  message: 'This passkey was removed from its account here; remove it from your device, too',
};
export const COUNTER: PasskeyFailure = {
  code: 'passkey.counter',
  message: 'This passkey was used elsewhere meanwhile, so somebody may have copied it; sign in another way',
};

/** Where passkeys may be used: the site they are for, and the origins of its pages. */
export type PasskeySite = { rpId: string; origins: string[] };
export const siteOf = ({ publicUrl, passkeyRpId }: { publicUrl: string; passkeyRpId: string }): PasskeySite => ({
  rpId: passkeyRpId,
  origins: siweHosts(publicUrl).map((host) => `${new URL(publicUrl).protocol}//${host}`),
});

/** A passkey as it was made by a device. */
export type NewPasskey = {
  credentialId: string;
  /** x and y. */
  publicKey: Hex;
  counter: number;
  transports: string[];
};

/** The user handle that a device keeps with a passkey: the account's uuid in 16 bytes. */
export const handleOf = (uuid: string): string => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');

/** The ERC-7913 signer of a passkey: the bytes by which a smart account knows it as a key. */
export const signerOf = (
  accounts: { passkeyVerifier: Address } | undefined,
  { publicKey, rpId }: { publicKey: Hex; rpId: string },
): Hex | null => (accounts ? concat([accounts.passkeyVerifier, publicKey, sha256(stringToHex(rpId))]) : null);

type Known = { credentialId: string; transports: string[] };
const descriptorsOf = (known: readonly Known[]) =>
  known.map(({ credentialId, transports }) => ({ id: credentialId, type: 'public-key' as const, transports }));

export const creationOptionsOf = (
  { rpId }: PasskeySite,
  { challenge, uuid, name, known }: { challenge: string; uuid: string; name: string; known: readonly Known[] },
): CreationOptions => ({
  challenge,
  rp: { id: rpId, name: 'Skarb' },
  user: { id: handleOf(uuid), name, displayName: name },
  pubKeyCredParams: [{ alg: ES256, type: 'public-key' }],
  timeout: PASSKEY_SECONDS * 1000,
  excludeCredentials: descriptorsOf(known),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
});

export const requestOptionsOf = (
  { rpId }: PasskeySite,
  { challenge, known }: { challenge: string; known: readonly Known[] },
): RequestOptions => ({
  challenge,
  rpId,
  timeout: PASSKEY_SECONDS * 1000,
  allowCredentials: descriptorsOf(known),
  userVerification: 'required',
});

/** What a browser wrote about a ceremony; undefined if it is not a JSON object, or of a page within another site's. */
export const clientDataOf = (encoded: string): { challenge: string } | undefined => {
  try {
    const data: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    const { challenge, crossOrigin } = data as { challenge?: unknown; crossOrigin?: unknown };
    return typeof challenge === 'string' && crossOrigin !== true ? { challenge } : undefined;
  } catch {
    return undefined;
  }
};

/** COSE's form of a P-256 key: the bytes before x, and those between x and y. */
const COSE_START = '0xa5010203262001215820';
const COSE_MIDDLE = '0x225820';
const COSE_BYTES = 77;
const toCose = (publicKey: Hex): Uint8Array<ArrayBuffer> => {
  const hex = concat([COSE_START, slice(publicKey, 0, 32), COSE_MIDDLE, slice(publicKey, 32)]);
  return new Uint8Array(Buffer.from(hex.slice(2), 'hex'));
};
const fromCose = (cose: Uint8Array): Hex | undefined => {
  const hex = toHex(cose);
  if (size(hex) !== COSE_BYTES) return undefined;
  const publicKey = concat([slice(hex, 10, 42), slice(hex, 45)]);
  return toHex(toCose(publicKey)) === hex ? publicKey : undefined;
};

/** The passkey in a browser's answer; undefined if it is not exactly what these options asked for. */
export const readRegistration = async (
  { rpId, origins }: PasskeySite,
  response: PasskeyRegistration,
  challenge: string,
): Promise<NewPasskey | undefined> => {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [ES256],
    });
    const publicKey = registrationInfo && fromCose(registrationInfo.credential.publicKey);
    if (!verified || !publicKey) return undefined;
    const { id, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey, counter, transports: response.response.transports ?? [] };
  } catch {
    return undefined;
  }
};

/** The signature counter of a valid assertion; undefined if it is not by this passkey, for this site and challenge. */
export const readAssertion = async (
  { rpId, origins }: PasskeySite,
  response: PasskeyAssertion,
  { challenge, credentialId, publicKey }: { challenge: string; credentialId: string; publicKey: Hex },
): Promise<number | undefined> => {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: rpId,
      requireUserVerification: true,
      // The stored counter is compared in the transaction that writes it.
      credential: { id: credentialId, publicKey: toCose(publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
};
