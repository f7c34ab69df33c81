import { parseArgs } from 'node:util';
import { readMediaConfig } from '../config.ts';
import { blobsIn } from '../domain/media/media.blobs.ts';
import { moveMedia } from '../domain/media/media.move.ts';

/** `npm run media -- move --to s3`: copies all media into the bucket of the settings; `--to folder` copies them back. */
const usage = 'Usage: npm run media -- move --to s3 [--delete-source]   (or --to folder)';
const readOptions = () => {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { to: { type: 'string' }, 'delete-source': { type: 'boolean' } },
    });
    return positionals.join(' ') === 'move' ? values : {};
  } catch (error) {
    console.error((error as Error).message);
    return {};
  }
};
const { to, 'delete-source': deleteSource } = readOptions();
if (to !== 's3' && to !== 'folder') {
  console.error(usage);
  process.exit(2);
}

const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort()).once('SIGTERM', () => stopping.abort());
let saidAt = Date.now();
try {
  const config = readMediaConfig();
  const [source, target] = [blobsIn(config, to === 's3' ? 'folder' : 's3'), blobsIn(config, to)];
  await Promise.all([source.check(), target.check()]);
  const moved = await moveMedia(source, target, {
    deleteSource: deleteSource === true,
    signal: stopping.signal,
    onProgress: ({ found, copied, deleted }) => {
      if (Date.now() - saidAt < 5000) return;
      saidAt = Date.now();
      console.log(`${found} files: ${copied} copied, ${deleted} deleted`);
    },
  });
  console.log(`${moved.found} files: ${moved.copied} copied and verified, ${moved.deleted} deleted at the source.`);
  for (const key of moved.damaged) console.error(`damaged, left where it is: ${key}`);
  if (stopping.signal.aborted) console.error('Stopped. Run it again to continue.');
  if (moved.damaged.length > 0 || stopping.signal.aborted) process.exitCode = 1;
} catch (error) {
  const { message, cause } = error as Error;
  console.error(`${message}${cause instanceof Error ? ` (${cause.message})` : ''}`);
  console.error('Nothing was deleted that is not in the other storage. Run it again to continue.');
  process.exitCode = 1;
}
