/** A primary with a streaming replica, for tests: two real PostgreSQL. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, startDatabase } from './database.ts';

const SETTINGS = { wal_level: 'replica', max_wal_senders: '5', shared_buffers: '32MB', autovacuum: 'off' };

/** Starts both. The replica is a cold copy: the package has no `pg_basebackup`. */
export async function startReplicated(): Promise<{
  primary: Database;
  replica: () => Database;
  /** Starts the replica again, on the same port, after it was stopped or killed. */
  restartReplica: () => Promise<void>;
  stop: () => Promise<void>;
}> {
  const root = mkdtempSync(join(tmpdir(), 'skarb-replica-'));
  // The user that PostgreSQL runs as must pass.
  chmodSync(root, 0o755);
  const [first, second] = [join(root, 'primary'), join(root, 'replica')];
  const start = (dataDir: string, settings = {}) => startDatabase(dataDir, { settings: { ...SETTINGS, ...settings } });
  mkdirSync(first);
  const empty = await start(first);
  await empty.stop();
  const cluster = join(first, 'postgres');
  appendFileSync(join(cluster, 'pg_hba.conf'), 'host replication all 127.0.0.1/32 scram-sha-256\n');
  mkdirSync(second);
  execFileSync('cp', ['-a', join(first, 'secrets.json'), cluster, second]);
  const { uid, gid } = statSync(cluster);
  const signal = join(second, 'postgres', 'standby.signal');
  writeFileSync(signal, '');
  chownSync(signal, uid, gid);
  const primary = await start(first);
  const { hostname, port, username, password } = new URL(primary.url);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  const startReplica = () => start(second, { primary_conninfo: source });
  let replica = await startReplica();
  return {
    primary,
    replica: () => replica,
    restartReplica: async () => {
      replica = await startReplica();
    },
    stop: async () => {
      await replica.kill9();
      await primary.kill9();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
