import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Compares figures with the committed snapshot to the unit; with UPDATE_GAS it writes and prints them instead. */
export const expectSnapshot = (file: URL, figures: object): void => {
  if (!process.env.UPDATE_GAS) return expect(figures).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
  console.table(figures);
};
