import { expect, it } from 'vitest';
import { findFaults, isAllowed, readAllowScripts, readLock } from './licences.mjs';

const lockOf = (entry) => ({ packages: { '': {}, 'node_modules/thing': { version: '1.0.0', ...entry } } });

it('every dependency has an allowed licence, and a decision about its install script', () => {
  const lock = readLock();
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
  expect(findFaults(lock, readAllowScripts())).toEqual([]);
});

it.each([
  [{ license: 'GPL-3.0-only' }, 'thing has the licence GPL-3.0-only'],
  [{ license: 'MIT AND AGPL-3.0-only' }, 'thing has the licence MIT AND AGPL-3.0-only'],
  [{ license: 'LGPL-3.0-or-later' }, 'thing has the licence LGPL-3.0-or-later'],
  [{}, 'thing names no licence'],
  [
    { license: 'MIT', hasInstallScript: true },
    'thing runs a script when it is installed: decide in package.json, allowScripts',
  ],
])('a package of %j is refused', (entry, fault) => expect(findFaults(lockOf(entry), {})).toEqual([fault]));

it('a package with a choice of licences passes if one of them is allowed', () => {
  expect(isAllowed('(MIT OR GPL-2.0-only)', new Set(['MIT']))).toBe(true);
  expect(isAllowed('(MIT AND GPL-2.0-only)', new Set(['MIT']))).toBe(false);
  expect(findFaults(lockOf({ license: 'MIT', hasInstallScript: true }), { thing: false })).toEqual([]);
});
