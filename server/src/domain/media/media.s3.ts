import type * as Sdk from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { unavailable, notFound } from '../../platform/http/app-error.ts';
import { makeScratch } from '../../platform/scratch.ts';
import type { BlobStore } from './media.blobs.ts';

/** A bucket of any S3-compatible storage. Without an endpoint it is one of AWS. */
export type S3Settings = {
  endpoint: string | undefined;
  region: string;
  bucket: string;
  keyId: string;
  secret: string;
};

/** Until the storage has answered a question, or has begun to send an object. */
const ANSWER_MS = 5000;
const CONNECT_MS = 2000;
/** A connection on which nothing moves. A paused video reads on with a request for the rest. */
const IDLE_MS = 30_000;
/** The largest file has 100 MB. */
const PUT_MS = 120_000;
const SOCKETS = 64;
/** Sizes never change; only this many are remembered. */
const SIZES = 10_000;
const PAGE = 1000;

const isMissing = (error: unknown): boolean => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NotFound' || name === 'NoSuchKey' || $metadata?.httpStatusCode === 404;
};

const md5Of = async (source: Uint8Array | { path: string }): Promise<string> => {
  const hash = createHash('md5');
  if (source instanceof Uint8Array) hash.update(source);
  else for await (const part of createReadStream(source.path)) hash.update(part as Buffer);
  return hash.digest('base64');
};

type Client = { sdk: typeof Sdk; client: Sdk.S3Client };

/** The client takes 20 MB of memory, so it is loaded only where it is used. */
const connect = async ({ endpoint, region, keyId, secret }: S3Settings): Promise<Client> => {
  const sdk = await import('@aws-sdk/client-s3');
  const agent = { keepAlive: true, maxSockets: SOCKETS };
  const client = new sdk.S3Client({
    region,
    // Storages other than AWS rarely have a host name for each bucket.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    maxAttempts: 2,
    // Many storages do not know the newer checksums; Content-MD5 is known to all.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return { sdk, client };
};

/**
 * Stores blobs in a bucket, which any number of servers may share. Its methods throw AppError 503 `storage.away` when
 * the storage cannot be reached or refuses.
 */
export const s3Blobs = (settings: S3Settings): BlobStore => {
  const { bucket: Bucket } = settings;
  let connected: Promise<Client> | undefined;
  const sizes = new Map<string, number>();
  const remember = (key: string, bytes: number) => {
    if (sizes.size >= SIZES) sizes.delete(sizes.keys().next().value as string);
    sizes.set(key, bytes);
  };

  /** @param answerMs the time for the answer; an object's bytes may follow later */
  const ask = async <T>(work: (client: Client, abortSignal: AbortSignal) => Promise<T>, answerMs = ANSWER_MS) => {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), answerMs);
    try {
      return await work(await (connected ??= connect(settings)), abort.signal);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw unavailable('storage', error);
    } finally {
      clearTimeout(timer);
    }
  };

  /** The size as the storage knows it now: another server may have deleted the key. */
  const readSize = async (Key: string): Promise<number | undefined> => {
    const head = await ask(({ sdk, client }, abortSignal) =>
      client.send(new sdk.HeadObjectCommand({ Bucket, Key }), { abortSignal }),
    );
    if (head?.ContentLength === undefined) sizes.delete(Key);
    else remember(Key, head.ContentLength);
    return head?.ContentLength;
  };

  const stream: BlobStore['stream'] = async (Key, range) => {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const found = await ask(({ sdk, client }, abortSignal) =>
      client.send(new sdk.GetObjectCommand({ Bucket, Key, ...(Range && { Range }) }), { abortSignal }),
    );
    if (found?.Body) return found.Body as Readable;
    sizes.delete(Key);
    throw notFound('media');
  };

  async function* list(prefix?: string): AsyncGenerator<{ key: string; bytes: number }> {
    for (let after: string | undefined; ;) {
      const page = await ask(({ sdk, client }, abortSignal) =>
        client.send(
          new sdk.ListObjectsV2Command({
            Bucket,
            MaxKeys: PAGE,
            ...(prefix && { Prefix: prefix }),
            ...(after && { ContinuationToken: after }),
          }),
          { abortSignal },
        ),
      );
      if (!page) throw unavailable('storage', new Error(`there is no bucket ${Bucket}`));
      for (const { Key, Size } of page.Contents ?? []) if (Key) yield { key: Key, bytes: Size ?? 0 };
      if (!page.IsTruncated || !page.NextContinuationToken) return;
      after = page.NextContinuationToken;
    }
  }

  const drop = async (Key: string): Promise<void> => {
    sizes.delete(Key);
    await ask(({ sdk, client }, abortSignal) =>
      client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal }),
    );
  };

  return {
    size: async (key) => sizes.get(key) ?? readSize(key),
    stream,
    list: () => list(),
    withFile: async (key, use) => {
      const scratch = await makeScratch();
      try {
        const path = join(scratch.path, 'blob');
        await pipeline(await stream(key), createWriteStream(path)).catch((error: unknown) => {
          // A full disk is ours.
          throw (error as { syscall?: string }).syscall === 'write' ? error : unavailable('storage', error);
        });
        return await use(path);
      } finally {
        await scratch.dispose();
      }
    },
    remove: async (key) => {
      await drop(key);
      for await (const below of list(`${key}/`)) await drop(below.key);
    },
    check: async () => {
      const found = await ask(({ sdk, client }, abortSignal) =>
        client.send(new sdk.HeadBucketCommand({ Bucket }), { abortSignal }),
      );
      if (!found) throw unavailable('storage', new Error(`there is no bucket ${Bucket}`));
    },
    put: async (Key, source) => {
      if ((await readSize(Key)) !== undefined) return;
      const ContentLength = source instanceof Uint8Array ? source.length : (await stat(source.path)).size;
      // The storage refuses bytes that changed on the way.
      const ContentMD5 = await md5Of(source);
      const stored = await ask(async ({ sdk, client }, abortSignal) => {
        const Body = source instanceof Uint8Array ? source : createReadStream(source.path);
        try {
          const input = { Bucket, Key, Body, ContentLength, ContentMD5 };
          return await client.send(new sdk.PutObjectCommand(input), { abortSignal });
        } finally {
          if (!(Body instanceof Uint8Array)) Body.destroy();
        }
      }, PUT_MS);
      if (!stored) throw unavailable('storage', new Error(`there is no bucket ${Bucket}`));
      remember(Key, ContentLength);
    },
  };
};
