/** An error of a wallet as EIP-1193 specifies it. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, options: { data?: unknown; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.data = options.data;
  }
}
