import * as offerCalls from '@skarb/schema/calls/offer';
import * as tokenCalls from '@skarb/schema/calls/token';
import * as walletCalls from '@skarb/schema/calls/wallet';
import type { Offer } from '@skarb/schema/offer';
import { toBaseUnits } from '@skarb/schema/money';
import type { Step, TransactionStep } from '@skarb/schema/primitive';
import type { Currency, Network } from '@skarb/schema/reference';
import type { TokenDetail } from '@skarb/schema/token';
import { call } from '../../../platform/http/api.ts';
import { ApiError } from '@skarb/client';
import { encodeCall, readerOf, SEAPORT } from '../../../platform/wallet/contract-calls.ts';
import { sameAddress } from '../../../platform/format/same-address.ts';
import { nativeBalance } from '../../../platform/wallet/rpc.ts';
import { compareWithSeen, nextCheapest, type Money, type Verdict } from './preflight.rules.ts';

export type Surroundings = { network: Network; account: string; userUuid: string };
type Refusal = Exclude<Verdict, { kind: 'checking' | 'ready' }>;
/** An action to check, and what to ask the marketplace and the chain for it. */
export type Plan = {
  /** A plan with another key is another plan. */ key: readonly unknown[];
  networkUuid: string;
  /** The kind of subject, if its refusals have their own texts. */ about?: 'bid';
  /** What it costs the account, in each currency. */
  money: readonly Money[];
  /** Refuses by the current state of the subject, before any balance is read. */
  look?: (around: Surroundings) => Promise<Refusal | null>;
  /** Gas of transactions that cannot be simulated yet; the card then shows neither fee nor block. */
  gasGuess?: bigint;
  /** The steps as the marketplace would return them now. @throws ApiError why there are none */
  steps: (around: Surroundings) => Promise<readonly Step[]>;
};

const isOwnOf =
  ({ account, userUuid }: Surroundings) =>
  ({ type, seller, sellerAddress, buyer, buyerAddress }: Offer): boolean =>
    type === 'BID'
      ? buyer?.uuid === userUuid || sameAddress(buyerAddress, account)
      : seller?.uuid === userUuid || sameAddress(sellerAddress, account);

const nextTo = async (offer: Offer, around: Surroundings): Promise<Offer | null> => {
  if (offer.type !== 'SALE') return null;
  const { data } = await call(tokenCalls.show, { params: { id: offer.token.uuid } });
  return nextCheapest(data.offers as Offer[], offer.uuid, isOwnOf(around));
};

/** An offer as it is now, compared with what was shown. */
const lookAt = async (seen: Offer, quantity: number, around: Surroundings): Promise<Refusal | null> => {
  const { data: now } = await call(offerCalls.show, { params: { id: seen.uuid } });
  const refusal = compareWithSeen(now, seen, quantity, isOwnOf(around)(now)) as Refusal | null;
  if (refusal?.kind !== 'gone' || refusal.code === 'offer.own') return refusal;
  // In another tab, or by the step before.
  const isBought = refusal.code === 'offer.sold' && now.type === 'SALE' && now.buyer?.uuid === around.userUuid;
  if (isBought) return { ...refusal, code: 'offer.bought' };
  return { ...refusal, next: await nextTo(now, around).catch(() => null) };
};

const purchaseSteps = async (seen: Offer, quantity: number, recipient?: string): Promise<readonly Step[]> => {
  const body = { quantity, price: seen.price, ...(recipient && { recipient }) };
  return (await call(offerCalls.purchase, { params: { id: seen.uuid }, body })).data.steps ?? [];
};

/**
 * Buying from a sale as it was shown.
 * @param version of the offer now: a new version repeats the check
 * @param recipient receives the work; the buyer by default
 */
export const purchasePlan = (seen: Offer, quantity: number, version: number, recipient?: string): Plan => ({
  key: ['purchase', seen.uuid, seen.price, quantity, version, recipient],
  networkUuid: seen.networkUuid,
  money: [{ currency: seen.currency, amount: toBaseUnits(seen.price, seen.currency.decimals) * BigInt(quantity) }],
  look: (around) => lookAt(seen, quantity, around),
  steps: () => purchaseSteps(seen, quantity, recipient),
});

/** Accepting a buyer's offer as it was shown. */
export const acceptPlan = (seen: Offer, quantity: number, version: number): Plan => ({
  key: ['accept', seen.uuid, seen.price, quantity, version],
  networkUuid: seen.networkUuid,
  about: 'bid',
  money: [],
  look: (around) => lookAt(seen, quantity, around),
  steps: () => purchaseSteps(seen, quantity),
});

/**
 * A bid in an auction: the marketplace returns its steps without storing anything. The leader only adds the
 * difference.
 */
export const auctionBidPlan = (offer: Offer, price: string, account: string): Plan => {
  const { auction, currency } = offer;
  const isLeading = !!auction?.highestBid && sameAddress(auction.highestBidderAddress, account);
  const inHouse = isLeading ? toBaseUnits(auction.highestBid ?? '0', currency.decimals) : 0n;
  return {
    key: ['auction-bid', offer.uuid, price, offer.version],
    networkUuid: offer.networkUuid,
    money: [{ currency, amount: toBaseUnits(price, currency.decimals) - inHouse }],
    steps: async () => {
      const body = { type: 'BID', price } as const;
      return (await call(offerCalls.open, { params: { id: offer.uuid }, body })).data.steps ?? [];
    },
  };
};

const transaction = (id: string, network: Network, to: string, data: `0x${string}`): TransactionStep => ({
  id,
  kind: 'transaction',
  description: '',
  status: 'incomplete',
  chainId: network.chainId,
  to,
  data,
  value: '0',
});

/** What all open offers of the account in a currency need: one permission covers them all. */
const promisedBy = async ({ uuid, decimals }: Currency): Promise<bigint> => {
  const { data } = await call(walletCalls.promised, { query: { currencyUuid: uuid } });
  return toBaseUnits(data.promised, decimals);
};

/** A buyer's offer: signed, so that only the permission may need a transaction. @param amount base units */
export const bidPlan = (token: TokenDetail, currency: Currency, amount: bigint): Plan => ({
  key: ['bid', token.uuid, currency.uuid, String(amount)],
  networkUuid: currency.networkUuid,
  money: [{ currency, amount }],
  steps: async ({ network, account }) => {
    const address = currency.address as string;
    const needed = amount + (await promisedBy(currency));
    if ((await readerOf(network.rpcUrl).allowance(address, account)) >= needed) return [];
    return [transaction('approve-currency', network, address, encodeCall('approve', SEAPORT, needed))];
  },
});

/** The fields that tokens and offers share. */
type Work = Pick<Offer['token'], 'uuid' | 'type' | 'contractAddress' | 'tokenId'>;

/** Whether the account holds that many units. */
const lookHeld = async (work: Work, quantity: number, { network, account }: Surroundings): Promise<Refusal | null> => {
  const chain = readerOf(network.rpcUrl);
  const tokenId = BigInt(work.tokenId);
  const held =
    work.type === 'ERC1155'
      ? await chain.unitsOf(work.contractAddress, account, tokenId)
      : BigInt(sameAddress(await chain.ownerOf(work.contractAddress, tokenId), account));
  if (held >= BigInt(quantity)) return null;
  return held === 0n ? { kind: 'gone', code: 'offer.notOwner', next: null } : { kind: 'tooMany', left: Number(held) };
};

/** An auction: the NFT is sent to the auction house, by a transaction that depends on the typed terms. */
export const auctionPlan = (token: TokenDetail, quantity: number): Plan => ({
  key: ['auction', token.uuid, quantity],
  networkUuid: token.network.uuid,
  money: [],
  // contracts/snapshots/auction-gas.json: less than two thirds of it.
  gasGuess: 150_000n,
  look: (around) => lookHeld(token, quantity, around),
  steps: async ({ network }) => [transaction('create-auction', network, token.contractAddress, '0x')],
});

/** A sale, new or changed: signed, so that only the collection's permission may need a transaction. */
export const sellPlan = (token: Work, networkUuid: string, quantity: number): Plan => ({
  key: ['sell', token.uuid, quantity],
  networkUuid,
  money: [],
  look: (around) => lookHeld(token, quantity, around),
  steps: async ({ network, account }) => {
    if (await readerOf(network.rpcUrl).isApprovedForAll(token.contractAddress, account)) return [];
    return [transaction('approve-nft', network, token.contractAddress, encodeCall('setApprovalForAll', SEAPORT, true))];
  },
});

/** The money of the plan that the account lacks, in the first currency of which it has too little. @throws as `rpc` */
export const missingOf = async (plan: Plan, { network, account }: Surroundings): Promise<Money | null> => {
  for (const { currency, amount } of plan.money) {
    const has = currency.address
      ? await readerOf(network.rpcUrl).balanceOf(currency.address, account)
      : await nativeBalance(network.rpcUrl, account);
    if (has < amount) return { currency, amount: amount - has };
  }
  return null;
};

/** Why the marketplace returned no steps, as a verdict. */
export const refusalOf = (error: unknown): Exclude<Verdict, { kind: 'checking' | 'ready' }> => {
  if (!(error instanceof ApiError) || error.isPassing || error.status === 401) return { kind: 'away', error };
  return { kind: 'gone', code: error.code, next: null };
};
