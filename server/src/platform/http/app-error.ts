import type { FieldError, Work } from '@skarb/schema/primitive';

/**
 * An error with an HTTP response: the status, a sentence for developers, and a stable code that the web app
 * translates.
 */
export class AppError extends Error {
  override name = 'AppError';
  readonly status: number;
  readonly code: string;
  readonly fields: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** A proof of work with which the same call succeeds at once. */
  readonly work: Work | undefined;
  constructor(
    status: number,
    code: string,
    message: string,
    options: { fields?: FieldError[]; retryAfterSeconds?: number; work?: Work; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.work = options.work;
  }
}

/** 400 with one entry for one field. `constraint` is a stable word, `message` a sentence. */
export const invalidField = (property: string, constraint: string, message: string) =>
  new AppError(400, 'invalid', `${property}: ${message}`, {
    fields: [{ property, constraints: { [constraint]: message } }],
  });
/** 400 with its own code about one field. @param constraint as in `invalidField`; the code by default */
export const refusedField = (property: string, code: string, message: string, constraint: string = code) =>
  new AppError(400, code, message, { fields: [{ property, constraints: { [constraint]: message } }] });
export const unauthorized = (code = 'auth.required', message = 'Sign in first') => new AppError(401, code, message);
export const forbidden = (code: string, message: string) => new AppError(403, code, message);
export const notFound = (what: string) => new AppError(404, `${what}.notFound`, `There is no such ${what}`);
export const conflict = (code: string, message: string) => new AppError(409, code, message);
export const unprocessable = (code: string, message: string) => new AppError(422, code, message);
export const tooMany = (seconds: number) =>
  new AppError(429, 'rate.limited', 'Too many requests, try again later', { retryAfterSeconds: seconds });
export const away = (what: 'database' | 'chain', cause?: unknown) =>
  new AppError(503, `${what}.away`, `The ${what} cannot be reached at the moment, try again in a few seconds`, {
    retryAfterSeconds: 2,
    cause,
  });
