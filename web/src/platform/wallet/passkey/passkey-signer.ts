import { type AccountSigner, passkeySignature } from '../../../../../contracts/account/index.ts';
import { concat, hashTypedData, type Hex, hexToBytes, sha256, slice, stringToHex, toHex } from 'viem';
import { WalletError } from '../wallet-error.ts';
import { toBase64url } from './base64url.ts';
import type { askPasskey, PasskeyAnswer } from './webauthn.ts';

/** Where a passkey's key has its point and the hash of its site, after the verifier. */
const [X_AT, Y_AT, SITE_AT] = [20, 52, 84];

/** Whether a key is a passkey of this site. */
export const isKeyOfSite = (key: string, rpId: string): boolean => key.endsWith(sha256(stringToHex(rpId)).slice(2));

const bytes = (hex: Hex): Uint8Array<ArrayBuffer> => Uint8Array.from(hexToBytes(hex));

/** The key that made a passkey's answer; undefined if none of these did. */
const keyOfAnswer = async (answer: PasskeyAnswer, keys: readonly Hex[]): Promise<Hex | undefined> => {
  const own = slice(passkeySignature(answer), 0, 64);
  const signed = bytes(concat([toHex(answer.authenticatorData), sha256(answer.clientDataJSON)]));
  for (const key of keys) {
    const point = bytes(concat(['0x04', slice(key, X_AT, Y_AT), slice(key, Y_AT, SITE_AT)]));
    const publicKey = await crypto.subtle.importKey('raw', point, { name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'verify',
    ]);
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
    if (await crypto.subtle.verify(algorithm, publicKey, bytes(own), signed)) return key;
  }
  return undefined;
};

/** A signature of the form and length that passkeys of a site make, for estimates. */
const stubSignature = (origin: string): Hex => {
  const client = { type: 'webauthn.get', challenge: toBase64url(new Uint8Array(32)), origin, crossOrigin: false };
  const part = ['02', '20', '11'.repeat(32)].join('');
  return passkeySignature({
    authenticatorData: new Uint8Array(37).fill(0x11),
    clientDataJSON: new TextEncoder().encode(JSON.stringify(client)),
    signature: hexToBytes(`0x3044${part}${part}`),
  });
};

const descriptorOf = ({
  id,
  transports,
}: {
  id: string;
  transports?: string[];
}): PublicKeyCredentialDescriptorJSON => ({
  id,
  type: 'public-key',
  ...(transports?.length ? { transports } : {}),
});

export type SignerOptions = {
  rpId: string;
  origin: string;
  /** The account's passkeys of this site. */ keys: readonly Hex[];
  /** The passkey to ask for; without one the person chooses. */
  credential: { id: string; key: Hex; transports?: string[] } | undefined;
  ask: typeof askPasskey;
  /** Reports which passkey of this device has signed. */ onUsed: (credentialId: string, key: Hex) => void;
};

/** The passkeys of an account as one signer: whichever the person uses. @throws WalletError `key…` */
export const passkeySigner = (options: SignerOptions): AccountSigner => {
  const { rpId, keys, credential, ask, onUsed } = options;
  const first = credential?.key ?? keys[0];
  if (!first) throw new WalletError('keyMissing');
  let used = first;
  return {
    get key() {
      return used;
    },
    stub: stubSignature(options.origin),
    sign: async (data) => {
      const answer = await ask({
        challenge: toBase64url(hexToBytes(hashTypedData(data))),
        rpId,
        userVerification: 'required',
        ...(credential ? { allowCredentials: [descriptorOf(credential)] } : {}),
      });
      const key = answer.credentialId === credential?.id ? credential.key : await keyOfAnswer(answer, keys);
      if (!key) throw new WalletError('keyForeign');
      used = key;
      // A telephone that confirmed for this computer is another device.
      if (answer.response.authenticatorAttachment !== 'cross-platform') onUsed(answer.credentialId, key);
      return passkeySignature(answer);
    },
  };
};
