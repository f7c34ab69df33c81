/** A failure of the local stack for the terminal: what happened, and what to do about it. */
export class StackError extends Error {
  readonly advice: string;

  constructor(message: string, advice: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StackError';
    this.advice = advice;
  }
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
