import type { FastifyRequest } from 'fastify';
import { UPLOAD_MAX_BYTES } from '@skarb/schema/limits';
import type { FieldError } from '@skarb/schema/primitive';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeScratch } from '../scratch.ts';
import { AppError, invalidField } from './app-error.ts';
import { networkOf } from './rate-limit.ts';
import type { UploadSpace } from './upload-space.ts';

/** An uploaded file, on disk until the call ends. Name and type are the client's claims: detect the type before use. */
export type UploadedFile = {
  path: string;
  bytes: number;
  claimedName: string;
  claimedType: string;
  sha256: string;
  /** See `ownerOf`. */
  owner: string;
};

/** Who sends the request: an account, or a network address. */
export const ownerOf = (request: FastifyRequest): string => request.caller?.uuid ?? networkOf(request);

const FIELD_MAX_BYTES = 64 * 1024;
/** Bytes of a form besides its files: fields, headers of parts, preamble and epilogue. */
const FORM_MAX_BYTES = 4 * 1024 * 1024;
const MEGABYTES = `${UPLOAD_MAX_BYTES / 1024 / 1024} MB`;

const tooLarge = (property: string) =>
  new AppError(413, 'upload.tooLarge', `${property} is larger than ${MEGABYTES}`, {
    fields: [{ property, constraints: { maxSize: `at most ${MEGABYTES}` } }],
  });

/**
 * Reads a multipart form: files into a temporary folder, fields as text.
 * @param space counts the bytes as they arrive
 * @throws AppError 415 for another type of body, 413 when a file is too large, 503 when the space is used up
 */
export const readMultipart = async (
  request: FastifyRequest,
  wanted: Record<string, { required: boolean }>,
  space: Pick<UploadSpace, 'take'>,
) => {
  const fields: Record<string, unknown> = {};
  const files: Record<string, UploadedFile> = {};
  const digest = createHash('sha256');
  if (!request.isMultipart()) throw new AppError(415, 'upload.notMultipart', 'Send this form as multipart/form-data');
  const { path: folder, dispose } = await makeScratch();
  const owner = ownerOf(request);
  const most = Object.keys(wanted).length * UPLOAD_MAX_BYTES + FORM_MAX_BYTES;
  let received = 0;
  /** Stops reading at once; the code that waits for the rest of the form gets the error. */
  const stop = (error: unknown) => request.raw.emit('error', error);
  const onData = (chunk: Buffer) => {
    received += chunk.length;
    if (received > most) stop(new AppError(413, 'upload.tooLarge', 'The form is too large'));
    try {
      space.take(chunk.length);
    } catch (error) {
      stop(error);
    }
  };
  try {
    request.raw.on('data', onData);
    const parts = request.parts({
      limits: {
        fileSize: UPLOAD_MAX_BYTES,
        files: Object.keys(wanted).length,
        fields: 50,
        fieldSize: FIELD_MAX_BYTES,
        parts: 60,
      },
    });
    for await (const part of parts) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw invalidField(part.fieldname, 'maxLength', `${part.fieldname} is too long`);
        fields[part.fieldname] = part.value;
        continue;
      }
      if (!Object.hasOwn(wanted, part.fieldname) || part.filename === '' || Object.hasOwn(files, part.fieldname)) {
        part.file.resume();
        continue;
      }
      const path = join(folder, part.fieldname);
      const hash = createHash('sha256');
      let bytes = 0;
      const count = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          bytes += chunk.length;
          hash.update(chunk);
          done(null, chunk);
        },
      });
      part.file.once('limit', () => stop(tooLarge(part.fieldname)));
      await pipeline(part.file, count, createWriteStream(path));
      if (part.file.truncated) throw tooLarge(part.fieldname);
      const sha256 = hash.digest('hex');
      digest.update(`${part.fieldname}:${sha256};`);
      if (bytes > 0)
        files[part.fieldname] = { path, bytes, claimedName: part.filename, claimedType: part.mimetype, sha256, owner };
    }
  } catch (error) {
    await dispose();
    if (error instanceof AppError) throw error;
    const { code, syscall } = error as { code?: string; syscall?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE')
      throw new AppError(413, 'upload.tooLarge', `A file is larger than ${MEGABYTES}`, { cause: error });
    // Disk errors are the server's; all others mean a malformed or incomplete form.
    if (syscall !== undefined) throw error;
    throw new AppError(400, 'upload.malformed', 'The form could not be read', { cause: error });
  } finally {
    request.raw.off('data', onData);
  }
  /** Required files that are missing. */
  const missing = Object.entries(wanted)
    .filter(([name, { required }]) => required && !files[name])
    .map(([property]): FieldError => ({ property, constraints: { isNotEmpty: 'required' } }));
  return { fields, files, digest: digest.digest('hex'), missing, dispose };
};
