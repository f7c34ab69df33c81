import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { serverScript } from '../../local/testing.ts';

/** Runs a process of the server with only these settings. @returns its exit code and what it printed */
const run = async (name: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
  const script = join(dirname(await serverScript('admin')), `${name}.js`);
  return new Promise<{ code: unknown; text: string }>((resolve) =>
    execFile(process.execPath, [script, ...args], { env: { PATH: process.env.PATH, ...env } }, (error, out, failed) =>
      resolve({ code: error ? error.code : 0, text: out + failed }),
    ),
  );
};

const UNREADABLE = 'postgres://skarb:hid/den@db/skarb';

it.each(['api', 'worker', 'migrate'])('%s names a wrong setting and ends, without the password in it', async (name) => {
  const { code, text } = await run(name, [], { DATABASE_URL: UNREADABLE, PUBLIC_URL: 'market.example:443' });
  expect(code).toBe(1);
  expect(text).toContain('  DATABASE_URL: must be a postgres:// address');
  expect(text).toContain('  PUBLIC_URL: must be http');
  expect(text).not.toMatch(/hid\/den/);
});

it('the admin command names a wrong setting and changes nothing, without the password in it', async () => {
  const { code, text } = await run('admin', ['grant', 'ann@example.org'], { DATABASE_URL: UNREADABLE });
  expect(code).toBe(1);
  expect(text).toMatch(/^Nothing was changed: Settings are missing or wrong:\n {2}DATABASE_URL: must be a postgres/);
  expect(text).not.toMatch(/hid\/den|\n +at /);
});

it.each([
  [[]],
  [['grant']],
  [['grant', 'ann@example.org', 'ben@example.org']],
  [['grant', 'ann@example.org', '--dry']],
])('the admin command answers the arguments %j with its usage', async (args) => {
  // Nothing listens there: a command that accepted them would say so.
  const { code, text } = await run('admin', args, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect(text).toMatch(/^Usage: npm run admin/);
  expect(code).toBe(2);
});

it.each([
  [['move', '--to', 's3', '--delete-sources']],
  [['move', '--to', 's3', '--delete-source=yes']],
  [['move', '--to']],
  [['move', '--to', 'disk']],
  [['move', 'all', '--to', 's3']],
])('the media command answers the arguments %j with its usage', async (args) => {
  // Without a bucket a command that accepted them would say so.
  const { code, text } = await run('media', args);
  expect(text).toMatch(/^Usage: npm run media/m);
  expect(text).not.toContain('Nothing was deleted');
  expect(code).toBe(2);
});
