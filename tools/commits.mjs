import { execFileSync } from 'node:child_process';
import { ROOT } from './tracked-files.mjs';

const LENGTH_MAX = 72;
/** Commits written earlier are not checked: some of their subjects are longer. */
const SINCE = Date.parse('2026-11-28T04:10:00Z');

/** @param {string[]} commits `<time of writing> <subject>` @returns {string[]} the subjects that are too long */
export const tooLong = (commits) =>
  commits
    .map((commit) => ({ at: Date.parse(commit.split(' ', 1)[0]), subject: commit.slice(commit.indexOf(' ') + 1) }))
    .filter(({ at, subject }) => at >= SINCE && [...subject].length > LENGTH_MAX)
    .map(({ subject }) => subject);

/** All commits of this branch without merges, as `tooLong` takes them. */
export const commits = () =>
  execFileSync('git', ['log', '--no-merges', '--format=%aI %s'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
