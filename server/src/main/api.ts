import { readConfig } from '../config.ts';
import { createContext } from '../context.ts';
import { createApi } from '../api.ts';
import { sweepScratch } from '../platform/scratch.ts';
import { pictures } from '../domain/media/media.work.ts';

const context = createContext(readConfig('api'), 'api');
const app = await createApi(context);
// Deletes the uploads of killed processes, also those of other servers on this disk.
const sweep = () =>
  sweepScratch().catch((error: unknown) => app.log.warn({ err: error }, 'old uploads could not be deleted'));
void sweep();
setInterval(sweep, 3_600_000).unref();
// The first upload must not wait for a process to start.
pictures.warm();
await app.listen({ port: context.config.port, host: context.config.host });

let isClosing = false;
const close = async () => {
  if (isClosing) return;
  isClosing = true;
  await app.close();
  await context.db.close();
  process.exit(0);
};
process.once('SIGTERM', close).once('SIGINT', close).once('disconnect', close);
