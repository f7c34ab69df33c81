import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { CALLS_FOLDER, makeCalls } from '../script/calls.ts';

it('the generated calls match the endpoint tables (npm run generate -w schema)', async () => {
  const wanted = await makeCalls();
  expect((await readdir(CALLS_FOLDER)).toSorted()).toEqual([...wanted.keys()].toSorted());
  for (const [name, text] of wanted) expect(await readFile(CALLS_FOLDER + name, 'utf8')).toBe(text);
});
