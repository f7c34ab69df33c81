import type { Network } from '@skarb/schema/reference';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError } from '@skarb/client';
import { useSession } from '../../../platform/session/use-session.ts';
import type { StepObstacle } from '../../../platform/steps/step-ports.ts';
import { sameAddress } from '../../../platform/format/same-address.ts';
import { nativeBalance, paysFees, readGasPrice } from '../../../platform/wallet/rpc.ts';
import { tryCalls } from '../../../platform/wallet/trial.ts';
import { PASSKEY_WALLET_ID } from '../../../platform/wallet/wallet-store.ts';
import { useWallet } from '../../../platform/wallet/wallet.ts';
import { useNetworks } from '../../reference/use-networks.ts';
import { refusalOfData } from '../../wallet/refusal.ts';
import { missingOf, refusalOf, type Plan, type Surroundings } from './preflight.plans.ts';
import { blocks, judge, type Verdict } from './preflight.rules.ts';

const AGAIN_MS = 12_000;
/** The server caches public answers for a second, so the next read shows why something was refused. */
const KEPT_MS = 1_200;

/** Checks everything that decides, the likeliest refusal first; nothing is sent or stored. */
const find = async (plan: Plan, around: Surroundings, isKeyPaid: boolean | null): Promise<Verdict> => {
  const { network, account } = around;
  try {
    const refusal = await plan.look?.(around);
    if (refusal) return refusal;
    const missing = await missingOf(plan, around);
    if (missing) return { kind: 'money', missing };
    const steps = await plan.steps(around);
    const open = steps.flatMap((step) => (step.kind === 'transaction' && step.status === 'incomplete' ? [step] : []));
    if (open.length === 0) return judge({ steps, trial: { kind: 'unknown' }, gasPrice: null, coins: null });
    const unknown = () => null;
    const isPaid = isKeyPaid ?? !(await paysFees(network.rpcUrl, account).catch(() => true));
    const [trial, gasPrice, coins] = await Promise.all([
      plan.gasGuess === undefined
        ? tryCalls(network.rpcUrl, account, open)
        : ({ kind: 'passes', gas: plan.gasGuess, block: null, isWhole: true } as const),
      isPaid ? null : readGasPrice(network).catch(unknown),
      isPaid ? null : nativeBalance(network.rpcUrl, account).catch(unknown),
    ]);
    const verdict = judge({ steps, trial, gasPrice, coins });
    const why = trial.kind === 'fails' && trial.data ? await refusalOfData(trial.data) : null;
    return verdict.kind === 'refused' && why ? { kind: 'refused', code: why.code } : verdict;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) {
      await new Promise((resolve) => setTimeout(resolve, KEPT_MS));
      const refusal = await plan.look?.(around).catch(() => null);
      if (refusal) return refusal;
    }
    return refusalOf(error);
  }
};

const obstacleOf = (network: Network, account: string, address: string | null, chainId: number | null) => {
  if (!address) return 'connect';
  if (!sameAddress(address, account)) return 'account';
  return chainId === network.chainId ? null : ('chain' satisfies StepObstacle);
};

export type Preflight = {
  verdict: Verdict;
  /** Whether the button is enabled. */ isClear: boolean;
  network: Network | undefined;
  account: string;
  plan: Plan | null;
  /** Checks again, after something was fixed. */ again: () => Promise<unknown>;
};

/**
 * Whether an action would work right now; checked again every 12 s, whenever the wallet changes and whenever the offer
 * changes.
 * @param plan null while there is nothing to check: the form is invalid, or its steps are running
 */
export const usePreflight = (plan: Plan | null): Preflight => {
  const client = useQueryClient();
  const { user, status: session } = useSession();
  const { address, chainId, status, walletId } = useWallet();
  const account = user?.metamaskWallet ?? '';
  const network = useNetworks().find(({ uuid }) => uuid === plan?.networkUuid);
  // The marketplace or an outside paymaster pays for what keys do; without either, by its setting, the account.
  const bundler = network?.smartAccount?.bundler;
  const isKeyPaid = walletId === PASSKEY_WALLET_ID ? !bundler || bundler.paymasterUrl !== null : null;
  const { data } = useQuery({
    queryKey: ['private', 'preflight', account.toLowerCase(), isKeyPaid, ...(plan?.key ?? [])],
    queryFn: () => find(plan as Plan, { network: network as Network, account, userUuid: user?.uuid ?? '' }, isKeyPaid),
    enabled: !!plan && !!network && !!account,
    refetchInterval: AGAIN_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // Verdicts hold bigints, which the cache cannot compare as JSON.
    structuralSharing: false,
  });
  const unasked = session === 'anonymous' ? 'guest' : user && !account ? 'noWallet' : 'checking';
  const found: Verdict = data ?? { kind: plan ? unasked : 'checking' };
  // A wallet that is still connecting is not an obstacle.
  const isConnecting = status === 'returning' || status === 'connecting';
  const obstacle = network && account && !isConnecting ? obstacleOf(network, account, address, chainId) : null;
  // A removed offer or a changed price comes first: nobody should connect a wallet for that.
  const isAboutOffer = found.kind === 'gone' || found.kind === 'price' || found.kind === 'tooMany';
  const verdict: Verdict = obstacle && !isAboutOffer ? { kind: 'wallet', obstacle } : found;
  const again = useCallback(() => client.invalidateQueries({ queryKey: ['private'] }), [client]);
  return { verdict, isClear: !blocks(verdict), network, account, plan, again };
};
