import type { OwnFee } from './eip1193.ts';

/** Why a wallet did not fulfil a request. Each code has a text `wallet.error.<code>`. */
export type WalletErrorCode =
  | 'rejected'
  | 'pending'
  | 'missing'
  | 'locked'
  | 'wrongAccount'
  | 'wrongChain'
  | 'unsupported'
  | 'noGas'
  | 'wouldFail'
  | 'rpcAway'
  // Of a node, a bundler or a wallet that takes no more requests for a minute.
  | 'tooMany'
  | 'unknown'
  // Of passkeys: the prompt was cancelled, found no passkey or took too long; the same when one was to be made; the device has one already; this page is
  // not the site of the passkeys; the browser or the device has none; the chosen one belongs to another account; the
  // account has none here; one was made and no answer came when it was saved; one was made and cannot be saved any more.
  | 'keyCancelled'
  | 'keyNotMade'
  | 'keyExists'
  | 'keySite'
  | 'keyUnsupported'
  | 'keyForeign'
  | 'keyMissing'
  | 'keyUnsaved'
  | 'keyLost';

export class WalletError extends Error {
  override name = 'WalletError';
  readonly code: WalletErrorCode;
  constructor(code: WalletErrorCode, cause?: unknown) {
    super(`wallet: ${code}`, { cause });
    this.code = code;
  }

  /** The data a contract reverted with, if the node passed it on. */
  get revertData(): string | undefined {
    const { data } = (this.cause ?? {}) as { data?: unknown };
    return this.code === 'wouldFail' && typeof data === 'string' && data.length > 2 ? data : undefined;
  }

  /** Why the marketplace did not do it, if it said so: a code of the API, its words, and the fee for which it would. */
  get refusal(): { code: string; message: string; ownFee?: OwnFee } | undefined {
    const { data } = (this.cause ?? {}) as { data?: { code?: unknown; message?: unknown; ownFee?: OwnFee } };
    if (typeof data?.code !== 'string') return undefined;
    return { code: data.code, message: String(data.message ?? ''), ...(data.ownFee ? { ownFee: data.ownFee } : {}) };
  }
}

/** The error codes of an error and of the errors it wraps: wallets put them on either. */
const codesOf = (error: unknown): (number | string)[] => {
  const codes: (number | string)[] = [];
  for (
    let at = error as Record<string, unknown> | undefined, depth = 0;
    at && typeof at === 'object' && depth < 5;
    depth++
  ) {
    if (typeof at.code === 'number' || typeof at.code === 'string') codes.push(at.code);
    const data = at.data as { originalError?: Record<string, unknown> } | undefined;
    at = (data?.originalError ?? at.cause) as Record<string, unknown> | undefined;
  }
  return codes;
};

const textOf = (error: unknown): string => {
  const parts: string[] = [];
  for (
    let at = error as Record<string, unknown> | undefined, depth = 0;
    at && typeof at === 'object' && depth < 5;
    depth++
  ) {
    if (typeof at.message === 'string') parts.push(at.message);
    const data = at.data as Record<string, unknown> | undefined;
    if (data && typeof data === 'object' && typeof data.message === 'string') parts.push(data.message);
    at = at.cause as Record<string, unknown> | undefined;
  }
  return parts.join(' ').toLowerCase();
};

/**
 * Classifies an error of a wallet or an RPC, first by its EIP-1193 and JSON-RPC codes, then, because wallets use these
 * differently, by well-known phrases of its message.
 */
export const toWalletError = (error: unknown): WalletError => {
  if (error instanceof WalletError) return error;
  const { cause } = (error ?? {}) as { cause?: unknown };
  if (cause instanceof WalletError) return cause;
  const codes = codesOf(error);
  const text = textOf(error);
  const has = (...wanted: (number | string)[]) => wanted.some((code) => codes.includes(code));
  const named = (code: WalletErrorCode) => new WalletError(code, error);
  if (has(4001, 'ACTION_REJECTED', 5000) || /user (rejected|denied|cancel)|rejected by (the )?user/.test(text))
    return named('rejected');
  if (has(-32005, 429) || /rate.?limit|too many requests|status: 429/.test(text)) return named('tooMany');
  if (has(-32002)) return named('pending');
  if (
    /insufficient funds|insufficient balance for (gas|transfer)|gas required exceeds allowance|exceeds the balance/.test(
      text,
    )
  )
    return named('noGas');
  if (
    has(4902, 4901) ||
    /unrecognized chain|chain.{0,20}(mismatch|not (match|supported|added))|does not match.{0,30}chain/.test(text)
  )
    return named('wrongChain');
  if (has(4100)) return named('locked');
  if (has(4200, -32601) || /does not (exist|support)|not supported/.test(text)) return named('unsupported');
  if (
    has(4900) ||
    /failed to fetch|network ?error|timed? ?out|load failed|http request failed|econnrefused|could not connect/.test(
      text,
    )
  )
    return named('rpcAway');
  if (has(3) || /execution reverted|revert/.test(text)) return named('wouldFail');
  return named('unknown');
};
