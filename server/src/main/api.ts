import { readConfig } from '../config.ts';
import { createContext } from '../context.ts';
import { createApi } from '../api.ts';
import { startWarming } from '../domain/media/media.preview.ts';
import { pictures } from '../domain/media/media.work.ts';
import { createLogger } from '../platform/log.ts';
import { unhandledRejection } from '../platform/process/unhandled.ts';

const config = readConfig('api');
const context = createContext(config, 'api');
process.on('unhandledRejection', unhandledRejection(createLogger('api', config.logLevel)));
const app = await createApi(context);
// The first upload must not wait for a process to start.
pictures.warm();
const stopWarming = startWarming();
await app.listen({ port: config.port, host: config.host });

let isClosing = false;
const close = async () => {
  if (isClosing) return;
  isClosing = true;
  // Together: a preview takes seconds, and requests that run are to be answered before the process is killed.
  await Promise.all([app.close(), stopWarming()]);
  await context.db.close();
  process.exit(0);
};
process.once('SIGTERM', close).once('SIGINT', close).once('disconnect', close);
