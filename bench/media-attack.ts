/**
 * The cost of hostile pictures. First the time and memory of each kind alone, from which the limits of
 * server/src/domain/media follow; then all attacks at once against an API, whose event loop must stay responsive.
 */
import { urlOf } from '@skarb/client';
import * as collectionCalls from '@skarb/schema/calls/collection';
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startTestApi } from '../server/src/testing.ts';
import * as attack from '../server/src/domain/media/testing-attack.ts';
import { pictures, WORK } from '../server/src/domain/media/media.work.ts';
import { AppError } from '../server/src/platform/http/app-error.ts';
import { createPool } from '../server/src/platform/process/pool.ts';
import { record } from './result.ts';

const SELF = fileURLToPath(import.meta.url);
const folder = await mkdtemp(join(tmpdir(), 'skarb-bench-'));
/** The files, and how each is processed: decoded whatever its size (`preview`) or checked as an upload (`take`). */
const KINDS: [string, 'take' | 'preview', () => Buffer | Promise<Buffer>][] = [
  ['PNG, 100 megapixels', 'take', () => attack.blackPng(10_000, 10_000)],
  ['PNG of 16 bits, 100 megapixels', 'take', () => attack.blackPng(10_000, 10_000, { isDeep: true })],
  ['interlaced PNG, 100 megapixels', 'take', () => attack.blackPng(10_000, 10_000, { isInterlaced: true })],
  [
    'interlaced PNG of 16 bits, 49 megapixels',
    'take',
    () => attack.blackPng(7000, 7000, { isInterlaced: true, isDeep: true }),
  ],
  ['progressive JPEG, 100 megapixels', 'take', () => attack.progressiveJpeg(10_000)],
  ['turned JPEG, 49 megapixels', 'take', () => attack.turnedJpeg(7000)],
  ['AVIF, 31 megapixels', 'take', () => attack.plain(5600, 'avif')],
  ['AVIF, 49 megapixels (refused)', 'preview', () => attack.plain(7000, 'avif')],
  ['GIF, 49 megapixels', 'take', () => attack.plain(7000, 'gif')],
  ['GIF, 2,000 frames', 'take', () => attack.manyFrames(2000)],
  ['GIF, a million frames (refused)', 'preview', () => attack.manyFrames(1_000_000)],
  ['SVG, 240 kB of addresses', 'take', () => attack.manyAddresses()],
  ['SVG, 4 MB of addresses', 'take', () => attack.manyAddresses(4_000_000)],
  ['SVG, 32 cheap filter steps', 'take', () => attack.cheapFilters(32)],
  ['SVG, 2 expensive filter steps', 'take', () => attack.expensiveFilters(2)],
  ['SVG, 16 expensive filter steps (refused)', 'preview', () => attack.expensiveFilters(16)],
  ['SVG, parts used by parts, 2 deep', 'take', () => attack.nestedUses(2)],
];

/** Runs one task in a separate process with almost no limit. */
const cost = async (kind: string, task: 'take' | 'preview', make: () => Buffer | Promise<Buffer>) => {
  const bytes = await make();
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  const pool = createPool({
    entry: new URL('../server/src/main/pictures.ts', import.meta.url),
    size: 1,
    waitingMax: 1,
    seconds: 120,
    megabytes: 8000,
    busy: () => new AppError(503, 'busy', 'busy'),
  });
  const input =
    task === 'take'
      ? { path, bytes: bytes.length, takes: 'picture', folder, property: 'file' }
      : { source: path, target: join(folder, 'preview'), width: 640, format: 'webp' };
  // A first task starts the process.
  await pool
    .run('a', 'preview', { source: join(folder, 'none'), target: join(folder, 'x'), width: 320, format: 'webp' })
    .catch(() => {});
  const [pid] = pool.pids();
  const started = performance.now();
  const outcome = await pool.run('a', task, input).then(
    () => 'taken',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
  const seconds = (performance.now() - started) / 1000;
  // Only Linux reports the peak memory of a process.
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  // CPU time is more reliable than wall time on a busy machine.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, userTicks, systemTicks] = /\) \S+(?: \S+){10} (\d+) (\d+)/.exec(stat) ?? [];
  const cpu = (Number(userTicks) + Number(systemTicks)) / 100;
  const peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  return {
    kind,
    bytes: bytes.length,
    outcome,
    seconds: Number(seconds.toFixed(2)),
    cpuSecondsWithStart: cpu,
    peakMegabytes: Math.round(peak),
  };
};

/**
 * The event loop's turns by the processor time of its thread: a turn in which other processes had the processors is
 * long by the clock, but takes nothing of ours. Only Linux counts it.
 */
const watchTurns = () => {
  const used = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  const turns: number[] = [];
  let before = used();
  const timer = setInterval(() => {
    const now = used();
    turns.push(now - before);
    before = now;
  }, 1);
  return () => {
    clearInterval(timer);
    return turns.sort((a, b) => b - a);
  };
};

/**
 * Runs all attacks at once and repeatedly, by two accounts, from another process. Measures the API's event loop and the
 * uploads of one honest user.
 */
const underAttack = async () => {
  const api = await startTestApi({ RATE_LIMITS: '0' });
  const people = await Promise.all([api.person(), api.person(), api.person()]);
  const files: string[] = [];
  for (const [at, [, , make]] of KINDS.entries()) {
    files.push(join(folder, `attack-${at}`));
    await writeFile(files[at] as string, await make());
  }
  for (const [name, bytes] of [
    ['uses', attack.nestedUses(6)],
    ['sheet', attack.filteredBySheet(40)],
    ['unended', attack.unended('<a b="')],
  ] as const) {
    files.push(join(folder, name));
    await writeFile(files.at(-1) as string, bytes);
  }
  pictures.warm();
  await sleep(3000);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const quiet = monitorEventLoopDelay({ resolution: 1 });
  quiet.enable();
  await sleep(3000);
  quiet.disable();
  delay.enable();
  const turnsOf = watchTurns();
  const client = fork(SELF, ['client'], { execArgv: ['--import', 'tsx'] });
  const result = new Promise<{ statuses: Record<string, number>; honestSeconds: number[] }>((resolve) =>
    client.once('message', (message) => resolve(message as never)),
  );
  client.send({ url: api.url, tokens: people.map(({ token }) => token), files });
  const answers = await result;
  delay.disable();
  const turns = turnsOf();
  client.kill();
  await api.stop();
  const ms = (value: number) => Number((value / 1e6).toFixed(1));
  return {
    uploads: Object.values(answers.statuses).reduce((sum, count) => sum + count, 0),
    statuses: answers.statuses,
    honestPictureSeconds: answers.honestSeconds,
    eventLoop: {
      quiet: { p99Ms: ms(quiet.percentile(99)), maxMs: ms(quiet.max) },
      attacked: {
        p50Ms: ms(delay.percentile(50)),
        p99Ms: ms(delay.percentile(99)),
        p999Ms: ms(delay.percentile(99.9)),
        maxMs: ms(delay.max),
      },
      processorTime: {
        p999Ms: ms((turns[Math.floor(turns.length / 1000)] ?? 0) * 1e6),
        maxMs: ms((turns[0] ?? 0) * 1e6),
      },
    },
  };
};

type Task = { url: string; tokens: string[]; files: string[] };
/** The attackers' process: two accounts send every file, a third sends an honest picture repeatedly. */
const client = async ({ url, tokens, files }: Task) => {
  const statuses: Record<string, number> = {};
  const upload = async (token: string, bytes: Buffer) => {
    const form = new FormData();
    form.set('name', `x ${Math.random()}`.slice(0, 30));
    form.set('description', 'x');
    form.set('file', new Blob([new Uint8Array(bytes)]), 'x');
    const answer = await fetch(url + urlOf(collectionCalls.create, { body: {} as never }), {
      method: collectionCalls.create.method,
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const [honest, ...others] = tokens as [string, ...string[]];
  let isOver = false;
  const honestSeconds: number[] = [];
  const picture = await attack.plain(800, 'png');
  const honestly = (async () => {
    while (!isOver) {
      const started = performance.now();
      await upload(honest, picture);
      honestSeconds.push(Number(((performance.now() - started) / 1000).toFixed(2)));
      await sleep(1000);
    }
  })();
  const all = await Promise.all(files.map((file) => readFile(file)));
  await Promise.all(
    others.flatMap((token) =>
      all.map(async (bytes) => {
        const status = await upload(token, bytes).catch(() => 'cut off');
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    ),
  );
  isOver = true;
  await honestly;
  process.send?.({ statuses, honestSeconds });
};

if (process.argv[2] === 'client') process.once('message', (task) => void client(task as Task));
else {
  const alone = [];
  for (const [kind, task, make] of KINDS) {
    alone.push(await cost(kind, task, make));
    console.log(JSON.stringify(alone.at(-1)));
  }
  const together = await underAttack();
  await record('media-attack', { limits: WORK, alone, together });
  await rm(folder, { recursive: true });
  process.exit(0);
}
