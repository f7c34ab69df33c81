/** A passkey in software, for tests: it makes and uses real WebAuthn bytes, and wrong ones where a test says so. */
import type { CreationOptions, RequestOptions } from '@skarb/schema/passkey';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const encode = (data: Uint8Array | string) => Buffer.from(data).toString('base64url');
const uint = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
/** CBOR's head of a byte string or text that is shorter than 65,536 bytes. */
const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([major + length])
    : length < 256
      ? Buffer.from([major + 24, length])
      : Buffer.concat([Buffer.from([major + 25]), uint(length, 2)]);
const text = (value: string) => Buffer.concat([head(0x60, value.length), Buffer.from(value)]);
const bytes = (value: Uint8Array) => Buffer.concat([head(0x40, value.length), value]);

/** What differs from an honest device and browser. */
export type Wrong = {
  rpId?: string;
  origin?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  isVerified?: boolean;
  /** COSE's number of the algorithm. */
  algorithm?: number;
  counter?: number;
  userHandle?: string;
};

/** A new passkey on a device of its own. `counter` is 0 for ever, as of passkeys that are synchronized. */
export const newAuthenticator = (site: { origin: string }) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let handle: string | undefined;
  const clientData = (type: string, options: { challenge: string }, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? options.challenge,
        origin: wrong.origin ?? site.origin,
        crossOrigin: wrong.crossOrigin ?? false,
      }),
    );
  const authData = (rpId: string, flags: number, wrong: Wrong, more: Uint8Array = new Uint8Array()) =>
    Buffer.concat([
      sha256(wrong.rpId ?? rpId),
      Buffer.from([flags | FLAGS.present | ((wrong.isVerified ?? true) ? FLAGS.verified : 0)]),
      uint(wrong.counter ?? 0, 4),
      more,
    ]);
  return {
    id: encode(id),
    /** `navigator.credentials.create()`, as JSON. */
    create: (options: CreationOptions, wrong: Wrong = {}) => {
      handle = options.user.id;
      const algorithm = wrong.algorithm ?? -7;
      const cose = Buffer.concat([
        Buffer.from('a50102', 'hex'),
        // A negative integer in CBOR: -1 - n.
        Buffer.from([0x03]),
        algorithm >= -24
          ? Buffer.from([0x20 + (-1 - algorithm)])
          : Buffer.concat([Buffer.from([0x39]), uint(-1 - algorithm, 2)]),
        Buffer.from('2001', 'hex'),
        Buffer.from('21', 'hex'),
        bytes(Buffer.from(x, 'base64url')),
        Buffer.from('22', 'hex'),
        bytes(Buffer.from(y, 'base64url')),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), uint(id.length, 2), id, cose]);
      const data = authData(options.rp.id, FLAGS.attested, wrong, attested);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(data),
      ]);
      return {
        id: encode(id),
        rawId: encode(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: encode(clientData('webauthn.create', options, wrong)),
          attestationObject: encode(attestation),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },
    /** `navigator.credentials.get()`, as JSON. */
    get: (options: RequestOptions, wrong: Wrong = {}) => {
      const client = clientData('webauthn.get', options, wrong);
      const data = authData(options.rpId, 0, wrong);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: encode(id),
        rawId: encode(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: encode(client),
          authenticatorData: encode(data),
          signature: encode(signature),
          ...((wrong.userHandle ?? handle) === undefined ? {} : { userHandle: wrong.userHandle ?? handle }),
        },
        clientExtensionResults: {},
      };
    },
  };
};
export type Authenticator = ReturnType<typeof newAuthenticator>;
