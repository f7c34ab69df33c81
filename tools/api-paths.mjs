/**
 * Finds paths of the API that are written as strings. A call goes through `call` or `urlOf` of `@skarb/client` with an
 * entry of `@skarb/schema/calls`, so that a renamed path, field or status is a compile error. Runs in `npm test`
 * (api-paths.test.mjs).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, walk } from './syntax.mjs';
import { ROOT, trackedFiles } from './tracked-files.mjs';

/** Files that may contain paths, each with its reason. */
export const EXCEPTIONS = [
  [/^schema\//, 'the table itself'],
  [
    /^server\/src\/(.*\/)?(testing[a-z0-9-]*|.*\.test)\.ts$/,
    'a test of the server is a client that knows the wire contract alone, and also sends what the types forbid',
  ],
  [/^server\/sim\/attack[a-z-]*\.ts$/, 'attacks on raw requests'],
  [/^e2e\/seed\/(7-calls|openapi)\.spec\.ts$/, 'the published paths, written out once so that a change is noticed'],
  [/^client\/src\/(client|package)\.test\.ts$/, 'asserts the addresses that the client makes'],
  [/^web\/.*\.test\.tsx?$/, 'asserts the addresses that the web app requests'],
  [/^tools\//, 'this check, its test, and code that is replaced by its text'],
];

/** Routes below /api that are no calls of the table: documents, the return pages of other sites' windows, metrics. */
const NO_CALLS =
  /^(\{\})?\/api\/(docs|openapi\.json|metrics|(auth\/google|onramp)\/return|notification\/unsubscribe)?($|\?)/;
/** Pages and files outside /api with the path of a call, and paths of other services. */
const OTHER = /^\/dev\/mail$|^\/locales\/add\/|^\{\}\/api\/v\d\/|^\{\}\/token\/\{\}\?a=/;

const escape = (text) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');

/** The paths of all calls, as `/token/{id}`. */
export const pathsOfCalls = (files = trackedFiles()) =>
  files
    .filter((file) => /^schema\/src\/calls\/.*\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/path: '([^']+)'/g)].map(([, path]) => path),
    );

/**
 * The API paths in a source, with their lines. A string has one if `/api/` begins in it, or if it equals the path of a
 * call after an interpolated base; a path of one word (`/breeding`) may be a page, so it counts below `/api` or a base only.
 * @param {string} source @param {string} file @param {string[]} paths
 */
export const apiPathsIn = (source, file, paths) => {
  const patterns = paths.map((path) => {
    const body = escape(path).replace(/\{\w+\}/g, '[^/?]+');
    const isOneWord = path.lastIndexOf('/') === 0;
    return new RegExp(`^(?:(?:[^/?]*\\{\\})?/api|\\{\\}${isOneWord ? '' : '|'})${body}(?:$|[?{])`);
  });
  const found = [];
  const read = (text, start) => {
    if (NO_CALLS.test(text) || OTHER.test(text)) return;
    if (/(^|\W)\/api\//.test(text) || patterns.some((pattern) => pattern.test(text)))
      found.push({ text, line: source.slice(0, start).split('\n').length });
  };
  walk(parse(source, file), (node) => {
    if (node.type === 'TemplateLiteral') read(node.quasis.map((quasi) => quasi.value.raw).join('{}'), node.start);
    if (node.type === 'Literal' && typeof node.value === 'string') read(node.value, node.start);
  });
  return found;
};

/** The API paths in product code, benchmarks, journeys and tools, without the exceptions. */
export const apiPathsOfRepository = () => {
  const files = trackedFiles();
  const paths = pathsOfCalls(files);
  // Parsing is slow: only files that contain the beginning of a path are parsed.
  const mayHave = new RegExp(`/(api|${[...new Set(paths.map((path) => path.split('/')[1]))].join('|')})\\b`);
  return files
    .filter((file) => /\.(ts|tsx|mts|mjs)$/.test(file) && !EXCEPTIONS.some(([pattern]) => pattern.test(file)))
    .map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }))
    .filter(({ source }) => mayHave.test(source.replaceAll(/ from '.*$/gm, '')))
    .flatMap(({ file, source }) => apiPathsIn(source, file, paths).map(({ text, line }) => `${file}:${line} ${text}`));
};
