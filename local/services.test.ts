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
    const started = runMigrations({
      root,
      logDir: dir,
      runDir: dir,
      dev: true,
      env: { DATABASE_URL: 'postgres://h:1/x' },
    });
    await expect(started).rejects.toMatchObject({
      message: expect.stringMatching(/^Settings are missing or wrong:[^]*JWT_SECRET: must be set/),
      advice: 'Correct them in the environment and start again.',
    });
  } finally {
    rmSync(dir, { recursive: true });
  }
});
