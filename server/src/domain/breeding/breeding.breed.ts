import type { BreedingObstacle, BreedingWithSteps } from '@skarb/schema/breeding';
import type { PayReason, Step } from '@skarb/schema/primitive';
import { uuidv7 } from 'uuidv7';
import type { Address, Hex } from 'viem';
import type { Context } from '../../context.ts';
import { waitForFollower } from '../../platform/chain/barrier.ts';
import { reading } from '../../platform/chain/client.ts';
import { tryCall } from '../../platform/chain/revert-reason.ts';
import { AppError, conflict, notFound, unprocessable } from '../../platform/http/app-error.ts';
import { readAmount } from '../../platform/http/read-amount.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { requireTrader, requireWallet } from '../auth/auth.view.ts';
import { readFunds } from '../offer/offer.chain.ts';
import { whyNotPaid } from '../operator/operator.service.ts';
import { enqueueTask } from '../operator/operator.store.ts';
import { forgottenAfter, PATIENCE_SECONDS } from './breeding.contract.ts';
import { findPair, type Pair } from './breeding.pair.ts';
import { statusOf } from './breeding.rules.ts';
import { networkOf, requireBirths, whereOf } from './breeding.network.ts';
import { approveStep, breedStep, hatchStep, keepStep, loseStep } from './breeding.steps.ts';
import { canBear, findBirth, findBreedingRow, findHome, putDraft, type BreedingRow } from './breeding.store.ts';
import { DECIMALS, ether } from './breeding.token-view.ts';
import { getBreeding } from './breeding.view.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;

/** Time that the operator has to hatch before users get the step, and blocks that it has to store the block's hash. */
const OPERATOR_MS = 60_000;
const OPERATOR_BLOCKS = 32;

/** The error code and the message of each obstacle. */
const REFUSALS: Record<BreedingObstacle, [code: string, message: string]> = {
  CLOSED: ['breeding.closed', 'This collection is not open for breeding'],
  NOT_ENROLLED: ['breeding.notEnrolled', 'One of the two has no genes'],
  NOT_OWNER: ['breeding.notOwner', 'Only the owner of the carrying token may breed it'],
  LISTED: ['breeding.listed', 'One of the two is on sale: take it off sale first'],
  AUCTIONED: ['breeding.auctioned', 'One of the two is in an auction'],
  EXPECTING: ['breeding.expecting', 'One of the two is expecting a child'],
  RESTING: ['breeding.resting', 'One of the two is resting'],
  WORN_OUT: ['breeding.wornOut', 'One of the two has been a parent seven times'],
  SAME: ['breeding.same', 'No token breeds with itself'],
  OTHER_COLLECTION: ['breeding.otherCollection', 'Both have to be of one collection'],
  PARENT_AND_CHILD: ['breeding.related', 'The two are parent and child'],
  SIBLINGS: ['breeding.related', 'The two are siblings'],
  NO_SIRING: ['breeding.noSiring', 'The partner’s owner does not offer it'],
  HIDDEN: ['breeding.hidden', 'One of the two is hidden'],
  NOT_READY: ['breeding.notReady', 'The child is not ready to hatch'],
};
const refusalOf = (code: BreedingObstacle): AppError => conflict(...REFUSALS[code]);

const breedSteps = async (needs: Needs, wallet: Address, pair: Pair): Promise<Step[]> => {
  const target = networkOf(needs);
  const home = await findHome(needs.db.sql, pair.matron.collection.uuid);
  if (!home?.address) throw notFound('collection');
  const cost = pair.fee + pair.siringPrice;
  const { balance, allowance } = await readFunds(needs, target.weth, wallet, target.contract);
  if (balance < cost)
    throw unprocessable(
      'breeding.balance',
      `Not enough balance: this breeding takes ${ether(cost)} WETH and your wallet has ${ether(balance)} WETH`,
    );
  const step = breedStep(
    target,
    {
      collection: home.address,
      matronId: BigInt(pair.matron.token_id),
      sireId: BigInt(pair.sire.token_id),
      words: `Breed “${pair.matron.name}” with “${pair.sire.name}” for ${ether(cost)} WETH`,
    },
    cost,
  );
  if ((allowance ?? 0n) >= cost) {
    const why = await reading(() => tryCall(needs.chain, { from: wallet, to: step.to, data: step.data as Hex }));
    if (why) throw unprocessable(why.code, why.words);
  }
  return cost === 0n ? [step] : [approveStep(target, cost, allowance ?? 0n), step];
};

/**
 * POST /breeding: a draft with the steps that pay for it and start it; the follower turns it into a breeding. A
 * repeated request for the same pair renews the draft.
 * @throws AppError 404, 409 for an obstacle or a higher cost than the caller saw, 422 without a wallet or enough money
 */
export const breedPair = async (
  needs: Needs,
  caller: Caller,
  request: { matronUuid: string; sireUuid: string; cost: string },
): Promise<BreedingWithSteps> => {
  const { db, chain, config } = needs;
  await requireBirths(needs);
  const wallet = (await requireTrader(db.sql, caller.uuid)) as Address;
  const seen = readAmount('cost', request.cost, DECIMALS);
  // Include the caller's latest transactions: wait up to 2 s for the follower.
  await reading(() => waitForFollower(db, chain, { timeoutMs: 2000 }));
  const pair = await findPair(needs, db.sql, request, wallet);
  const [first] = pair.obstacles;
  if (first) throw refusalOf(first.code);
  const cost = pair.fee + pair.siringPrice;
  if (cost > seen) throw conflict('breeding.dearer', `It costs ${ether(cost)} WETH now, not ${request.cost}`);
  const steps = await breedSteps(needs, wallet, pair);
  const uuid = await db.sql.begin((tx) =>
    putDraft(tx, {
      uuid: uuidv7(),
      chainId: config.chain.id,
      collectionUuid: pair.matron.collection.uuid,
      matronUuid: pair.matron.uuid,
      sireUuid: pair.sire.uuid,
      breeder: wallet,
      breederUuid: caller.uuid,
      fee: pair.fee,
      siringPrice: pair.siringPrice,
      generation: pair.generation,
    }),
  );
  return { ...(await getBreeding(db.sql, uuid, caller.uuid, await whereOf(needs, db.sql))), steps };
};

/** GET /breeding/{id}: a draft's breeder also gets its remaining steps. @throws AppError 404 */
export const showBreeding = async (
  needs: Needs,
  uuid: string,
  callerUuid: string | undefined,
): Promise<BreedingWithSteps> => {
  const sql = callerUuid ? needs.db.sql : needs.db.read;
  const shown = await getBreeding(sql, uuid, callerUuid, await whereOf(needs, sql));
  if (shown.status !== 'DRAFT' || !callerUuid || shown.breeder?.uuid !== callerUuid) return shown;
  const wallet = (await requireWallet(sql, callerUuid)) as Address;
  const pair = await findPair(needs, sql, { matronUuid: shown.matron.uuid, sireUuid: shown.sire.uuid }, wallet);
  if (pair.obstacles.length > 0) return { ...shown, steps: [] };
  // Without enough money there is no step; the pair's page shows the reason.
  const steps = await breedSteps(needs, wallet, pair).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 422) return [];
    throw error;
  });
  return { ...shown, steps };
};

/**
 * The steps for users to end a breeding that the marketplace has not ended.
 * @param why the reason that the marketplace does not pay for the next step; undefined if it pays
 */
const endSteps = async (
  needs: Needs,
  row: BreedingRow,
  now: Date,
  head: number,
  why: PayReason | undefined,
): Promise<Step[]> => {
  // The contract that holds its money may be an earlier one.
  const target = { ...networkOf(needs), contract: row.contract as Address };
  const number = BigInt(row.number as string);
  if (row.kept_hash === null) {
    const forgotten = await reading(() => forgottenAfter(needs.chain));
    if (head > Number(row.target_block) + forgotten)
      return [loseStep(target, number, 'Take the fee of a breeding whose draw was missed back')];
    // The block after the target has its hash.
    if (head > Number(row.target_block) + (why ? 0 : OPERATOR_BLOCKS)) return [keepStep(target, number, why)];
    throw refusalOf('NOT_READY');
  }
  const isSilent = row.ready_at !== null && row.ready_at.getTime() + PATIENCE_SECONDS * 1000 <= now.getTime();
  const isKept =
    target.contract === needs.config.deployment.breeding &&
    (await canBear(needs.db.sql, { chainId: row.chain_id, contract: target.contract }));
  if (isSilent && !isKept) return [loseStep(target, number, 'Take the fee of the breeding back')];
  if (row.status !== 'READY') throw refusalOf('NOT_READY');
  const birth = await findBirth(needs.db.sql, row);
  if (birth) return [hatchStep(target, birth, why)];
  if (!isKept)
    throw unprocessable(
      'breeding.noSecret',
      'This server does not have the secret of this child. Its fee comes back a week after it was due',
    );
  throw conflict('breeding.drawing', 'The child is being drawn: try again in a minute');
};

/**
 * POST /breeding/{id}/hatch: requests the hatch. Without steps in the answer the marketplace does it. If it cannot, or
 * has not in time, the answer has the steps for the caller. A breeding that can no longer hatch is closed
 * instead.
 * @throws AppError 404, 409 not ready, hatched or lost, 422 without a wallet or when the call would fail
 */
export const hatchBreeding = async (needs: Needs, caller: Caller, uuid: string): Promise<BreedingWithSteps> => {
  const { db, config, chain } = needs;
  const where = await whereOf(needs, db.sql);
  const shown = await getBreeding(db.sql, uuid, caller.uuid, where);
  const wallet = (await requireWallet(db.sql, caller.uuid)) as Address;
  const found = await findBreedingRow(db.sql, uuid);
  if (!found?.number) throw refusalOf('NOT_READY');
  // Derived from the facts: the stored status may lag behind the clock.
  const row: BreedingRow & { number: string } = {
    ...found,
    number: found.number,
    status: statusOf(
      {
        number: BigInt(found.number),
        isHatched: found.status === 'HATCHED',
        isLost: found.status === 'LOST',
        isKept: found.kept_hash !== null,
        readyAt: found.ready_at,
      },
      where.now,
    ),
  };
  if (row.status === 'HATCHED') throw conflict('breeding.hatched', 'The child has hatched already');
  if (row.status === 'LOST') throw conflict('breeding.lost', 'There will be no child of this breeding');
  const isLate = row.ready_at !== null && row.ready_at.getTime() + OPERATOR_MS < where.now.getTime();
  const kept = { chainId: config.chain.id, contract: config.deployment.breeding };
  const isOurs = row.contract === kept.contract && (await canBear(db.sql, kept));
  const kind = row.kept_hash === null ? 'keep' : 'hatch';
  const task = { kind, accountUuid: row.breeder_uuid, cause: row.breeder, subjects: [row.uuid] } as const;
  const why = isOurs ? await whyNotPaid(needs, task) : undefined;
  if (row.status === 'READY' && !isLate && isOurs && why === undefined) {
    await enqueueTask(db.sql, {
      chainId: config.chain.id,
      kind: 'hatch',
      subject: row.uuid,
      account: row.breeder_uuid,
      cause: row.breeder,
    });
    return { ...shown, steps: [] };
  }
  const head = Number(await reading(() => chain.rpc<Hex>('eth_blockNumber', [])));
  const steps = await endSteps(needs, row, where.now, head, why);
  for (const step of steps)
    if (step.kind === 'transaction') {
      const why = await reading(() => tryCall(chain, { from: wallet, to: step.to, data: step.data as Hex }));
      if (why) throw unprocessable(why.code, why.words);
    }
  return { ...shown, steps };
};
