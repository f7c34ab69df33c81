import type { Step } from '@skarb/schema/primitive';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { RunState } from '../../platform/steps/step-ports.ts';
import { StepRun } from '../../platform/steps/step-run.ts';
import { useWallet } from '../../platform/wallet/wallet.ts';
import { stepPorts } from './step-ports.ts';

export type Steps = {
  /** Of the thing the steps belong to. */ key: string;
  state: RunState;
  /** Starts a fresh list for an account. */
  start: (steps: readonly Step[], account: string) => Promise<RunState>;
  /** Goes on with what a reload or a closed dialog interrupted after something was sent. @returns null where there is nothing */
  resume: (account: string) => Promise<RunState> | null;
  /** Goes on after a failure, a refusal or an obstacle. */
  again: () => Promise<RunState>;
  /** Forgets the list. */
  reset: () => void;
};

/**
 * A list of steps and its progress. Leaving the page does not lose it: the same key takes it up again.
 * @param key of the thing the steps belong to, e.g. `sale:<tokenUuid>`
 */
export const useSteps = (
  key: string,
  options: { onAnswer?: (data: unknown) => void; onDone?: () => void } = {},
): Steps => {
  const client = useQueryClient();
  const latest = useRef(options);
  latest.current = options;
  const run = useMemo(
    () =>
      new StepRun(
        key,
        stepPorts(client, (data) => latest.current.onAnswer?.(data)),
      ),
    [client, key],
  );
  const state = useSyncExternalStore(run.subscribe, run.getState, run.getState);
  const go = useCallback(async () => {
    const end = await run.run();
    if (end.status === 'done') latest.current.onDone?.();
    return end;
  }, [run]);
  useEffect(() => () => run.stop(), [run]);

  // The wallet was put right: go on without another press.
  const { address, chainId } = useWallet();
  const seen = useRef({ address, chainId });
  useEffect(() => {
    const hasChanged = seen.current.address !== address || seen.current.chainId !== chainId;
    seen.current = { address, chainId };
    if (hasChanged && run.getState().status === 'waiting') void go();
  }, [address, chainId, run, go]);

  // The same functions as long as the key is the same, so that effects may hang on them.
  const actions = useMemo(
    () => ({
      start: (steps: readonly Step[], account: string) => {
        run.begin(steps, account);
        return go();
      },
      resume: (account: string) => {
        if (run.getState().steps.length > 0 || !run.restore(account)) return null;
        if (run.hasProgress) return go();
        // Nothing was sent or signed yet: a fresh list knows better what is still to be done.
        run.reset();
        return null;
      },
      again: go,
      reset: () => run.reset(),
    }),
    [run, go],
  );
  return useMemo(() => ({ ...actions, key, state }), [actions, key, state]);
};
