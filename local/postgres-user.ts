import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The system user that PostgreSQL runs as if this process is root: it refuses to run as root. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * The user to run PostgreSQL as: the current user (undefined) unless it is root. For root, the owner of an existing
 * data directory, else the user who called sudo, else `postgres`, else `nobody`. All of these exist already, so nothing
 * on the machine changes. initdb requires that the user has an entry in the user database.
 */
export function findPostgresUser(dataDir: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return ownerOf(dataDir) ?? sudoUser() ?? namedUser('postgres') ?? namedUser('nobody') ?? { uid: 65_534, gid: 65_534 };
}

/** Whether that user can enter a directory. Tries it, so that ACLs and mounts count too. */
export function canEnter(directory: string, user: SystemUser): boolean {
  const result = spawnSync('/bin/sh', ['-c', 'cd "$1" 2>/dev/null', 'sh', directory], {
    cwd: '/',
    stdio: 'ignore',
    ...user,
  });
  return result.status === 0;
}

function ownerOf(directory: string): SystemUser | undefined {
  try {
    const { uid, gid } = statSync(directory);
    return uid === 0 ? undefined : { uid, gid };
  } catch {
    return undefined;
  }
}

function sudoUser(): SystemUser | undefined {
  const uid = Number(process.env.SUDO_UID);
  const gid = Number(process.env.SUDO_GID);
  return uid > 0 && Number.isInteger(gid) ? { uid, gid } : undefined;
}

function namedUser(name: string): SystemUser | undefined {
  try {
    const ask = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    const user = { uid: ask('-u'), gid: ask('-g') };
    return user.uid > 0 ? user : undefined;
  } catch {
    return undefined;
  }
}
