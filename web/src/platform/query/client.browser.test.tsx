import { ApiError } from '@skarb/client';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from './client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Reads with a query for five minutes. @returns how often it asked, and what it has then */
const readFor5Minutes = async (answer: (asked: number) => string) => {
  let asked = 0;
  const observer = new QueryObserver(createQueryClient(), {
    queryKey: ['works'],
    queryFn: async () => answer(++asked),
    refetchOnWindowFocus: false,
  });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(300_000);
  stop();
  return { asked, data: observer.getCurrentResult().data };
};

it('a reading that failed four times, because the server was unavailable, is tried again without a press', async () => {
  const answer = (asked: number) => {
    if (asked <= 4) throw new ApiError(503, 'unavailable');
    return 'works';
  };
  expect(await readFor5Minutes(answer)).toEqual({ asked: 5, data: 'works' });
});

it('a refused reading is not tried again', async () => {
  const answer = () => {
    throw new ApiError(404, 'work.notFound');
  };
  expect(await readFor5Minutes(answer)).toEqual({ asked: 1, data: undefined });
});
