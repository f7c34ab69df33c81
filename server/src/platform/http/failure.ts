import { isChainUnavailable } from '../chain/client.ts';
import { isDatabaseUnavailable } from '../db/database.ts';
import { AppError, unavailable } from './app-error.ts';

/** The error for a full or read-only disk, ours or PostgreSQL's; undefined for other errors. */
const storageFailure = (error: unknown): AppError | undefined => {
  switch ((error as { code?: string }).code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case '53100':
      return new AppError(507, 'storage.full', 'There is no room left to keep this, try again later', {
        retryAfterSeconds: 60,
        cause: error,
      });
    case 'EROFS':
    case '25006':
      return new AppError(503, 'storage.readOnly', 'Only reading works at the moment, try again in a minute', {
        retryAfterSeconds: 30,
        cause: error,
      });
    default:
      return undefined;
  }
};

/** Turns any error into one with a status and a code. Unknown errors become a 500 without details. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  const storage = storageFailure(error);
  if (storage) return storage;
  const failure = error as { statusCode?: number; code?: string };
  // A client that disconnects causes ECONNRESET, too; Fastify then adds a status. It says nothing about the database.
  if (failure.statusCode === undefined && isDatabaseUnavailable(error)) return unavailable('database', error);
  if (isChainUnavailable(error)) return unavailable('chain', error);
  // Text that PostgreSQL cannot store: a lone surrogate, or NUL in JSON.
  if (failure.code === '22021' || failure.code === '22P05')
    return new AppError(400, 'request.malformed', 'The text holds characters that cannot be kept', { cause: error });
  if (failure.code === '57014' || failure.code === '40P01' || failure.code === '40001')
    return new AppError(503, 'database.slow', 'This took too long, try again', { retryAfterSeconds: 2, cause: error });
  if (failure.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError(413, 'body.tooLarge', 'The body is too large');
  if (failure.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError(415, 'body.type', 'Send JSON');
  if (failure.statusCode && failure.statusCode >= 400 && failure.statusCode < 500)
    return new AppError(failure.statusCode, 'request.malformed', 'The request could not be read', { cause: error });
  return new AppError(500, 'internal', 'Something went wrong on our side', { cause: error });
};
