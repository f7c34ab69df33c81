/** `npm run bench -- <name> [options]`: runs bench/<name>.ts or bench/<name>.load.ts. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HELPERS = ['main', 'result'];
const here = fileURLToPath(new URL('.', import.meta.url));
const [name = '', ...options] = process.argv.slice(2);
const script = [`${name}.ts`, `${name}.load.ts`].find((file) => existsSync(here + file));
if (!script || HELPERS.includes(name)) {
  const names = readdirSync(here).flatMap((file) => /^([\w-]+)(?:\.load)?\.ts$/.exec(file)?.[1] ?? []);
  console.error(`npm run bench -- <${names.filter((one) => !HELPERS.includes(one)).join(' | ')}>`);
  process.exit(1);
}
process.exit(
  spawnSync(process.execPath, ['--import', 'tsx', here + script, ...options], { stdio: 'inherit' }).status ?? 1,
);
