import { pathTo } from '@skarb/schema/endpoint';
import { ownDataEndpoints } from '@skarb/schema/own-data';
import { EXPORT_LINK_SECONDS } from '@skarb/schema/limits';
import { Readable, Transform } from 'node:stream';
import yazl from 'yazl';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { hashSecret, makeSecret } from '../auth/auth.tokens.ts';
import type { Client } from '../auth/session.service.ts';
import { requireStepUp } from '../auth/step-up.service.ts';
import { blobsOf } from '../media/media.blobs.ts';
import { extensionOf, originalKey } from '../media/media.key.ts';
import type { Owner, OwnRows } from '../../platform/own-data.ts';
import { OWN_DATA } from './own-data.registry.ts';
import { addExport, takeExport } from './export.store.ts';
import { findOwner, rowsOf } from './own-data.store.ts';

type Needs = Pick<Context, 'config' | 'db'>;

/** Exports per user in 24 hours. */
const A_DAY = 5;
/** Concurrent exports per process. */
const AT_ONCE = 2;
/** While others wait, an export that is read more slowly than this loses its place after some seconds. */
const SLOW = { bytesPerSecond: 64 * 1024, afterMs: 10_000 };
/** A limit for slow connections, longer than any export should take. */
const LONGEST_MS = 30 * 60_000;

/**
 * Creates a link to all of the caller's data, valid once and for 5 minutes.
 * @throws AppError 403 `auth.stepUpRequired`, 429
 */
export const requestExport = async (
  { db }: Needs,
  caller: Caller,
  { client, rateLimit }: { client: Client; rateLimit: RateLimit },
): Promise<{ path: string; expiresAt: string }> => {
  await requireStepUp(db.sql, caller, client);
  await rateLimit({ name: 'export', key: caller.uuid, max: A_DAY, seconds: 86_400 });
  const secret = makeSecret();
  const [link] = await addExport(db.sql, {
    hash: hashSecret(secret),
    userUuid: caller.uuid,
    seconds: EXPORT_LINK_SECONDS,
  });
  return {
    path: pathTo(ownDataEndpoints.download, { secret }),
    expiresAt: (link as { expires_at: Date }).expires_at.toISOString(),
  };
};

/** An export in progress. */
type Running = { since: number; bytes: number; userUuid?: string; zip?: Readable };
const running = new Set<Running>();

/**
 * Takes one of the places for exports. When all are taken, the slowest reader loses theirs: a client that stops reading
 * must not stop the exports of others.
 * @throws AppError 503 `export.busy` when everybody reads fast enough
 */
const takePlace = (): Running => {
  const now = Date.now();
  const speedOf = ({ bytes, since }: Running) => (bytes * 1000) / (now - since);
  if (running.size >= AT_ONCE) {
    const [slowest] = [...running]
      .filter((one) => one.zip && now - one.since > SLOW.afterMs && speedOf(one) < SLOW.bytesPerSecond)
      .toSorted((a, b) => speedOf(a) - speedOf(b));
    if (!slowest)
      throw new AppError(503, 'export.busy', 'Other exports are being made, try again in a minute', {
        retryAfterSeconds: 30,
      });
    end(slowest);
  }
  const place: Running = { since: now, bytes: 0 };
  running.add(place);
  return place;
};
const end = (one: Running) => {
  running.delete(one);
  one.zip?.destroy();
};

/**
 * Uses a link up and starts its zip. An earlier export of the same account ends.
 * @throws AppError 404 `export.notFound`, 503 `export.busy`, which leaves the link valid
 */
export const openExport = async (context: Needs, secret: string): Promise<Readable> => {
  const place = takePlace();
  try {
    const userUuid = await takeExport(context.db.sql, hashSecret(secret));
    const owner = userUuid && (await findOwner(context.db.sql, userUuid));
    if (!owner) throw notFound('export');
    for (const one of running) if (one.userUuid === owner.uuid) end(one);
    const zip = zipOf(context, owner, (bytes) => (place.bytes += bytes));
    Object.assign(place, { userUuid: owner.uuid, zip });
    const late = setTimeout(() => zip.destroy(), LONGEST_MS);
    zip.once('close', () => {
      clearTimeout(late);
      running.delete(place);
    });
    return zip;
  } catch (error) {
    running.delete(place);
    throw error;
  }
};

/**
 * All data about a user as a zip, streamed: it is read and compressed as the client receives it, without buffering in
 * memory or on disk.
 * @param onBytes called with the number of bytes that the client's connection took
 */
const zipOf = ({ config, db }: Needs, owner: Owner, onBytes: (count: number) => void): Readable => {
  const zip = new yazl.ZipFile();
  const made = zip.outputStream as Readable;
  const output = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
  made.pipe(output);
  let source: Readable | undefined;
  const add = (name: string, options: { compress: boolean }, open: () => Readable | Promise<Readable>) =>
    zip.addReadStreamLazy(name, options, (give) => {
      Promise.resolve()
        .then(open)
        .then((opened) => {
          source = opened;
          if (output.destroyed) opened.destroy();
          else give(null, opened);
        })
        .catch((error: unknown) => output.destroy(error as Error));
    });
  zip.on('error', (error) => output.destroy(error as Error));
  // When the client disconnects, close the open file.
  output.once('close', () => {
    source?.destroy();
    made.destroy();
  });
  const topics = OWN_DATA.flatMap((own) => Object.entries(own.topics));
  const index = {
    account: owner.uuid,
    exportedAt: new Date().toISOString(),
    topics: topics.map(([name]) => `${name}.json`),
  };
  zip.addBuffer(Buffer.from(`${JSON.stringify(index, null, 2)}\n`), 'index.json');
  for (const [name, rows] of topics)
    add(`${name}.json`, { compress: true }, () => Readable.from(jsonOf(db.sql, rows, owner), { objectMode: false }));
  const blobs = blobsOf(config);
  const addFiles = async () => {
    for (const { files } of OWN_DATA) {
      if (!files) continue;
      const typed: OwnRows = (sql) =>
        sql`select f.key, f.name, f.cid, m.mime_type from (${files(sql, owner)}) f join media m on m.cid = f.cid`;
      type File = { key: string; name: string; cid: string; mime_type: string };
      for await (const { name, cid, mime_type } of rowsOf<File>(db.sql, typed, owner)) {
        const key = originalKey(cid);
        if (output.destroyed) return;
        if ((await blobs.size(key)) === undefined) continue;
        add(`files/${name}.${extensionOf(mime_type)}`, { compress: false }, () => blobs.stream(key));
      }
    }
    zip.end();
  };
  addFiles().catch((error: Error) => output.destroy(error));
  return output;
};

const camel = (name: string) => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** The rows of a topic as a JSON array, one row per line. */
async function* jsonOf(sql: Tx, rows: OwnRows, owner: Owner): AsyncGenerator<string> {
  let before = '[\n';
  for await (const { key: _, ...row } of rowsOf(sql, rows, owner)) {
    yield before + JSON.stringify(Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value])));
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
