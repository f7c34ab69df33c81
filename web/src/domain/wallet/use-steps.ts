import type { Step } from '@skarb/schema/primitive';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { RunState } from '../../platform/steps/step-ports.ts';
import { StepRun } from '../../platform/steps/step-run.ts';
import { useWallet } from '../../platform/wallet/wallet.ts';
import { stepPorts } from './step-ports.ts';

export type Steps = {
  /** Key of the subject that the steps belong to. */ key: string;
  state: RunState;
  /** Starts a fresh list for an account. */
  start: (steps: readonly Step[], account: string) => Promise<RunState>;
  /**
   * Resumes what a reload or a closed dialog interrupted after something was sent.
   * @returns null if there is nothing
   */
  resume: (account: string) => Promise<RunState> | null;
  /** Continues after a failure, a rejection or an obstacle. */
  again: () => Promise<RunState>;
  /** Deletes the list. */
  reset: () => void;
};

/**
 * A list of steps and its progress. It survives leaving the page: the same key resumes it.
 * @param key of the subject, e.g. `sale:<tokenUuid>`
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

  // The wallet was fixed: continue without another press.
  const { address, chainId } = useWallet();
  const seen = useRef({ address, chainId });
  useEffect(() => {
    const hasChanged = seen.current.address !== address || seen.current.chainId !== chainId;
    seen.current = { address, chainId };
    if (hasChanged && run.getState().status === 'waiting') void go();
  }, [address, chainId, run, go]);

  // The same functions while the key is the same, so that effects may depend on them.
  const actions = useMemo(
    () => ({
      start: (steps: readonly Step[], account: string) => {
        run.begin(steps, account);
        return go();
      },
      resume: (account: string) => {
        if (run.getState().steps.length > 0 || !run.restore(account)) return null;
        if (run.hasProgress) return go();
        // Nothing was sent or signed yet: a fresh list is more accurate.
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
