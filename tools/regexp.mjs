/**
 * Finds regular expressions that take more than linear time on some text: a user's 240 kB once blocked the API for 15
 * s. A comment `// regexp: …` on the line above states why an expression never meets such a text. An expression built
 * at run time needs the comment, too, because it cannot be checked here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import { parse, walk } from './syntax.mjs';

const TEST = /\.(test|spec)\.tsx?$|\/testing[a-z-]*\.ts$/;

/** Files that process users' text: the schemas, the server and the web app, without their tests. */
export function productFiles(root) {
  return ['schema/src', 'server/src', 'web/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((name) => /\.tsx?$/.test(name) && !TEST.test(name)),
  );
}

const WORDS = {
  Self: 'a repetition within a repetition',
  Trade: 'two repetitions share what they match',
  Move: 'it begins again at every place',
};

/**
 * Finds the regular expressions of a source text that may take more than linear time, with the reason.
 * @returns {{ line: number, pattern: string, why: string }[]}
 */
export function slowPatterns(source, file) {
  const lines = source.split('\n');
  const found = [];
  const lineOf = (at) => source.slice(0, at).split('\n').length;
  const isArgued = (line) => lines.slice(Math.max(0, line - 2), line).some((text) => /\/\/ regexp: \S/.test(text));
  const note = (node, pattern, why) => {
    const line = lineOf(node.start);
    if (!isArgued(line)) found.push({ line, pattern, why });
  };
  walk(parse(source, file), (node) => {
    if (node.type === 'Literal' && node.regex) {
      const { pattern, flags } = node.regex;
      const { reports } = analyse({ source: pattern, flags }, { reportTypes: { Move: true } });
      if (reports[0]) note(node, pattern, WORDS[reports[0].type]);
    }
    const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (isCall && node.callee.type === 'Identifier' && node.callee.name === 'RegExp')
      note(node, source.slice(node.start, node.end), 'it is put together at run time');
  });
  return found;
}

/** All findings of the product, as lines to print. */
export function checkPatterns(root) {
  return productFiles(root).flatMap((file) =>
    slowPatterns(readFileSync(join(root, file), 'utf8'), file).map(
      ({ line, pattern, why }) => `${file}:${line} /${pattern}/: ${why}`,
    ),
  );
}
