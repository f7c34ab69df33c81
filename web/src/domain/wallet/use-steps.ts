import type { Step } from '@skarb/schema/primitive';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { RunState } from '../../platform/steps/step-ports.ts';
import { StepRun, type RunListener } from '../../platform/steps/step-run.ts';
import type { OwnFee } from '../../platform/wallet/eip1193.ts';
import { wallet } from '../../platform/wallet/wallet.ts';
import { stepPorts } from './step-ports.ts';

export type Steps = {
  /** Key of the subject that the steps belong to. */ key: string;
  state: RunState;
  /** Starts a fresh list for an account, unless the component has left the page: nobody would see what is asked. */
  start: (steps: readonly Step[], account: string) => Promise<RunState>;
  /**
   * Resumes what a reload or a closed dialog interrupted after something was sent.
   * @returns null if there is nothing
   */
  resume: (account: string) => Promise<RunState> | null;
  /** Continues after a failure, a rejection or an obstacle. @param ownFee what the person agreed to pay for the failed step */
  again: (ownFee?: OwnFee) => Promise<RunState>;
  /** Deletes the list. */
  reset: () => void;
  /** Whether the component has left the page, or shows the list of another key by now. */
  isLeft: () => boolean;
};

/**
 * A list of steps and its progress. It survives leaving the page: the same key resumes it.
 * @param key of the subject, e.g. `sale:<tokenUuid>`
 */
export const useSteps = (key: string, options: RunListener = {}): Steps => {
  const client = useQueryClient();
  const run = useMemo(() => new StepRun(key, stepPorts(client)), [client, key]);
  useLayoutEffect(() => run.notify(options));
  const state = useSyncExternalStore(run.subscribe, run.getState, run.getState);
  const shown = useRef<StepRun>(undefined);
  useEffect(() => {
    shown.current = run;
    let { address, chainId } = wallet.getState();
    const unsubscribe = wallet.subscribe(() => {
      const now = wallet.getState();
      const hasChanged = now.address !== address || now.chainId !== chainId;
      ({ address, chainId } = now);
      // The wallet was fixed: continue without another press.
      if (hasChanged && run.getState().status === 'waiting') void run.run();
    });
    return () => {
      shown.current = undefined;
      unsubscribe();
      run.stop();
    };
  }, [run]);

  // The same functions while the key is the same, so that effects may depend on them.
  const actions = useMemo(() => {
    const isLeft = () => shown.current !== run;
    return {
      isLeft,
      start: (steps: readonly Step[], account: string) => {
        // The request for the steps may be answered after that. An empty list asks nobody: it only ends.
        if (isLeft() && steps.length > 0) return Promise.resolve(run.getState());
        run.begin(steps, account);
        return run.run();
      },
      resume: (account: string) => {
        if (run.getState().steps.length > 0 || !run.restore(account)) return null;
        if (run.hasProgress) return run.run();
        // Nothing was sent or signed yet: a fresh list is more accurate.
        run.reset();
        return null;
      },
      again: (ownFee?: OwnFee) => run.run(ownFee),
      reset: () => run.reset(),
    };
  }, [run]);
  return useMemo(() => ({ ...actions, key, state }), [actions, key, state]);
};
