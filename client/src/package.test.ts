import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const node = (cwd: string, ...args: string[]) => spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const OPTIONS =
  '--ignoreConfig --noEmit --strict --module NodeNext --target ES2023 --lib ES2023,DOM --types node'.split(' ');

/** Another program, with the package and zod in its node_modules. */
let program: string;
// Long: it compiles the package. `npm run test:all` sets LONG_TESTS.
describe.runIf(process.env.LONG_TESTS)('the installed client', () => {
  beforeAll(() => {
    program = mkdtempSync(join(tmpdir(), 'skarb-client-'));
    const modules = join(program, 'node_modules');
    mkdirSync(join(modules, '@types'), { recursive: true });
    const { status, stderr } = node(
      join(ROOT, 'client'),
      '--import',
      'tsx',
      'script/package.ts',
      join(modules, '@skarb', 'client'),
    );
    if (status !== 0) throw new Error(stderr);
    for (const name of ['zod', '@types/node', 'undici-types'])
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
    writeFileSync(join(program, 'package.json'), '{ "type": "module" }');
  });
  afterAll(() => rmSync(program, { recursive: true, force: true }));

  it('compiles the example of its README, and refuses a filter that no table has', () => {
    const readme = readFileSync(join(ROOT, 'client', 'README.md'), 'utf8');
    const example = /```ts\n(.*?)```/s.exec(readme)?.[1] as string;
    writeFileSync(join(program, 'example.ts'), example);
    writeFileSync(join(program, 'wrong.ts'), example.replace('onSale: true', 'onSail: true'));
    const right = node(program, tsc, ...OPTIONS, 'example.ts');
    expect(right.stdout).toBe('');
    expect(node(program, tsc, ...OPTIONS, 'wrong.ts').stdout).toContain('onSail');
  });

  it('calls a marketplace without a compiler or the repository', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.setHeader('content-type', 'application/json').end('{"data":[{"name":"Rain"}]}');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    writeFileSync(
      join(program, 'run.js'),
      `import { createClient } from '@skarb/client';
      import { list } from '@skarb/client/calls/token';
      const { call } = createClient({ fetch: (path, init) => fetch('http://127.0.0.1:${port}' + path, init) });
      const { data } = await call(list, { query: { onSale: true } });
      console.log(data[0].name);`,
    );
    const run = await new Promise<string>((resolve) => {
      execFile(process.execPath, ['run.js'], { cwd: program }, (_error, stdout, stderr) => resolve(stdout + stderr));
    });
    server.close();
    expect(run.trim()).toBe('Rain');
    expect(asked).toEqual(['GET /api/token?onSale=true']);
  });
});
