/** Bytes in the form in which WebAuthn's JSON has them. */
export const toBase64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa([...new Uint8Array(bytes)].map((byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
