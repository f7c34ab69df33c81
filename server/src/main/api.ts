import { readConfig } from '../config.ts';
import { createContext } from '../context.ts';
import { createApi } from '../api.ts';
import { sweepScratch } from '../platform/scratch.ts';
import { pictures } from '../domain/media/media.work.ts';

const context = createContext(readConfig('api'), 'api');
const app = await createApi(context);
// What was left behind by a process that was killed: at the start, and of others who share the disk.
const sweep = () => sweepScratch().catch((error: unknown) => app.log.warn({ err: error }, 'old uploads stay'));
void sweep();
setInterval(sweep, 3_600_000).unref();
// Nobody's first upload waits for a process to start.
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
