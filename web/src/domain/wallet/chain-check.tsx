import type { Network } from '@skarb/schema/reference';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-name.ts';
import { useFailure } from '../../ui/list-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { useNetworks } from '../reference/use-networks.ts';

const marks = {
  yes: { Icon: CircleCheck, look: 'text-green-400' },
  no: { Icon: CircleAlert, look: 'text-red-400' },
  none: { Icon: Minus, look: 'text-ink-400' },
};
export type Verdict = keyof typeof marks;
/** @param isSame whether two values agree; null if there is nothing to compare */
export const verdictOf = (isSame: boolean | null): Verdict => (isSame === null ? 'none' : isSame ? 'yes' : 'no');

export const VerdictMark = ({ verdict, className }: { verdict: Verdict; className: string }) => {
  const { Icon, look } = marks[verdict];
  return <Icon aria-hidden className={cx('mt-0.5 shrink-0', look, className)} />;
};

/**
 * Reads from a network's chain in the reader's browser: when opened and on request, never automatically; nothing is
 * cached.
 */
export const ChainCheck = <T,>({
  queryKey,
  networkUuid,
  ask,
  asking,
  askAgain,
  tall,
  children,
}: {
  /** Everything that makes it another query. */ queryKey: readonly unknown[];
  networkUuid: string;
  ask: (network: Network) => Promise<T>;
  /** Text while it loads. */ asking: string;
  askAgain: string;
  /** Height of the placeholder, as classes. */ tall: string;
  children: (answer: T, again: ReactNode) => ReactNode;
}) => {
  const { t } = useTranslation();
  const network = useNetworks().find(({ uuid }) => uuid === networkUuid);
  const check = useQuery({
    queryKey: ['verify', ...queryKey],
    queryFn: () => ask(network as Network),
    enabled: !!network,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    structuralSharing: false,
  });
  const { data, isFetching, refetch } = check;
  const unread = useFailure(check);
  const failure = check.error ?? unread;
  const again = (
    <Button variant="outlined" size="small" isBusy={isFetching} onClick={() => void refetch()}>
      {askAgain}
    </Button>
  );
  if (failure)
    return (
      <div role="alert" className="flex flex-col items-start gap-3 text-ink-50">
        <p className="whitespace-pre-line">{wordsOf(t, failure)}</p>
        {again}
      </div>
    );
  if (data === undefined)
    return (
      <div role="status">
        <p className="text-ink-200">{asking}</p>
        <Skeleton className={cx('mt-3', tall)} />
      </div>
    );
  return children(data, again);
};
