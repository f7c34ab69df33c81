import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';

const folder = new URL('./results/', import.meta.url);

/** How fast the machine is: milliseconds of a fixed piece of script, the fastest of fifty. Where this differs, compare ratios only. */
const scriptMs = (): number => {
  const rows = Array.from({ length: 5000 }, (_, index) => ({ uuid: String((index * 7919) % 5000), index }));
  const once = () => {
    const start = performance.now();
    const read = JSON.parse(JSON.stringify(rows)) as typeof rows;
    read.sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
    return performance.now() - start;
  };
  return Number(Math.min(...Array.from({ length: 50 }, once)).toFixed(1));
};

/** Where and when a figure was measured, without identifying the machine. */
export const machine = () => ({
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  scriptMs: scriptMs(),
  node: process.version,
  takenAt: new Date().toISOString().slice(0, 10),
});

/**
 * Writes the figures of a benchmark to `bench/results/<name>.json` and replaces the previous ones: git keeps the
 * history.
 */
export const record = async (name: string, figures: object, isPrinted = true): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify({ machine: machine(), ...figures }, null, 2)}\n`);
  if (isPrinted) console.log(`bench/results/${name}.json`, JSON.stringify(figures, null, 2));
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
};
