/** A real S3-speaking server for tests, with its objects in a temporary folder. */
// @ts-expect-error The package has no types.
import S3rver from '@20minutes/s3rver';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BUCKET = 'media';

type Running = { run(): Promise<{ port: number }>; close(): Promise<void>; httpServer?: Server };
const Running = S3rver as unknown as new (options: object) => Running;

/**
 * Starts one with an empty bucket.
 * @returns the settings that name it; `down` stops it and keeps its objects, `up` starts it again
 */
export const startS3 = async () => {
  const directory = mkdtempSync(join(tmpdir(), 'skarb-s3-'));
  let port = 0;
  let server: Running | undefined;
  const up = async () => {
    server = new Running({
      address: '127.0.0.1',
      port,
      directory,
      silent: true,
      // It signs lists for the path without its last slash, which the client sends and signs. Unknown keys are refused.
      allowMismatchedSignatures: true,
      configureBuckets: [{ name: BUCKET }],
    });
    ({ port } = await server.run());
  };
  const down = async () => {
    const closed = server?.close();
    server?.httpServer?.closeAllConnections();
    server = undefined;
    await closed;
  };
  await up();
  return {
    env: {
      MEDIA_STORAGE: 's3',
      MEDIA_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      MEDIA_S3_BUCKET: BUCKET,
      MEDIA_S3_KEY_ID: 'S3RVER',
      MEDIA_S3_SECRET: 'S3RVER',
    },
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: BUCKET,
      keyId: 'S3RVER',
      secret: 'S3RVER',
    },
    up,
    down,
    stop: async () => {
      await down();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
