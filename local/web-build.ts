import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTurn } from './data-lock.ts';
import { ManagedProcess } from './managed-process.ts';
import { StackError } from './stack-error.ts';

const NOT_SOURCES = new Set(['node_modules', 'dist', 'test-results', '.vite']);

/**
 * Builds the web app into `web/dist` if its sources differ from those of the last finished build.
 * @returns whether it built
 */
export async function buildWeb(root: string, logDir: string, runDir: string): Promise<boolean> {
  // Two stacks of one checkout (npm start and npm test) share the built app.
  return inTurn(join(root, 'node_modules', '.cache', 'skarb-web-build.json'), () => build(root, logDir, runDir));
}

async function build(root: string, logDir: string, runDir: string): Promise<boolean> {
  const dist = join(root, 'web', 'dist');
  const stamp = join(dist, '.built-from');
  const sources = hashOf(root, ['web', 'schema', 'package-lock.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return false;
  // Deletes the stamp first, so that an interrupted build never counts as finished.
  rmSync(stamp, { force: true });
  const npm = npmCommand();
  const builder = new ManagedProcess({
    name: 'web-build',
    kind: 'program',
    command: npm.command,
    args: [...npm.args, 'run', 'build', '-w', 'web'],
    // A build for this stack contains the demo wallet; a production build does not.
    env: { ...process.env, NODE_ENV: 'production', LOCAL_STACK: '1' },
    cwd: root,
    logDir,
    runDir,
    mark: 'run build -w web',
  });
  await builder.start();
  const { code } = await builder.exited;
  if (code !== 0) {
    throw new StackError(
      `The web app could not be built.\n${builder.tail(20)}`,
      `The whole output: ${builder.logFile}`,
    );
  }
  writeFileSync(stamp, sources);
  return true;
}

/** The npm that started this process, or the one on the PATH. */
export function npmCommand(): { command: string; args: string[] } {
  const script = process.env.npm_execpath;
  if (script && /npm-cli\.c?js$/.test(script) && existsSync(script))
    return { command: process.execPath, args: [script] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

function hashOf(root: string, parts: string[]): string {
  const hash = createHash('sha256');
  const add = (path: string) => {
    hash.update(`${path}\0`);
    hash.update(readFileSync(join(root, path)));
  };
  const walk = (folder: string) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !NOT_SOURCES.has(entry.name)) walk(path);
      else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) add(path);
    }
  };
  for (const part of parts)
    if (part.includes('.')) add(part);
    else walk(part);
  return hash.digest('hex');
}
