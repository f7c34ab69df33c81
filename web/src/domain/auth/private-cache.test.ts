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
  report(aUser('ann'));
  expect(client.getQueryData(key)).toBe('as the server rendered it');
  report(aUser('bob'));
  expect(client.getQueryData(key)).toBeUndefined();
  client.setQueryData(key, 'of bob');
  report(null);
  expect(client.getQueryData(key)).toBeUndefined();
  stop();
});

it('what the first user marks while their session is restored is saved before the page is read again', async () => {
  let report = (_user: User | null): void => {};
  const client = new QueryClient();
  const session = {
    getState: () => ({ status: 'loading' as const, user: null }),
    onIdentity: (listener: typeof report) => {
      report = listener;
      return () => {};
    },
  };
  const stop = keepCachePrivate(session, client, async () => {});
  let saved = () => {};
  const isSaved = new Promise<void>((resolve) => (saved = resolve));
  const mark = client
    .getMutationCache()
    .build(client, { scope: { id: 'favourite' }, mutationFn: () => isSaved })
    .execute(undefined);
  client.setQueryData(['token', 'one'], 'marked');
  const isStale = () => client.getQueryState(['token', 'one'])?.isInvalidated;
  report(aUser('ann'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isStale()).toBe(false);
  saved();
  await mark;
  await expect.poll(isStale).toBe(true);
  stop();
});
