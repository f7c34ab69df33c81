import { urlOf } from '@skarb/client';
import * as statusCalls from '@skarb/schema/calls/status';
import { useQuery } from '@tanstack/react-query';
import { screenHydrated } from '../../platform/lazy/hydration.tsx';
import { networksQuery } from './reference.query.ts';

const READ_MS = 15_000;
/** A Date header has whole seconds: a smaller difference is its rounding, not the clock's. */
const TOLERANCE_MS = 2_000;

/** How far the chain's clock is ahead of this computer's, in milliseconds; negative when behind. */
const readAhead = async (rpcUrl: string | undefined): Promise<number> => {
  const sent = Date.now();
  const response = await fetch(urlOf(statusCalls.health), { cache: 'no-store' });
  const answered = Date.now();
  const trip = (answered - sent) / 2;
  // A body that nobody reads keeps its connection occupied.
  await response.arrayBuffer();
  const served = Date.parse(response.headers.get('date') ?? '');
  const byServer = Number.isNaN(served) ? 0 : served + 500 + trip - answered;
  const ahead = Math.abs(byServer) < TOLERANCE_MS ? 0 : byServer;
  // Loaded on demand: this code is bundled with the wallets, which most pages do not need, and none before it is hydrated.
  await screenHydrated;
  const { rpc } = await import('../../platform/wallet/rpc.ts');
  const block = rpcUrl
    ? await rpc<{ timestamp: string } | null>(rpcUrl, 'eth_getBlockByNumber', ['latest', false]).catch(() => null)
    : null;
  // A quiet chain's newest block may be old but never from the future: only a block ahead of the clock corrects it.
  return block ? Math.max(ahead, Number(block.timestamp) * 1000 - Date.now()) : ahead;
};

type Clock = { now: () => number };
const useClockOfChain = (networkUuid: string): Clock => {
  const { data: networks } = useQuery(networksQuery);
  const rpcUrl = networks?.find(({ uuid }) => uuid === networkUuid)?.rpcUrl;
  const { data: ahead = 0 } = useQuery({
    queryKey: ['reference', 'clock', networkUuid, rpcUrl ?? ''],
    queryFn: () => readAhead(rpcUrl),
    enabled: typeof window !== 'undefined',
    refetchInterval: READ_MS,
    staleTime: READ_MS,
  });
  return { now: () => Date.now() + ahead };
};

/**
 * The chain's time: auctions end by the chain's clock, and a visitor's computer may be off by hours. The server renders by
 * its own.
 */
export const useChainClock: (networkUuid: string) => Clock = import.meta.env.SSR
  ? () => ({ now: Date.now })
  : useClockOfChain;
