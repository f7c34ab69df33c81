/**
 * A Vitest reporter that writes the duration of each file, imports and hooks included, to `SLOW_FILES`, slowest first.
 */
import { writeFileSync } from 'node:fs';

export default class {
  #files = [];

  onTestModuleEnd(module) {
    const { collectDuration, duration } = module.diagnostic();
    this.#files.push({ file: module.relativeModuleId, seconds: Math.round((collectDuration + duration) / 100) / 10 });
  }

  onTestRunEnd() {
    const sorted = this.#files.toSorted((a, b) => b.seconds - a.seconds);
    if (process.env.SLOW_FILES) writeFileSync(process.env.SLOW_FILES, JSON.stringify(sorted, null, 2));
  }
}
