import { existsSync } from 'node:fs';
import { buildOnce } from './build-once.ts';
import { ManagedProcess } from './managed-process.ts';
import { StackError } from './stack-error.ts';

/** What the web app is made of: its own files, and those of other workspaces that it imports. */
export const WEB_SOURCES = ['web', 'schema', 'client/src', 'contracts/abi', 'contracts/account', 'package-lock.json'];

/**
 * Builds the web app into `web/dist` if its sources differ from those of the last finished build.
 * @returns whether it built
 */
export async function buildWeb(root: string, logDir: string, runDir: string): Promise<boolean> {
  return buildOnce(root, 'web', WEB_SOURCES, () => build(root, logDir, runDir));
}

async function build(root: string, logDir: string, runDir: string): Promise<void> {
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
}

/** The npm that started this process, or the one on the PATH. */
function npmCommand(): { command: string; args: string[] } {
  const script = process.env.npm_execpath;
  if (script && /npm-cli\.c?js$/.test(script) && existsSync(script))
    return { command: process.execPath, args: [script] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}
