import { z } from 'zod';

const encoded = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'must be base64url');

/** What a browser returns for the use of a passkey: WebAuthn's AuthenticationResponseJSON. Unknown fields are dropped. */
export const passkeyAssertion = z.object({
  id: encoded(1400),
  rawId: encoded(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded(4000),
    authenticatorData: encoded(2000),
    signature: encoded(400),
    userHandle: encoded(200).optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

/** What a browser returns for a new passkey: WebAuthn's RegistrationResponseJSON. Unknown fields are dropped. */
export const passkeyRegistration = z.object({
  id: encoded(1400),
  rawId: encoded(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded(4000),
    attestationObject: encoded(8000),
    transports: z.array(z.string().max(32)).max(8).optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
});
export type PasskeyRegistration = z.output<typeof passkeyRegistration>;
