/**
 * Keys of a smart account and their signatures, in exactly the form that the contracts read. Runs in the browser and in
 * the server.
 */
import {
  type Address,
  concat,
  domainSeparator,
  encodeAbiParameters,
  hashStruct,
  type Hex,
  hexToBigInt,
  numberToHex,
  sha256,
  size,
  stringToHex,
  toHex,
  toPrefixedMessage,
  type SignableMessage,
  type TypedDataDefinition,
  zeroHash,
} from 'viem';

/** A key of an account that can sign: a passkey (it hashes the typed data) or a wallet (it shows them). */
export type AccountSigner = {
  /** The ERC-7913 signer: {@link passkeyKey}, or a wallet's address. */
  key: Hex;
  /** A signature of the same length and cost, for estimates. */
  stub: Hex;
  /** Signs the EIP-712 hash of the data: a {@link passkeySignature}, or what `eth_signTypedData_v4` returns. */
  sign(data: TypedDataDefinition): Promise<Hex>;
};

/** What `navigator.credentials.get()` returns: the three parts of an AuthenticatorAssertionResponse. */
export type PasskeyAssertion = { authenticatorData: Uint8Array; clientDataJSON: Uint8Array; signature: Uint8Array };

/** The order of P-256. The contract refuses the higher of the two forms of `s`, which authenticators may return. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const SPKI_POINT_AT = 27;
const SPKI_BYTES = 91;

/**
 * The key of a passkey, which is bound to the site's `rpId`, in lower case as the API writes keys.
 * @param publicKey what `getPublicKey()` of the registration returns: SubjectPublicKeyInfo of a P-256 key
 * @throws RangeError for a key of another kind (only ES256, algorithm -7, can be verified on chain)
 */
export function passkeyKey(passkeyVerifier: Address, publicKey: Uint8Array, rpId: string): Hex {
  if (publicKey.length !== SPKI_BYTES || publicKey[SPKI_POINT_AT - 1] !== 4)
    throw new RangeError('Not an uncompressed P-256 key in SubjectPublicKeyInfo');
  const verifier = passkeyVerifier.toLowerCase() as Address;
  return concat([verifier, toHex(publicKey.subarray(SPKI_POINT_AT)), sha256(stringToHex(rpId))]);
}

/** A passkey's own signature, as PasskeyVerifier decodes it. Its challenge must be the signed hash. */
export function passkeySignature({ authenticatorData, clientDataJSON, signature }: PasskeyAssertion): Hex {
  const [r, s] = fromDer(signature);
  const text = new TextDecoder().decode(clientDataJSON);
  return encodeAbiParameters(
    [
      { type: 'uint256' },
      { type: 'uint256' },
      { type: 'uint256' },
      { type: 'uint256' },
      { type: 'bytes' },
      { type: 'bytes' },
    ],
    [
      r,
      s > ORDER / 2n ? ORDER - s : s,
      // Both are before the origin, and so before any character of more than one byte.
      BigInt(text.indexOf('"challenge":"')),
      BigInt(text.indexOf('"type":"')),
      toHex(authenticatorData),
      toHex(clientDataJSON),
    ],
  );
}

/** A signature with the key that made it, as the account reads it. */
export const withKey = (key: Hex, signature: Hex): Hex => concat([numberToHex(size(key), { size: 1 }), key, signature]);

/** The account's own signing domain. */
const accountDomain = (account: Address, chainId: number) => ({
  name: 'Skarb Account',
  version: '1',
  chainId,
  verifyingContract: account,
});

/** The typed data that a key signs, so that the account accepts a personal message (ERC-1271, ERC-7739). */
export function nestedMessage(message: SignableMessage, account: Address, chainId: number): TypedDataDefinition {
  return {
    domain: accountDomain(account, chainId),
    types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
    primaryType: 'PersonalSign',
    message: { prefixed: toPrefixedMessage(message) },
  };
}

/**
 * The typed data that a key signs, so that the account accepts other typed data, for example an order (ERC-1271,
 * ERC-7739).
 * @returns the nested data, and a function that makes the account's signature from that of the key
 */
export function nestedTypedData(
  data: TypedDataDefinition,
  account: Address,
  chainId: number,
): { nested: TypedDataDefinition; wrap(signature: Hex): Hex } {
  const { domain = {}, primaryType } = data;
  const types = withoutDomain(data.types as Types);
  const message = data.message as Record<string, unknown>;
  const fields = 'string name,string version,uint256 chainId,address verifyingContract,bytes32 salt'.split(',');
  const own = fields.map((field) => ({ type: field.split(' ')[0]!, name: field.split(' ')[1]! }));
  const nested: TypedDataDefinition = {
    domain,
    types: { ...types, TypedDataSign: [{ name: 'contents', type: primaryType }, ...own] },
    primaryType: 'TypedDataSign',
    message: { contents: message, ...accountDomain(account, chainId), salt: zeroHash },
  };
  // The explicit form of ERC-7739: all types in the order in which EIP-712 sorts them, then the name of the signed one.
  // The implicit form begins with the signed type and gives a different hash if that type refers to other types.
  const description = stringToHex(`${encodeTypes(types, primaryType)}${primaryType}`);
  const tail = concat([
    domainSeparator({ domain }),
    hashStruct({ data: message, primaryType, types }),
    description,
    numberToHex(size(description), { size: 2 }),
  ]);
  return { nested, wrap: (signature) => concat([signature, tail]) };
}

type Types = Record<string, readonly { name: string; type: string }[]>;

const withoutDomain = ({ EIP712Domain: _domain, ...types }: Types): Types => types;

function encodeTypes(types: Types, primaryType: string, found = new Set<string>()): string {
  const visit = (type: string) => {
    const name = type.replace(/\[.*$/, '');
    if (found.has(name) || !types[name]) return;
    found.add(name);
    for (const field of types[name]) visit(field.type);
  };
  visit(primaryType);
  return [...found]
    .sort()
    .map((name) => `${name}(${types[name]!.map((field) => `${field.type} ${field.name}`).join(',')})`)
    .join('');
}

/** The two numbers of an ECDSA signature in DER: 30 length 02 length r 02 length s. */
function fromDer(der: Uint8Array): [bigint, bigint] {
  const sizeOfR = der[3]!;
  const r = der.subarray(4, 4 + sizeOfR);
  const s = der.subarray(6 + sizeOfR, 6 + sizeOfR + der[5 + sizeOfR]!);
  return [hexToBigInt(toHex(r)), hexToBigInt(toHex(s))];
}
