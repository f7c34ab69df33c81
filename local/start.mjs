/**
 * `npm start`, on a machine with nothing but Node. Runs main.ts in this same process, so that one Ctrl-C reaches it.
 */
import { ensureInstalled } from './install.mjs';

await ensureInstalled();
// TypeScript files can be imported from here on.
const { register } = await import('tsx/esm/api');
register();
const { main } = await import('./main.ts');
await main(process.argv.slice(2));
