/** Checks the licence and the install script of every dependency in package-lock.json. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Licences that permit anyone to run, change and distribute the software. */
const PERMISSIVE = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 OFL-1.1 PSF-2.0 Python-2.0 Unlicense Zlib'.split(
    ' ',
  ),
);
/** Weak copyleft, allowed for unchanged separate packages: libvips with sharp, lightningcss in the build, Safe in tests. */
const EXCEPTIONS = [
  { name: /^@img\/sharp-/, licences: ['LGPL-3.0-or-later'] },
  { name: /^@safe-global\/safe-smart-account$/, licences: ['LGPL-3.0'] },
  { name: /^lightningcss(-|$)|^axe-core$|^@axe-core\//, licences: ['MPL-2.0'] },
];
/** Packages whose lock entry has no licence, with the licence in their own files. */
const UNNAMED = {
  memorystream: 'MIT',
  'parse-cache-control': 'BSD-3-Clause',
  busboy: 'MIT',
  streamsearch: 'MIT',
  only: 'MIT',
  'humanize-number': 'MIT',
};

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Whether an SPDX expression of ANDs and ORs is allowed; `OR` needs one side, `AND` both. */
export const isAllowed = (expression, allowed) => {
  const text = expression.replace(/^\((.*)\)$/, '$1');
  if (text.includes(' OR ')) return text.split(' OR ').some((part) => isAllowed(part, allowed));
  return text.split(' AND ').every((part) => allowed.has(part));
};

/**
 * Finds dependencies with a forbidden licence, or with an install script that nobody decided about.
 * @param lock the parsed package-lock.json
 * @param allowScripts packages with a decision about their install script (package.json): true or false
 * @returns a sentence for each fault
 */
export const findFaults = (lock, allowScripts, unnamed = UNNAMED) =>
  Object.entries(lock.packages).flatMap(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return [];
    const name = nameOf(path);
    const licence = entry.license ?? unnamed[name];
    const allowed = new Set([
      ...PERMISSIVE,
      ...EXCEPTIONS.filter((exception) => exception.name.test(name)).flatMap(({ licences }) => licences),
    ]);
    const faults = [];
    if (!licence) faults.push(`${name} names no licence`);
    else if (!isAllowed(licence, allowed)) faults.push(`${name} has the licence ${licence}`);
    // Optional packages for other platforms are never installed; npm blocks their scripts unless they are named.
    const isForOthers = entry.optional && !(name in allowScripts) && !existsSync(join(ROOT, path));
    if (entry.hasInstallScript && !(name in allowScripts) && !isForOthers)
      faults.push(`${name} runs a script when it is installed: decide in package.json, allowScripts`);
    return faults;
  });

export const readLock = () => JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
export const readAllowScripts = () => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).allowScripts;
