/**
 * Finds files that the Markdown documents name but the repository does not contain: targets of links, and file names in
 * backticks. A name in backticks may omit the beginning of its path and contain one `*` for any characters.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, trackedFiles } from './tracked-files.mjs';

const FILE_NAME = /^(?:[\w.@*-]+\/)*[\w.@*-]+\.(?:tsx?|mjs|mts|sol|sql|json|jsonl|md|css|yaml)$/;
/** Names of files that a command creates, or that exist only on other machines. */
const ELSEWHERE = /^(?:\.data\/|contracts\/deployments\/|contracts\.json$|137\.json$)/;

/**
 * @param {string} text of a Markdown file
 * @returns {{ links: string[], names: string[] }} targets of relative links, and file names in backticks
 */
export function namesIn(text) {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  const links = [...prose.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link]) => link);
  const names = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name.replace(/^\.\//, ''));
  return { links, names: names.filter((name) => FILE_NAME.test(name) && !ELSEWHERE.test(name)) };
}

/** Whether a tracked file has this name, or ends with it. */
export function isTracked(name, files) {
  const [head, tail] = name.split('*');
  return files.some((file) =>
    tail === undefined
      ? file === name || file.endsWith(`/${name}`)
      : (file.startsWith(head) || file.includes(`/${head}`)) && file.endsWith(tail),
  );
}

/** Problems of all Markdown files of the repository. */
export function checkDocs() {
  const files = trackedFiles();
  const problems = [];
  for (const doc of files.filter((file) => file.endsWith('.md') && existsSync(join(ROOT, file)))) {
    const { links, names } = namesIn(readFileSync(join(ROOT, doc), 'utf8'));
    for (const link of links) if (!existsSync(join(ROOT, dirname(doc), link))) problems.push(`${doc} links to ${link}`);
    for (const name of names) if (!isTracked(name, files)) problems.push(`${doc} names ${name}`);
  }
  return problems;
}
