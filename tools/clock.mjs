/**
 * Where the clock may not be read. Rules get the time as an argument, so that a test decides it. Tests wait for what they
 * expect, in a loop that asks for it: a wait for a fixed time is too short on a slower machine, or hides that nothing
 * happened.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, walk } from './syntax.mjs';
import { ROOT, trackedFiles } from './tracked-files.mjs';

/** @typedef {import('./syntax.mjs').Node} Node */

const RULES = /^(?:server|web)\/src\/.+\.rules\.tsx?$/;
const TESTS = /\.(?:test|spec)\.tsx?$|\/testing[a-z-]*\.tsx?$|^(?:web\/testing|e2e)\/.+\.tsx?$/;
const LOOP = /^(?:For|ForOf|ForIn|While|DoWhile)Statement$/;
const CLOCK = /^(?:Date\.now|performance\.now|Math\.random)$/;
const SLEEP = /^(?:sleep|setTimeout|(?:page|window)\.waitForTimeout)$/;

const nameOf = (/** @type {Node} */ { type, object, property, name }) =>
  type === 'MemberExpression' ? `${object.name}.${property.name}` : name;

/** @returns {number[]} the positions where a source reads the clock or chance */
export function clockReads(/** @type {string} */ source, /** @type {string} */ file) {
  const found = [];
  walk(parse(source, file), (node) => {
    const isRead =
      (node.type === 'CallExpression' && CLOCK.test(nameOf(node.callee))) ||
      (node.type === 'NewExpression' && node.callee.name === 'Date' && node.arguments.length === 0);
    if (isRead) found.push(node.start);
  });
  return found;
}

/** `new Promise((resolve) => setTimeout(resolve, 50))`; without a time it is the next turn of the event loop. */
const isTimer = (/** @type {Node} */ node) => {
  let isFound = false;
  if (node.type === 'NewExpression' && node.callee.name === 'Promise')
    walk(node, (inner) => {
      isFound ||= inner.type === 'CallExpression' && inner.callee.name === 'setTimeout' && inner.arguments.length > 1;
    });
  return isFound;
};

/** @returns {number[]} the positions where a test awaits a time, outside of a loop */
export function clockWaits(/** @type {string} */ source, /** @type {string} */ file) {
  const found = [];
  walk(parse(source, file), (node, above) => {
    if (node.type !== 'AwaitExpression' || above.some(({ type }) => LOOP.test(type))) return;
    const { argument } = node;
    if (isTimer(argument) || (argument.type === 'CallExpression' && SLEEP.test(nameOf(argument.callee))))
      found.push(node.start);
  });
  return found;
}

/** Each such place of the repository, as `file:line: …`. */
export function checkClock() {
  return trackedFiles().flatMap((file) => {
    const isRules = RULES.test(file);
    if (!isRules && !TESTS.test(file)) return [];
    const source = readFileSync(join(ROOT, file), 'utf8');
    const found = isRules ? clockReads(source, file) : clockWaits(source, file);
    const problem = isRules ? 'a rule gets the time as an argument' : 'wait for what is expected, not for a time';
    return found.map((start) => `${file}:${source.slice(0, start).split('\n').length}: ${problem}`);
  });
}
