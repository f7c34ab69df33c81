/**
 * What a long run has found, seed by seed: a line each in `bench/results/<name>.jsonl`, so that a run that ends early loses
 * its last seed only, and the next one goes on where it stopped. Delete the file to begin afresh.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../bench/results/', import.meta.url);

/** A seed that came to its end with a result, or to none with an error; and the code it was run on. */
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

/** @param size what one seed holds (orders, operations): seeds of another size are other seeds */
export const openLedger = <Result>(name: string, size: number) => {
  const file = new URL(`${name}.jsonl`, folder);
  const commit = commitOf();
  const read = (): Line<Result>[] => {
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    // The newest word about a seed counts: one that came to no end is run again.
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
