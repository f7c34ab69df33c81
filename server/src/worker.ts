import type { WorkerStep } from '@skarb/schema/status';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from './context.ts';
import { accountEvents } from './domain/account/account.events.ts';
import { advanceRecoveries } from './domain/account/account.recovery.service.ts';
import { recoverTask } from './domain/account/account.recovery.tasks.ts';
import { operationTask } from './domain/account/account.tasks.ts';
import { auctionEvents } from './domain/offer/auction/auction.events.ts';
import { breedingAfterBatch, breedingEvents } from './domain/breeding/breeding.events.ts';
import { breedingTasks } from './domain/breeding/breeding.tasks.ts';
import { createBreedingClock, dropBreedingDrafts } from './domain/breeding/breeding.jobs.ts';
import { runNotifier } from './domain/notification/notification.jobs.ts';
import { advanceOffersByClock, dropDrafts, OFFERS_AT_ONCE } from './domain/offer/offer.jobs.ts';
import { recheckContractSignatures } from './domain/offer/offer.contract-maker.ts';
import { lockBatch } from './domain/offer/offer.lock.ts';
import { retryRow, offerEvents, offersAfterBatch } from './domain/offer/offer.events.ts';
import { settleTask } from './domain/offer/auction/auction.tasks.ts';
import { cancelTask } from './domain/offer/offer.tasks.ts';
import { createOperator } from './domain/operator/operator.runner.ts';
import { dropTask } from './domain/wallet/wallet.drop.tasks.ts';
import { updateComparablePrices } from './domain/offer/offer.rate.ts';
import { runPrices } from './domain/price/price.jobs.ts';
import { notifyOfSetAside, watchSteps } from './domain/status/status.jobs.ts';
import { advanceFacets } from './domain/token/facet.jobs.ts';
import { advanceProperties } from './domain/token/property.jobs.ts';
import { sweepWords } from './domain/token/store/word.store.ts';
import { tokenEvents } from './domain/token/token.events.ts';
import { endNewness } from './domain/token/store/token-card.store.ts';
import { mintTask } from './domain/token/token.tasks.ts';
import { runTrends } from './domain/trending/trending.jobs.ts';
import { createFollower, type FollowerOptions, type Logger } from './platform/chain/follower.ts';
import { createAttempt } from './platform/attempt.ts';
import { sweepEveryHour } from './platform/scratch.ts';
import { createSteps, type Steps } from './platform/steps.ts';

/** The chain id of the local stack and of tests. */
const LOCAL_CHAIN_ID = 80_001;

/** The follower of the configured chain, with every domain's events. */
export const followerOf = (
  { config, db, chain }: Context,
  log: Logger,
  options: Pick<FollowerOptions, 'far' | 'maxRange'> = {},
) =>
  createFollower({
    ...options,
    sql: db.sql,
    databaseUrl: config.database.url,
    chain,
    startBlock: config.deployment.blockNumber,
    isSoleNode: config.isLocalStack || config.chain.id === LOCAL_CHAIN_ID,
    pollMs: config.chain.pollMs,
    owners: [
      tokenEvents(config),
      ...offerEvents(config),
      auctionEvents(config),
      breedingEvents(config),
      accountEvents(config),
    ],
    atStartOfBatch: lockBatch,
    // Offers come last: they rebuild the token cards.
    atEndOfBatch: async (tx, batch) => {
      await breedingAfterBatch(config)(tx, batch);
      await offersAfterBatch({ config, chain })(tx, batch);
    },
    retryRow: retryRow({ config, chain }),
    log,
  });

/** The operator with every domain's kinds of tasks. */
export const operatorOf = (context: Context, log: Logger, pollMs?: number, steps?: Steps) =>
  createOperator({
    ...context,
    log,
    pollMs,
    steps,
    handlers: [
      mintTask(context),
      cancelTask(context),
      settleTask(context),
      operationTask(context),
      dropTask(context),
      recoverTask(context),
      ...breedingTasks(context),
    ],
  });

const TICK_MS = 1000;
/** The most rounds of one tick. */
const ROUNDS = 20;
/** A failure that lasts is logged once in this many ticks. */
const TICKS_PER_WARNING = 30;

/** Changes that only depend on time. Every worker makes them: a second run changes nothing. */
const advanceByClock = async (context: Context, ticks: number): Promise<void> => {
  // Listings made together end together: all of them within this tick.
  for (let rounds = 0; rounds < ROUNDS && (await advanceOffersByClock(context)) === OFFERS_AT_ONCE; rounds++);
  if (ticks % 5 === 0) await advanceRecoveries(context);
  if (ticks % 30 === 0) {
    await dropDrafts(context);
    await endNewness(context.db.sql);
    await notifyOfSetAside(context);
  }
};

/**
 * The steps that run every second, each in a loop of its own: a node that hangs delays only the check of contract
 * signatures, a large collection only the derivation of properties, and pictures only the breedings.
 */
const runClock = async (context: Context, steps: Steps, log: Logger, signal: AbortSignal): Promise<void> => {
  const advanceBreedings = createBreedingClock(context, log);
  let sweptTo = '';
  const loop = async (step: WorkerStep, what: string, work: (ticks: number) => Promise<unknown>) => {
    const attempt = createAttempt(log, `${what} failed`, TICKS_PER_WARNING);
    for (let ticks = 0; !signal.aborted; ticks++) {
      await attempt(() => steps.run(step, () => work(ticks)));
      await sleep(TICK_MS, undefined, { signal }).catch(() => {});
    }
  };
  await Promise.all([
    loop('offers', 'advancing offers and recoveries', (ticks) => advanceByClock(context, ticks)),
    loop('signatures', 'checking contract signatures', () => recheckContractSignatures(context)),
    loop('properties', 'deriving properties', () => advanceProperties(context)),
    loop('facets', 'reading which facets tokens have together', () => advanceFacets(context)),
    loop('words', 'forgetting unused words', async (ticks) => {
      if (ticks % 30 === 0) sweptTo = await sweepWords(context.db.sql, sweptTo);
    }),
    loop('breedings', 'advancing breedings', async (ticks) => {
      await advanceBreedings();
      if (ticks % 600 === 0) await dropBreedingDrafts(context.db.sql);
    }),
  ]);
};

/** The worker: follows the chain, sends the operator's transactions, advances states by the clock, and notifies users. */
export const runWorker = async (context: Context, log: Logger, signal: AbortSignal): Promise<void> => {
  // Each loop listens while it sleeps; Node takes more than ten listeners for a leak.
  setMaxListeners(0, signal);
  const steps = createSteps();
  // The worker's disk may be another than the API's.
  const stop = sweepEveryHour((error) => log.warn('old files could not be deleted', { error: String(error) }));
  signal.addEventListener('abort', stop, { once: true });
  await Promise.all([
    followerOf(context, log).run(signal),
    operatorOf(context, log, undefined, steps).run(signal),
    runClock(context, steps, log, signal),
    runPrices(context, log, signal, () => updateComparablePrices(context)),
    runNotifier(context, steps, log, signal),
    runTrends(context, steps, log, signal),
    watchSteps(context, steps, log, signal),
  ]);
};
