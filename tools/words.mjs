/**
 * Reads user-visible texts from the syntax trees of the sources: texts written into a screen instead of a language
 * file, the keys that a screen uses, and the error codes of the server. `tools/words.test.mjs` compares them with the
 * language files.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, walk } from './syntax.mjs';

/** Attributes (and properties of our own components) that users read or hear. */
const READ =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|placeholder|title|alt|label|description|hint|heading|text|message|caption|summary|unit)$/;
const LETTER = /\p{L}/u;
/** Names that are the same in every language. */
const NAMES = /^(Skarb|ERC-?721|ERC-?1155|NFT|ETH|WETH|POL|USDC?|EUR|UAH|IPFS|MetaMask|Google|EN|УКР|px|x|0x…)$/;
/** The same, of several words. */
const BRANDS = /Trust Wallet|Coinbase Wallet \(Base\)|OKX Wallet/g;
/** Two words of a sentence; no identifier, class list or address has this form. */
const SENTENCE = /^\p{Lu}[\p{Ll}’']* [\p{L}’']+(?:[ .,:!?…]|$)/u;

/** @typedef {import('./syntax.mjs').Node} Node */

/** The possible texts of an expression, through conditions and concatenations; values of variables are left out. */
const textsOf = (/** @type {Node | null} */ node) => {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return [node.quasis.map((part) => part.value.cooked).join(' ')];
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)];
    case 'LogicalExpression':
      return [...textsOf(node.left), ...textsOf(node.right)];
    case 'BinaryExpression':
      return node.operator === '+' ? [...textsOf(node.left), ...textsOf(node.right)] : [];
    case 'ArrayExpression':
      return node.elements.flatMap(textsOf);
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return textsOf(node.expression);
    default:
      return [];
  }
};

const nameOf = (/** @type {Node} */ node) =>
  node.type === 'JSXNamespacedName' ? `${node.namespace.name}:${node.name.name}` : String(node.name);
const calleeOf = (/** @type {Node} */ { callee }) =>
  callee.type === 'Identifier'
    ? callee.name
    : callee.type === 'MemberExpression' && !callee.computed
      ? `${callee.object.name ?? ''}.${callee.property.name}`
      : '';

/** Texts in a screen's source that belong into a language file, as `name:line: words`. */
export const hardCoded = (/** @type {string} */ name, /** @type {string} */ source) => {
  /** @type {Set<string>} */
  const found = new Set();
  const report = (/** @type {Node} */ node, /** @type {string} */ text) => {
    const words = text.replace(BRANDS, '').replace(/\s+/g, ' ').trim();
    if (!LETTER.test(words) || words.split(/[\s·/,]+/).every((word) => !LETTER.test(word) || NAMES.test(word))) return;
    found.add(`${name}:${source.slice(0, node.start).split('\n').length}: ${words}`);
  };
  walk(parse(source, name), (node, above) => {
    const parent = above.at(-1);
    if (node.type === 'JSXText') report(node, node.value.replace(/&\w+;/g, ' '));
    else if (node.type === 'JSXExpressionContainer' && parent?.type !== 'JSXAttribute')
      for (const text of textsOf(node)) report(node, text);
    else if (node.type === 'JSXAttribute' && READ.test(nameOf(node.name)))
      for (const text of textsOf(node.value)) report(node, text);
    else if (node.type === 'CallExpression' && /^toast\.\w+$/.test(calleeOf(node)))
      for (const text of textsOf(node.arguments[0])) report(node, text);
    else if (node.type === 'Literal' && typeof node.value === 'string' && SENTENCE.test(node.value)) {
      // Thrown messages are for developers; a page shows a general sentence instead.
      const isThrown = above.some(
        ({ type, callee }) =>
          (type === 'NewExpression' && callee.name?.endsWith('Error')) ||
          (type === 'CallExpression' && callee.type === 'Super'),
      );
      if (!isThrown) report(node, node.value);
    }
  });
  return [...found];
};

const KEY = /^\w+(\.[\w-]+)+$/;

/** The possible keys of a template that begins with the name of a language file. @returns {RegExp | undefined} */
const patternOf = (/** @type {Node} */ { quasis }) => {
  const parts = quasis.map((/** @type {Node} */ part) => String(part.value.cooked));
  if (!/^\w+\.[\w.]*$/.test(parts[0] ?? '')) return undefined;
  return new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w .-]+')}$`);
};

/**
 * The keys that a source uses.
 * - `exact`: literal keys in a call of `t`; `partial`: keys built from parts; `counted`: keys used with a `count`
 * - `texts` and `patterns`: every other text that could be a key passed in a variable
 */
export const keysNamed = (/** @type {string} */ name, /** @type {string} */ source) => {
  const exact = new Set();
  const counted = new Set();
  const texts = new Set();
  /** @type {RegExp[]} */
  const partial = [];
  /** @type {RegExp[]} */
  const patterns = [];
  walk(parse(source, name), (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string' && KEY.test(node.value)) texts.add(node.value);
    if (node.type === 'TemplateLiteral') patterns.push(...[patternOf(node) ?? []].flat());
    if (node.type !== 'CallExpression' || !/^(t|i18n\.t|i18next\.t)$/.test(calleeOf(node))) return;
    const [key, options] = node.arguments;
    if (key?.type === 'TemplateLiteral') partial.push(...[patternOf(key) ?? []].flat());
    // `t` shows the first known key of several: the others may be missing.
    else if (key?.type !== 'ArrayExpression')
      for (const text of textsOf(key)) {
        if (!KEY.test(text)) continue;
        exact.add(text);
        if (options?.properties?.some((/** @type {Node} */ one) => one.key?.name === 'count')) counted.add(text);
      }
  });
  return { exact, partial, counted, texts, patterns };
};

/** Constructors of errors, with the index of the argument that holds the code. */
const FAILURES = {
  AppError: 1,
  forbidden: 0,
  conflict: 0,
  unprocessable: 0,
  unauthorized: 0,
  // Of the bundler, and of others whose first argument is no code.
  refuse: 0,
};

/** The error codes in a server source, as far as they are literals. */
export const codesOf = (/** @type {string} */ name, /** @type {string} */ source) => {
  /** @type {Set<string>} */
  const found = new Set();
  walk(parse(source, name), (node) => {
    if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return;
    const maker = calleeOf(node);
    if (maker === 'notFound') for (const what of textsOf(node.arguments[0])) found.add(`${what}.notFound`);
    if (maker === 'unavailable') for (const what of textsOf(node.arguments[0])) found.add(`${what}.away`);
    const place = FAILURES[maker];
    const argument = place === undefined ? undefined : node.arguments[place];
    if (argument && argument.type !== 'TemplateLiteral')
      for (const text of textsOf(argument)) if (/^[\w.]+$/.test(text)) found.add(text);
  });
  return found;
};

/** The sources below a folder with their relative paths, without tests. */
export const sourcesIn = (/** @type {string} */ folder, /** @type {RegExp} */ wanted) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => wanted.test(name) && !/\.test\.|(^|\/)testing/.test(name))
    .sort()
    .map((name) => ({ name, source: readFileSync(join(folder, name), 'utf8') }));
