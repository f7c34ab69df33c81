import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { CALLS_FOLDER, makeCalls } from '../script/calls.ts';

it('has a call for every endpoint of the tables (npm run generate -w schema)', async () => {
  const wanted = await makeCalls();
  expect((await readdir(CALLS_FOLDER)).toSorted()).toEqual([...wanted.keys()].toSorted());
  for (const [name, text] of wanted) expect(await readFile(CALLS_FOLDER + name, 'utf8')).toBe(text);
});
