import { z } from 'zod';
import { tokensAndUser, username } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { PASSKEY_NAME_MAX } from './limits.ts';
import { address, hex, one, time, uuid } from './primitive.ts';
import { passkeyAssertion, passkeyRegistration } from './webauthn.ts';

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** A passkey of the signed-in user. */
const passkey = z.object({
  /** Also the second part of its id in `/auth/way`. */
  id: uuid,
  name: z.string(),
  /** The ERC-7913 signer that it is as a key of a smart account; null where the network has none. */
  key: hex.nullable(),
  createdAt: time,
  /** Null until it signs in or proves identity. */
  lastUsedAt: time.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/** The smart account that the new passkey opened; null if none was asked for, or the person has to sign for it first. */
const account = address.nullable();

/** WebAuthn's PublicKeyCredentialCreationOptions in JSON. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
  timeout: z.number().int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type CreationOptions = z.infer<typeof creationOptions>;

/** WebAuthn's PublicKeyCredentialRequestOptions in JSON. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  allowCredentials: z.array(descriptor),
  userVerification: z.literal('required'),
});
export type RequestOptions = z.infer<typeof requestOptions>;

/** Signing in with passkeys, and making them. All options are valid once and for 5 minutes. */
export const passkeyEndpoints = {
  registerOptions: endpoint({
    method: 'POST',
    path: '/auth/passkey/register/options',
    summary: 'Options for a new passkey: of the caller, or without a token of a new person',
    access: 'optional',
    changesNothingPublic: true,
    /** Of a new person: also the name that their device shows. */
    body: z.object({ username: username.optional() }),
    response: one(z.object({ options: creationOptions })),
  }),
  register: endpoint({
    method: 'POST',
    path: '/auth/passkey/register/verify',
    summary: 'Add a new passkey to the caller’s account; without a token, create an account and sign in to it',
    access: 'optional',
    body: z.object({
      response: passkeyRegistration,
      name: z.string().trim().min(1).max(PASSKEY_NAME_MAX).optional(),
      /** Also make it the first key of a smart account, which becomes the person's wallet if they have none. */
      hasAccount: z.boolean().optional(),
    }),
    response: one(z.union([tokensAndUser.extend({ passkey, account }), z.object({ passkey, account })])),
  }),
  loginOptions: endpoint({
    method: 'POST',
    path: '/auth/passkey/login/options',
    summary: 'Options for signing in with any passkey of this site; for a signed-in caller, with one of their own',
    access: 'optional',
    changesNothingPublic: true,
    body: z.object({}),
    response: one(z.object({ options: requestOptions })),
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/passkey/login/verify',
    summary: 'Sign in with a passkey, which needs no second factor',
    access: 'public',
    body: z.object({ response: passkeyAssertion }),
    response: one(tokensAndUser),
  }),
};
