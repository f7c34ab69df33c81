/**
 * The oracle of the order book: random offers under random actions; after each round it compares the offers that are
 * ACTIVE with those that the chain would fill.
 */
import { type Chance, chanceOf } from './chance.ts';
import { createAuctions } from './auctions.ts';
import { createBreedings } from './breedings.ts';
import { compareAuctions } from './compare-auctions.ts';
import { compareLives } from './compare-lives.ts';
import { createChainActions, reorganise } from './chain-actions.ts';
import { compare, type Difference, type Strict } from './compare.ts';
import { createOffers } from './offers.ts';
import { startWorld } from './world.ts';

export type OracleResult = {
  seed: number;
  orders: number;
  operations: number;
  comparisons: number;
  /** Auctions created, the number of comparisons, and the states compared. */
  auctions: number;
  auctionComparisons: number;
  auctionStates: Record<string, number>;
  /** The number of comparisons of a token's genes with the contract. */
  lifeComparisons: number;
  /** How often the product was deliberately stricter than the chain, by rule. */
  stricter: Record<Strict, number>;
  differences: Difference[];
  seconds: number;
  /** The actions, for the investigation of a difference. */
  story: string[];
};

const WEIGHTS = {
  list: 20,
  bid: 16,
  edit: 6,
  revive: 4,
  cancel: 4,
  purchase: 7,
  latePurchase: 2,
  give: 10,
  permit: 4,
  permitOne: 3,
  drain: 4,
  refill: 4,
  allow: 5,
  cancelOnSeaport: 2,
  cancelByZone: 1,
  raiseCounter: 0.6,
  fill: 9,
  wait: 3,
  mine: 2,
  reorg: 3,
  auction: 8,
  auctionOnChain: 2,
  auctionBid: 14,
  bidOnHouse: 7,
  auctionEdit: 4,
  auctionCancel: 2,
  settle: 4,
  claim: 2,
  lateAuctionStep: 2,
  operate: 6,
  turn: 2,
  follow: 8,
};
/** Additional weights if there are founders. */
const BREEDING_WEIGHTS = { breed: 14, breedPast: 16, offerSiring: 5, ripen: 8 };
const OPERATIONS_A_ROUND = 7;
const DEEPEST_REORG = 12;

const draw = (chance: Chance, isBreeding: boolean) =>
  isBreeding ? chance.weighed({ ...WEIGHTS, ...BREEDING_WEIGHTS }) : chance.weighed(WEIGHTS);

/**
 * Runs one seed until that many orders are signed, or a difference is found.
 * @param founders tokens that breed, on the site and without it
 */
export const runOracle = async (seed: number, orders: number, founders = 0): Promise<OracleResult> => {
  const started = Date.now();
  const chance = chanceOf(seed);
  const world = await startWorld({ people: 5, singles: 9, editions: 6, founders });
  try {
    const offers = createOffers(world, chance);
    const auctions = createAuctions(world, chance);
    const actions = {
      ...offers.actions,
      ...auctions.actions,
      ...createChainActions(world, chance),
      ...createBreedings(world, chance),
      reorg: () => reorganise(world, chance, DEEPEST_REORG),
      operate: async () => (await world.operate(), 'the operator worked'),
      turn: async () => (await world.turn(), 'the clock was looked at'),
      follow: async () => (await world.follow(), 'followed'),
    };
    const result: OracleResult = {
      seed,
      orders: 0,
      operations: 0,
      comparisons: 0,
      auctions: 0,
      auctionComparisons: 0,
      lifeComparisons: 0,
      auctionStates: {},
      stricter: { LEFT_AND_RETURNED: 0, CANCEL_ASKED: 0, BEING_REPLACED: 0, PAYS_OWN_ROYALTY: 0, SOLD_AT_OLD_TERMS: 0 },
      differences: [],
      seconds: 0,
      story: [],
    };
    const seen = new Map<string, string>();
    const seenAuctions = new Map<string, string>();
    while (offers.count() < orders && result.differences.length === 0) {
      for (let left = chance.between(1, OPERATIONS_A_ROUND); left > 0; left--) {
        const name = draw(chance, founders > 0);
        const said = await actions[name]();
        if (name === 'reorg') for (const one of [seen, seenAuctions]) one.clear();
        if (!said) continue;
        result.operations++;
        result.story.push(said);
      }
      // One block later.
      await world.mine(1);
      await world.follow();
      await world.turn();
      result.story.push('— compared');
      const found = await compare(world, seen, chance);
      result.comparisons += found.compared;
      result.differences.push(...found.differences);
      for (const rule of found.stricter) result.stricter[rule]++;
      const houses = await compareAuctions(world, seenAuctions);
      result.auctionComparisons += houses.compared;
      for (const [state, count] of Object.entries(houses.states))
        result.auctionStates[state] = (result.auctionStates[state] ?? 0) + count;
      const lives = await compareLives(world);
      result.lifeComparisons += lives.compared;
      result.differences.push(...houses.differences, ...lives.differences);
    }
    result.orders = offers.count();
    result.auctions = auctions.count();
    result.seconds = Math.round((Date.now() - started) / 100) / 10;
    return result;
  } finally {
    await world.stop();
  }
};
