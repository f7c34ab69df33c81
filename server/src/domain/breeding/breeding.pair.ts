import type { BreedingPair } from '@skarb/schema/breeding';
import { breedingFee, restSeconds, USES_MAX } from '@skarb/schema/genome';
import { getAddress } from 'viem';
import type { Context } from '../../context.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { Tx } from '../../platform/db/database.ts';
import { whereOf } from './breeding.network.ts';
import { pairObstacles, type Obstacle } from './breeding.rules.ts';
import { ether, findTokenRows, toBreedingToken, toParent, type TokenRow } from './breeding.token-view.ts';
import { findTermsOf } from './breeding.view.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;

/** A pair before any payment, with the data that its actions need. */
export type Pair = {
  matron: TokenRow;
  sire: TokenRow;
  fee: bigint;
  siringPrice: bigint;
  generation: number;
  obstacles: Obstacle[];
  shown: BreedingPair;
};

const feeOf = (row: TokenRow): bigint => (row.uses >= USES_MAX ? 0n : breedingFee(BigInt(row.base_fee), row.uses));

/**
 * Whether two tokens can breed, and the cost.
 * @param wallet the caller's; undefined for a visitor
 * @throws AppError 404 if one of them has no genes
 */
export const findPair = async (
  needs: Needs,
  sql: Tx,
  { matronUuid, sireUuid }: { matronUuid: string; sireUuid: string },
  wallet: string | undefined,
): Promise<Pair> => {
  const [rows, where] = await Promise.all([findTokenRows(sql, [matronUuid, sireUuid]), whereOf(needs, sql)]);
  const matron = rows.find(({ uuid }) => uuid === matronUuid.toLowerCase());
  const sire = rows.find(({ uuid }) => uuid === sireUuid.toLowerCase());
  if (!matron || !sire) throw notFound('breedingToken');
  const terms = await findTermsOf(sql, matron.collection.uuid, where);
  if (!terms) throw notFound('breedingToken');
  const { now } = where;
  const fee = feeOf(matron) + feeOf(sire);
  // A sire of the same owner is free, even while it is offered to others.
  const isOwn = sire.owner === matron.owner;
  const offered = toParent(sire, now).siring && sire.siring_price !== null ? BigInt(sire.siring_price) : 0n;
  const siringPrice = isOwn ? 0n : offered;
  const generation = Math.max(matron.generation, sire.generation) + 1;
  const obstacles = pairObstacles(toParent(matron, now), toParent(sire, now), wallet, now);
  return {
    matron,
    sire,
    fee,
    siringPrice,
    generation,
    obstacles,
    shown: {
      matron: toBreedingToken(matron, now),
      sire: toBreedingToken(sire, now),
      obstacles: obstacles.map(({ code, tokenUuid, until }) => ({
        code,
        tokenUuid,
        until: until?.toISOString() ?? null,
      })),
      fee: ether(fee),
      siringPrice: ether(siringPrice),
      cost: ether(fee + siringPrice),
      currency: terms.currency,
      contract: getAddress(where.contract),
      generation,
      hatchSeconds: restSeconds(matron.generation, Math.min(matron.uses, USES_MAX - 1)),
    },
  };
};
