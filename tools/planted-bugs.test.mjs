import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUGS } from './planted-bugs.mjs';
import { ROOT } from './tracked-files.mjs';

test.each(BUGS)(
  'the code that the bug "%s" replaces occurs once, and its tests exist',
  (_name, file, from, _to, tests) => {
    expect(readFileSync(join(ROOT, file), 'utf8').split(from)).toHaveLength(2);
    for (const path of tests.split(' ')) expect(existsSync(join(ROOT, path)), path).toBe(true);
  },
);
