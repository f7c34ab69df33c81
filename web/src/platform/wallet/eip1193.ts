/** The interface of every wallet (EIP-1193). */
export type Eip1193Provider = {
  request(args: { method: string; params?: unknown }): Promise<unknown>;
  on?(event: string, listener: (...args: never[]) => void): unknown;
  removeListener?(event: string, listener: (...args: never[]) => void): unknown;
};

/** A network as `GET /network` returns it. */
export type WalletNetwork = {
  chainId: number;
  humanName: string;
  rpcUrl: string;
  explorerUrl: string | null;
  nativeSymbol: string;
  /** The network drops transactions with a lower tip: wei per unit of gas. */
  leastTip?: string;
};

/** A call that pays the network fee of what an account does by keys: native coin to the operator, in wei. */
export type OwnFee = { to: string; value: string };
/** Our own part of a request to keys: the fee (`OwnFee`) that the person agreed to pay for this request. */
export const OWN_FEE = 'skarbOwnFee';
export type Agreement = { [OWN_FEE]?: OwnFee };

export const toHexNumber = (value: number | bigint): `0x${string}` => `0x${value.toString(16)}`;

/** Encodes text as the hex of its UTF-8 bytes, the form that `personal_sign` takes. */
export const toHexText = (text: string): `0x${string}` =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
