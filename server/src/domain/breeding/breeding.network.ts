import { MARKETPLACE_FEE_BPS } from '@skarb/schema/limits';
import type { Context } from '../../context.ts';
import { unprocessable } from '../../platform/http/app-error.ts';
import type { Tx } from '../../platform/db/database.ts';
import { chainNow } from '../offer/offer.derive.ts';
import { breedingAbi } from '@skarb/contracts/abi';
import type { Source } from './breeding.secret.ts';
import { canBear } from './breeding.store.ts';
import type { Target } from './breeding.steps.ts';
import type { Where } from './breeding.view.ts';

type Needs = Pick<Context, 'config' | 'chain'>;

const CACHE_MS = 60_000;
let cached: { key: string; at: number; bps: number } | undefined;

/** The marketplace's share of fees, read from the contract once a minute. */
const feeBpsOf = async ({ config, chain }: Needs): Promise<number> => {
  const { breeding } = config.deployment;
  const key = `${config.chain.rpcUrl} ${breeding}`;
  if (cached?.key === key && Date.now() - cached.at < CACHE_MS) return cached.bps;
  try {
    const bps = await chain.public.readContract({ address: breeding, abi: breedingAbi, functionName: 'feeBps' });
    cached = { key, at: Date.now(), bps };
    return bps;
  } catch {
    // The node is unavailable: use the value that contracts are deployed with.
    return cached?.key === key ? cached.bps : MARKETPLACE_FEE_BPS;
  }
};

/** The context that views need besides their rows. */
export const whereOf = async (needs: Needs, sql: Tx): Promise<Where> => {
  const { config } = needs;
  const [feeBps, now] = await Promise.all([feeBpsOf(needs), chainNow(sql, config.chain.id)]);
  return { contract: config.deployment.breeding, weth: config.deployment.weth, feeBps, now };
};

/** The chain and contracts that breeding transactions go to. */
export const networkOf = ({ config }: Pick<Context, 'config'>): Target => ({
  chainId: config.chain.id,
  contract: config.deployment.breeding,
  weth: config.deployment.weth,
});

/** The source of the secrets, for the worker; undefined without the master secret. */
export const sourceOf = ({ config }: Pick<Context, 'config'>): Source | undefined => {
  const { breeding } = config.deployment;
  return config.breedingMaster
    ? { master: config.breedingMaster, chainId: config.chain.id, contract: breeding }
    : undefined;
};

/**
 * Checks that a worker with the master secret and the operator's key can hatch children. @throws AppError 422
 */
export const requireBirths = async ({ config, db }: Pick<Context, 'config' | 'db'>): Promise<void> => {
  if (!(await canBear(db.sql, { chainId: config.chain.id, contract: config.deployment.breeding })))
    throw unprocessable(
      'breeding.off',
      'Nobody can breed here at the moment: whoever runs this marketplace has to set it up first',
    );
};
