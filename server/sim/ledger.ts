/**
 * The results of a long run, one line for each seed in `bench/results/<name>.jsonl`: an interrupted run loses only
 * its last seed, and the next one continues where it stopped. Delete the file to start again.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../bench/results/', import.meta.url);

/** A seed with its result, or with the error that ended it; and the commit it ran on. */
export type Line<Result> = { seed: number; size: number; commit: string } & (
  | { result: Result; error?: undefined }
  | { result?: undefined; error: string }
);

const commitOf = (): string => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: fileURLToPath(new URL('.', import.meta.url)) })
      .toString()
      .trim();
  } catch {
    return 'unknown';
  }
};

/** @param size the size of one seed (orders, operations): seeds of another size count separately */
export const openLedger = <Result>(name: string, size: number) => {
  const file = new URL(`${name}.jsonl`, folder);
  const commit = commitOf();
  const read = (): Line<Result>[] => {
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    // The newest line of a seed counts: a seed without a result runs again.
    const bySeed = new Map(lines.map((text) => JSON.parse(text) as Line<Result>).map((line) => [line.seed, line]));
    return [...bySeed.values()].filter((line) => line.size === size).sort((one, other) => one.seed - other.seed);
  };
  const write = (line: Line<Result>): void => {
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  };
  return {
    read,
    isDone: (seed: number) => read().some((line) => line.seed === seed && line.result),
    keep: (seed: number, result: Result) => write({ seed, size, commit, result }),
    keepError: (seed: number, error: unknown) => write({ seed, size, commit, error: String(error) }),
  };
};

/** `1-12, 14` */
export const rangesOf = (seeds: number[]): string => {
  const ranges: [number, number][] = [];
  for (const seed of seeds.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && last[1] === seed - 1) last[1] = seed;
    else ranges.push([seed, seed]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
};
