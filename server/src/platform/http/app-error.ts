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
/** 401: the caller is not signed in, or no longer. */
export const unauthorized = (code = 'auth.required', message = 'Sign in first') => new AppError(401, code, message);
/** 403: the caller may not do this, whatever they send. */
export const forbidden = (code: string, message: string) => new AppError(403, code, message);
/** 404 `<what>.notFound`: does not exist, or not for this caller. */
export const notFound = (what: string) => new AppError(404, `${what}.notFound`, `There is no such ${what}`);
/** 409: the state has changed; the request was right before. */
export const conflict = (code: string, message: string) => new AppError(409, code, message);
/** 422: valid, but impossible now, e.g. for lack of money. */
export const unprocessable = (code: string, message: string) => new AppError(422, code, message);
/** 429, to be tried again after so many seconds. */
export const tooMany = (seconds: number) =>
  new AppError(429, 'rate.limited', 'Too many requests, try again later', { retryAfterSeconds: seconds });
/** 503: a part of the server cannot be reached; try again in two seconds. */
export const unavailable = (what: 'database' | 'chain' | 'storage', cause?: unknown) =>
  new AppError(503, `${what}.away`, `The ${what} cannot be reached at the moment, try again in a few seconds`, {
    retryAfterSeconds: 2,
    cause,
  });
