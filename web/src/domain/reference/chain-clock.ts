import { urlOf } from '@skarb/client';
import * as statusCalls from '@skarb/schema/calls/status';
import { useQuery } from '@tanstack/react-query';
import { networksQuery } from './reference.query.ts';

const READ_MS = 15_000;
/** A Date header has whole seconds: less than this is its own error, not the clock's. */
const TOLERANCE_MS = 2_000;

/** How far ahead of this computer's clock the chain is, in milliseconds; negative when behind. */
const readAhead = async (rpcUrl: string | undefined): Promise<number> => {
  const sent = Date.now();
  const response = await fetch(urlOf(statusCalls.health), { cache: 'no-store' });
  const trip = (Date.now() - sent) / 2;
  const served = Date.parse(response.headers.get('date') ?? '');
  const byServer = Number.isNaN(served) ? 0 : served + 500 + trip - Date.now();
  const ahead = Math.abs(byServer) < TOLERANCE_MS ? 0 : byServer;
  // On demand: it stands with the wallets, which a page without a running auction needs none of.
  const { rpc } = await import('../../platform/wallet/rpc.ts');
  const block = rpcUrl
    ? await rpc<{ timestamp: string } | null>(rpcUrl, 'eth_getBlockByNumber', ['latest', false]).catch(() => null)
    : null;
  // A quiet chain's newest block may be old, but never from the future: only one ahead of the clock moves it.
  return block ? Math.max(ahead, Number(block.timestamp) * 1000 - Date.now()) : ahead;
};

/** The chain's time. A visitor's computer may go wrong by hours; an auction ends by the chain's clock all the same. */
export const useChainClock = (networkUuid: string): { now: () => number } => {
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
