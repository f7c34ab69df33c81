import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';

const folder = new URL('./results/', import.meta.url);

/** Where and when a figure was measured, without identifying the machine. */
export const machine = () => ({
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
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
