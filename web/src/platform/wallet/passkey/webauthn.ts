import { WalletError, type WalletErrorCode } from '../wallet-error.ts';
import { fromBase64url, toBase64url } from './base64url.ts';

/** Whether this browser can make and use passkeys. False on the server and on pages without https. */
export const hasPasskeys = (): boolean =>
  typeof window !== 'undefined' &&
  window.isSecureContext &&
  typeof window.PublicKeyCredential === 'function' &&
  'credentials' in navigator;

let isKept: boolean | undefined;
/** The last answer of {@link keepsPasskeys}; undefined before the first. */
export const hasKeptPasskeys = (): boolean | undefined => isKept;
/** Whether this device keeps passkeys itself, by its fingerprint, face or PIN; without it they are on another one. */
export const keepsPasskeys = async (): Promise<boolean> => {
  // A browser that cannot tell says it by its prompt.
  isKept = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => true);
  return isKept;
};

/** A passkey's answer to a challenge. */
export type PasskeyAnswer = {
  credentialId: string;
  authenticatorData: Uint8Array;
  clientDataJSON: Uint8Array;
  signature: Uint8Array;
  /** In the form that the server reads. */ response: AuthenticationResponseJSON;
};
/** A passkey that was just made. */
export type NewPasskey = {
  credentialId: string;
  /** SubjectPublicKeyInfo. */ publicKey: Uint8Array;
  transports: string[];
  /** In the form that the server reads. */ response: RegistrationResponseJSON;
};

/** Browsers hide why a prompt failed: a cancelled one, a deleted passkey and a timeout are all `NotAllowedError`. */
const CODES: Record<string, WalletErrorCode> = {
  InvalidStateError: 'keyExists',
  SecurityError: 'keySite',
  NotSupportedError: 'keyUnsupported',
  ConstraintError: 'keyUnsupported',
};
const named = (error: unknown, cancelled: WalletErrorCode): WalletError => {
  const { name = '' } = (error ?? {}) as { name?: string };
  const isCancelled = name === 'NotAllowedError' || name === 'AbortError';
  return new WalletError(isCancelled ? cancelled : (CODES[name] ?? 'keyUnsupported'), error);
};

/** The open prompt. A browser has one at a time, and a new request replaces it. */
let open: AbortController | undefined;
const prompt = async <T>(cancelled: WalletErrorCode, work: (signal: AbortSignal) => Promise<T | null>): Promise<T> => {
  if (!hasPasskeys()) throw new WalletError('keyUnsupported');
  open?.abort();
  const own = new AbortController();
  open = own;
  try {
    const made = await work(own.signal);
    if (!made) throw new WalletError(cancelled);
    return made;
  } catch (error) {
    throw error instanceof WalletError ? error : named(error, cancelled);
  } finally {
    if (open === own) open = undefined;
  }
};

type DescriptorJSON = { id: string; type?: string; transports?: string[] };
const descriptors = (given: readonly DescriptorJSON[] | undefined): PublicKeyCredentialDescriptor[] =>
  (given ?? []).map(({ id, transports }) => ({
    id: fromBase64url(id),
    type: 'public-key',
    ...(transports ? { transports: transports as AuthenticatorTransport[] } : {}),
  }));

/** What every credential has in WebAuthn's JSON, besides the answer itself. */
const wireFormOf = (made: PublicKeyCredential) => ({
  id: made.id,
  rawId: made.id,
  type: 'public-key' as const,
  ...(made.authenticatorAttachment ? { authenticatorAttachment: made.authenticatorAttachment } : {}),
  clientExtensionResults: made.getClientExtensionResults() as AuthenticationExtensionsClientOutputsJSON,
});

/** Makes a passkey by the server's options, which asks the person. @throws WalletError `key…` */
export const createPasskey = async (options: PublicKeyCredentialCreationOptionsJSON): Promise<NewPasskey> => {
  const publicKey = {
    ...options,
    challenge: fromBase64url(options.challenge),
    user: { ...options.user, id: fromBase64url(options.user.id) },
    excludeCredentials: descriptors(options.excludeCredentials),
  } as PublicKeyCredentialCreationOptions;
  const made = (await prompt('keyNotMade', (signal) =>
    navigator.credentials.create({ publicKey, signal }),
  )) as PublicKeyCredential;
  const answer = made.response as AuthenticatorAttestationResponse;
  const key = answer.getPublicKey();
  if (!key) throw new WalletError('keyUnsupported');
  return {
    credentialId: made.id,
    publicKey: new Uint8Array(key),
    transports: answer.getTransports(),
    response: {
      ...wireFormOf(made),
      response: {
        clientDataJSON: toBase64url(answer.clientDataJSON),
        attestationObject: toBase64url(answer.attestationObject),
        authenticatorData: toBase64url(answer.getAuthenticatorData()),
        transports: answer.getTransports(),
        publicKey: toBase64url(key),
        publicKeyAlgorithm: answer.getPublicKeyAlgorithm(),
      },
    },
  };
};

/**
 * Lets the person confirm a challenge with a passkey: one of the allowed ones, or any of this site.
 * @throws WalletError `key…`
 */
export const askPasskey = async (options: PublicKeyCredentialRequestOptionsJSON): Promise<PasskeyAnswer> => {
  const publicKey = {
    ...options,
    challenge: fromBase64url(options.challenge),
    allowCredentials: descriptors(options.allowCredentials),
  } as PublicKeyCredentialRequestOptions;
  const made = (await prompt('keyCancelled', (signal) =>
    navigator.credentials.get({ publicKey, signal }),
  )) as PublicKeyCredential;
  const answer = made.response as AuthenticatorAssertionResponse;
  return {
    credentialId: made.id,
    authenticatorData: new Uint8Array(answer.authenticatorData),
    clientDataJSON: new Uint8Array(answer.clientDataJSON),
    signature: new Uint8Array(answer.signature),
    response: {
      ...wireFormOf(made),
      response: {
        clientDataJSON: toBase64url(answer.clientDataJSON),
        authenticatorData: toBase64url(answer.authenticatorData),
        signature: toBase64url(answer.signature),
        ...(answer.userHandle ? { userHandle: toBase64url(answer.userHandle) } : {}),
      },
    },
  };
};
