/**
 * Vitest's order of test files: within a project the slowest first, so that none of them runs alone at the end while
 * the other cores idle. Without results of an earlier run Vitest only knows the sizes of files, and simulations are short.
 */
import { BaseSequencer } from 'vitest/node';

/** The files that take longest, slowest first (test-results/slow-files.json). A file that is missing here runs after them. */
export const SLOWEST = [
  'local/stack.test.ts',
  'art/art.test.ts',
  'server/sim/oracle.test.ts',
  'server/src/domain/breeding/breeding.end.test.ts',
  'server/src/domain/notification/notification.test.ts',
  'server/sim/logs.test.ts',
  'server/sim/crash.test.ts',
  'server/src/worker.test.ts',
  'server/src/domain/offer/bid/bid.test.ts',
  'server/src/domain/offer/offer.truth.test.ts',
  'server/sim/last-unit.test.ts',
  'server/sim/attack.test.ts',
];

const rankOf = ({ moduleId }) => {
  const rank = SLOWEST.findIndex((file) => moduleId.endsWith(`/${file}`));
  return rank === -1 ? SLOWEST.length : rank;
};

export default class extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const placeOf = ({ project }) => projects.indexOf(project);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b) || rankOf(a) - rankOf(b));
  }
}
