import type { User } from '@skarb/schema/auth';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { keepCachePrivate } from './private-cache.ts';

const aUser = (uuid: string) => ({ uuid }) as User;

it('the first user of a page keeps what a visitor was shown, and the next one finds nothing of theirs', () => {
  let report = (_user: User | null): void => {};
  const client = new QueryClient();
  const stop = keepCachePrivate(
    {
      getState: () => ({ status: 'loading', user: null }),
      onIdentity: (listener) => {
        report = listener;
        return () => {};
      },
    },
    client,
  );
  const key = ['token', 'one', 'a part of the page that is not hydrated yet'];
  client.setQueryData(key, 'as the server rendered it');
  client.getMutationCache().build(client, { mutationFn: async () => {} });
  report(aUser('ann'));
  expect(client.getQueryData(key)).toBe('as the server rendered it');
  // Pressed before the session was restored.
  expect(client.getMutationCache().getAll()).toHaveLength(1);
  report(aUser('bob'));
  expect(client.getQueryData(key)).toBeUndefined();
  expect(client.getMutationCache().getAll()).toEqual([]);
  client.setQueryData(key, 'of bob');
  report(null);
  expect(client.getQueryData(key)).toBeUndefined();
  stop();
});
