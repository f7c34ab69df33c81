import { readConfig } from '../config.ts';
import { createContext } from '../context.ts';
import { startJobs } from '../jobs.ts';
import { createLogger } from '../platform/log.ts';
import { unhandledRejection } from '../platform/process/unhandled.ts';
import { runWorker } from '../worker.ts';

const config = readConfig('worker');
const context = createContext(config, 'worker');
const log = createLogger('worker', config.logLevel);
const stopping = new AbortController();

const stop = () => stopping.abort();
process.once('SIGTERM', stop).once('SIGINT', stop).once('disconnect', stop);
process.on('unhandledRejection', unhandledRejection(log));

const jobs = await startJobs(context, (level, message) => (level === 'debug' ? undefined : log[level](message)));
await runWorker(context, log, stopping.signal);
await jobs.stop().catch(() => {});
await context.db.close();
process.exit(0);
