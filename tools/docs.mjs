/**
 * Finds what the Markdown documents and the comments of the code name but the repository does not contain: targets of
 * links, file names in backticks, tests (their titles in italics after the file), and sources, scripts and documents in
 * comments. A name may omit the beginning of its path
 * and contain one `*` for any characters.
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
  const links = [...prose.matchAll(/\]\((?!https?:|#|mailto:|\/)([^)#\s]+)/g)].map(([, link]) => link);
  const names = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name.replace(/^\.\//, ''));
  return { links, names: names.filter((name) => FILE_NAME.test(name) && !ELSEWHERE.test(name)) };
}

const CODE = /^(?!tools\/docs\.).*\.(?:tsx?|mjs|mts|sol|css|sql)$/;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\\\w])\/\/.*|^\s*--.*$/gm;
const NAME_IN_COMMENT =
  /(?<![\w/.*-])(?:\.{1,2}\/)*((?:[\w.@-]+\/)*[\w@-][\w.@*-]*\.(?:tsx?|mjs|mts|sql|md|css|yaml))\b(?![\w(/-])/g;

/**
 * @param {string} text of a source
 * @returns {string[]} the sources, scripts and documents that its comments name
 */
export function namesInComments(text) {
  const comments = [...text.matchAll(COMMENT)].map(([comment]) => comment).join('\n');
  return [...comments.matchAll(NAME_IN_COMMENT)].map(([, name]) => name);
}

const TITLED = /`([^`\n]+\.(?:test|spec)\.tsx?)`\s*\(?((?:\*[^*\n]+\*(?:,\s*)?)+)/g;

/**
 * @param {string} text of a Markdown file
 * @returns {{ file: string, title: string }[]} tests that it names by their file in backticks and their title in italics
 */
export function testsIn(text) {
  return [...text.matchAll(TITLED)].flatMap(([, file, titles]) =>
    [...titles.matchAll(/\*([^*]+)\*/g)].map(([, title]) => ({ file, title })),
  );
}

const escaped = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a test file has a title: the parts around "…" in this order; `%s` of an `it.each` stands for any text. */
export function hasTest(source, title) {
  const plain = (/** @type {string} */ text) => text.replace(/\\?['’]/g, "'").replace(/\s+/g, ' ');
  const has = (/** @type {string} */ text, /** @type {string} */ part) => {
    if (text.includes(part)) return text.slice(text.indexOf(part) + part.length);
    const isOfTable = [...text.matchAll(/\)\( ?(['"`])((?:(?!\1, ).)*?)\1, /g)].some(
      ([, , pattern]) =>
        pattern.includes('%s') && new RegExp(`^${pattern.split('%s').map(escaped).join('.+')}$`).test(part),
    );
    return isOfTable ? text : undefined;
  };
  /** @type {string | undefined} */
  let rest = plain(source);
  for (const part of plain(title).split('…')) rest = rest === undefined ? rest : has(rest, part.trim());
  return rest !== undefined;
}

const RECIPE = /^\*\*(… .+?)\*\* \((\d+) files?(?: and its words)?\)[\s\S]*?(?=^\*\*… |^## |(?![\s\S]))/gm;

/**
 * @param {string} text of CONTRIBUTING.md
 * @returns {string[]} the recipes whose count differs from the files that their numbered lines name; words are not counted
 */
export function wrongCounts(text) {
  return [...text.matchAll(RECIPE)].flatMap(([recipe, title, count]) => {
    const lines = recipe.split('\n').filter((line) => /^\d+\. /.test(line));
    const files = new Set(lines.flatMap((line) => /^\d+\. `([^`]+)`/.exec(line)?.[1] ?? []));
    const counted = [...files].filter((file) => !file.startsWith('web/locales/'));
    return counted.length === Number(count) ? [] : [`${title}: ${counted.length} files, not ${count}`];
  });
}

/**
 * @param {string} text of docs/features.md
 * @returns {string[]} the sums above its tables that differ from their rows
 */
export function wrongSums(text) {
  const states = [...text.matchAll(/^\| \d+b? \|.*?\| \*\*(has|partly|not)\*\*/gm)].map(([, state]) => state);
  return [...text.matchAll(/(\d+) (has|partly|not)\b/g)].slice(0, 3).flatMap(([, sum, state]) => {
    const count = states.filter((one) => one === state).length;
    return count === Number(sum) ? [] : [`${count} rows say ${state}, not ${sum}`];
  });
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

/** Problems of all Markdown files and sources of the repository. */
export function checkDocs() {
  const files = trackedFiles();
  const problems = [];
  for (const doc of files.filter((file) => file.endsWith('.md') && existsSync(join(ROOT, file)))) {
    const text = readFileSync(join(ROOT, doc), 'utf8');
    const { links, names } = namesIn(text);
    for (const link of links) if (!existsSync(join(ROOT, dirname(doc), link))) problems.push(`${doc} links to ${link}`);
    for (const name of names) if (!isTracked(name, files)) problems.push(`${doc} names ${name}`);
    for (const { file, title } of testsIn(text)) {
      const found = files.filter((one) => isTracked(file, [one]) && existsSync(join(ROOT, one)));
      if (!found.some((one) => hasTest(readFileSync(join(ROOT, one), 'utf8'), title)))
        problems.push(`${doc} names a test of ${file} that does not exist: ${title}`);
    }
    if (doc === 'CONTRIBUTING.md') problems.push(...wrongCounts(text));
    if (doc === 'docs/features.md') problems.push(...wrongSums(text));
  }
  for (const source of files.filter((file) => CODE.test(file) && existsSync(join(ROOT, file))))
    for (const name of namesInComments(readFileSync(join(ROOT, source), 'utf8')))
      if (!isTracked(name, files)) problems.push(`a comment in ${source} names ${name}`);
  return problems;
}
