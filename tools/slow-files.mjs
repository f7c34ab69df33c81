/**
 * A Vitest reporter that writes the duration of each file, imports and hooks included, to `SLOW_FILES`, slowest first, and
 * creates the file `FEW_LEFT` when about as many files are left as run while the stack of the browser tests starts.
 */
import { writeFileSync } from 'node:fs';

const FEW = 50;

export default class {
  #files = [];
  #left = 0;

  onTestRunStart(specifications) {
    this.#left = specifications.length;
  }

  onTestModuleEnd(module) {
    const { collectDuration, duration } = module.diagnostic();
    this.#files.push({ file: module.relativeModuleId, seconds: Math.round((collectDuration + duration) / 100) / 10 });
    this.#left--;
    if (process.env.FEW_LEFT && this.#left === FEW) writeFileSync(process.env.FEW_LEFT, '');
  }

  onTestRunEnd() {
    const sorted = this.#files.toSorted((a, b) => b.seconds - a.seconds);
    if (process.env.SLOW_FILES) writeFileSync(process.env.SLOW_FILES, JSON.stringify(sorted, null, 2));
  }
}
