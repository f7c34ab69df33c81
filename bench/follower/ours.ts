/** Catches up once with the server's own follower, then says how long it took. Forked with the server's settings. */
import { readConfig } from '../../server/src/config.ts';
import { createContext } from '../../server/src/context.ts';
import { followerOf } from '../../server/src/worker.ts';

const config = readConfig('worker');
const context = createContext(config, 'worker');
const log = { info: () => {}, warn: console.warn, error: console.error };
const follower = followerOf(context, log);
const before = process.cpuUsage();
await follower.catchUp();
const { user, system } = process.cpuUsage(before);
process.send?.({
  ended: Date.now(),
  cpuMs: Math.round((user + system) / 1000),
  peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
});
await context.db.close();
process.disconnect?.();
