import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { tokenListQuery, type TokenFilter } from '../../token/token.query.ts';

/** The marketplace records an end within about a second. */
const SETTLE_MS = 3_000;
/** The longest time of a timer. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** Reads a list of auctions again when the next of them starts or ends: it leaves the list. */
export const useNextTurn = (filter: TokenFilter): void => {
  const client = useQueryClient();
  const query = tokenListQuery(filter);
  const { data } = useInfiniteQuery(query);
  const { queryKey } = query;
  useEffect(() => {
    const turns = (data?.pages ?? [])
      .flatMap((page) => page.data.flatMap(({ auction }) => (auction ? [auction.startsAt, auction.endsAt] : [])))
      .map((at) => (at === null ? 0 : Date.parse(at)));
    const next = Math.min(...turns.filter((at) => at > Date.now()));
    if (next === Infinity) return undefined;
    const timer = setTimeout(
      () => void client.invalidateQueries({ queryKey }),
      Math.min(next - Date.now() + SETTLE_MS, TIMER_MAX_MS),
    );
    return () => clearTimeout(timer);
  }, [client, data, queryKey]);
};
