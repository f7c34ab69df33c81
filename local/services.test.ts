import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runMigrations } from './services.ts';

test('a wrong setting is named, without the advice to delete data', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'skarb-services-'));
  const root = fileURLToPath(new URL('..', import.meta.url));
  try {
    const started = (env: Record<string, string>) => runMigrations({ root, logDir: dir, runDir: dir, dev: true, env });
    await expect(started({ DATABASE_URL: 'postgres://h:1/x' })).rejects.toMatchObject({
      message: expect.stringMatching(/^Settings are missing or wrong:[^]*JWT_SECRET: must be set/),
      advice: 'Correct them in the environment and start again.',
    });
    // The log has earlier starts, too: what has been corrected is not named again.
    await expect(started({ DATABASE_URL: 'postgres://h:1/x', JWT_SECRET: 'x'.repeat(40) })).rejects.toMatchObject({
      message: expect.not.stringContaining('JWT_SECRET'),
    });
  } finally {
    rmSync(dir, { recursive: true });
  }
});
