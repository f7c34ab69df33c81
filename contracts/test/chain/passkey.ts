/** A passkey made of a fixed P-256 key: it signs what a browser and an authenticator would. */
import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { type Address, bytesToHex, hashTypedData, type Hex, hexToBytes } from 'viem';
import { type AccountSigner, passkeyKey, passkeySignature } from '../../account/index.ts';

const SITE = 'skarb.test';
const FLAGS_PRESENT_AND_VERIFIED = 0x05;

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

function privateKeyOf(name: string): KeyObject {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(sha256(name));
  const point = pair.getPublicKey();
  const part = (from: number, to?: number) => point.subarray(from, to).toString('base64url');
  const d = sha256(name).toString('base64url');
  return createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d, x: part(1, 33), y: part(33) } });
}

/** The passkey with this name, always the same. */
export function passkey(name: string, passkeyVerifier: Address, site = SITE): AccountSigner {
  const privateKey = privateKeyOf(name);
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const authenticatorData = Uint8Array.from([...sha256(site), FLAGS_PRESENT_AND_VERIFIED, 0x11, 0x11, 0x11, 0x11]);
  const signHash = (hash: Hex): Hex => {
    const challenge = Buffer.from(hexToBytes(hash)).toString('base64url');
    const client = { type: 'webauthn.get', challenge, origin: `https://${site}`, crossOrigin: false };
    const clientDataJSON = new TextEncoder().encode(JSON.stringify(client));
    const signed = Uint8Array.from([...authenticatorData, ...sha256(clientDataJSON)]);
    // A zero byte in the signature, one time in five, would cost less gas: figures would differ from run to run.
    for (;;) {
      const made = passkeySignature({
        authenticatorData,
        clientDataJSON,
        signature: sign('sha256', signed, privateKey),
      });
      if (!hexToBytes(made).subarray(0, 64).includes(0)) return made;
    }
  };
  return {
    key: passkeyKey(passkeyVerifier, publicKey, SITE),
    stub: signHash(bytesToHex(sha256('stub'))),
    sign: async (data) => signHash(hashTypedData(data)),
  };
}
