/**
 * `npm start`: what runs on a machine with nothing but Node. It hands over to main.ts in this same process: one
 * process, so one Ctrl-C.
 */
import { ensureInstalled } from './install.mjs';

await ensureInstalled();
// From here on TypeScript.
const { register } = await import('tsx/esm/api');
register();
const { main } = await import('./main.ts');
await main(process.argv.slice(2));
