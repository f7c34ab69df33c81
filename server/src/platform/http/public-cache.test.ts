import { expect, it } from 'vitest';
import { createPublicCache } from './public-cache.ts';

it('an answer found by its target goes with the response that it is of', async () => {
  const cache = createPublicCache(JSON.stringify, 60_000);
  const length = 3 * 2 ** 20;
  for (const key of ['/a', '/b', '/c']) {
    await cache.once(key, async () => 'x'.repeat(length));
    cache.remember(key, key, { vary: 'accept-language', route: key });
  }
  // 9 MB are too many: the oldest is gone.
  expect(['/a', '/b', '/c'].map((target) => cache.find(target)?.text.length)).toEqual([
    undefined,
    length + 2,
    length + 2,
  ]);
});
