/**
 * Transactions with the logs that our contracts would write about the recorded objects: each is possible after the
 * ones before it, as the contracts require, and all other fields are random and extreme.
 */
import {
  auctionHouseAbi,
  breedingAbi,
  collection1155Abi,
  collection721Abi,
  collectionFactoryAbi,
  erc20Abi,
  seaportAbi,
} from '@skarb/contracts/abi';
import { pad, zeroHash, zeroAddress, type Hex } from 'viem';
import { memoOf } from '../src/domain/offer/auction/auction.contract.ts';
import type { NewLog } from '../src/platform/chain/testing-node.ts';
import type { Chance } from './chance.ts';
import { encodeLog, eventOf, type Cast, type WildLogs } from './wild-logs.ts';

const NATIVE = 0;
const ERC20 = 1;
/** Seaport's item types of NFTs. */
const [ERC721, ERC1155] = [2, 3];
const UINT40 = 40;
const UINT96 = 96;

export type StoryToken = { uuid: string; isEdition: boolean; contract: Hex; id: bigint };
type StoryDraft = StoryToken & { digest: Hex; quantity: bigint; royaltyBps: number; creator: Hex };
type StoryOrder = { hash: Hex; type: 'SALE' | 'BID'; maker: Hex; token: string; quantity: bigint };
type AuctionDraft = { offer: string; seller: Hex; token: string; currency: Hex };
/** The records at the start of a story. */
export type Ground = {
  people: Hex[];
  tokens: StoryToken[];
  drafts: StoryDraft[];
  orders: StoryOrder[];
  /** Auctions that are requested but not yet opened. */
  requests: AuctionDraft[];
  /** Units by `uuid|owner`. */
  holdings: Map<string, bigint>;
  /** ERC-721 collections, deployed or not. */
  collections: { address: Hex; creator: Hex; isDeployed: boolean }[];
  /** Tokens with genes. */
  enrolled: Set<string>;
  opened: Set<Hex>;
};

type Auction = {
  id: Hex;
  token: string;
  seller: Hex;
  quantity: bigint;
  phase: 'open' | 'held' | 'over';
  claimant?: Hex;
};
type Pairing = { id: bigint; isKept: boolean; isOver: boolean };
/** The state that decides which transactions are possible; copied with each block, so that a reorg can restore it. */
export type State = {
  holdings: Map<string, bigint>;
  minted: Set<string>;
  deployed: Set<Hex>;
  auctions: Auction[];
  left: Map<Hex, bigint>;
  counters: Map<Hex, bigint>;
  pairings: Pairing[];
  enrolled: Set<string>;
  opened: Set<Hex>;
  batches: { batch: bigint; root: Hex }[];
};

export const stateOf = (ground: Ground): State => ({
  holdings: new Map(ground.holdings),
  minted: new Set(),
  deployed: new Set(ground.collections.filter(({ isDeployed }) => isDeployed).map(({ address }) => address)),
  auctions: [],
  left: new Map(ground.orders.map(({ hash, quantity }) => [hash, quantity])),
  counters: new Map(),
  pairings: [],
  enrolled: new Set(ground.enrolled),
  opened: new Set(ground.opened),
  batches: [],
});

export const createStories = (chance: Chance, ground: Ground, cast: Cast, { uint, fresh }: WildLogs) => {
  const { people, tokens, drafts, orders, requests, collections } = ground;
  const byUuid = new Map([...tokens, ...drafts].map((token) => [token.uuid, token]));
  const pick = <T>(items: readonly T[]): T | undefined => chance.pick(items);
  const person = () => pick(people) as Hex;
  const anyone = () => pick(cast.addresses.filter((address) => address !== cast.auctionHouse)) as Hex;
  const word = () => pad(`0x${fresh().toString(16)}`, { size: 32 });
  const house = (name: string, ...values: unknown[]) =>
    encodeLog(cast.auctionHouse, eventOf(auctionHouseAbi, name), values);
  const breeding = (name: string, ...values: unknown[]) => encodeLog(cast.breeding, eventOf(breedingAbi, name), values);
  const seaport = (name: string, ...values: unknown[]) => encodeLog(cast.seaport, eventOf(seaportAbi, name), values);
  const transferOf = (token: StoryToken, from: Hex, to: Hex, quantity: bigint): NewLog =>
    !token.isEdition
      ? encodeLog(token.contract, eventOf(collection721Abi, 'Transfer'), [from, to, token.id])
      : chance.is(0.7)
        ? encodeLog(token.contract, eventOf(collection1155Abi, 'TransferSingle'), [
            anyone(),
            from,
            to,
            token.id,
            quantity,
          ])
        : // One id twice, and one unknown id.
          encodeLog(token.contract, eventOf(collection1155Abi, 'TransferBatch'), [
            anyone(),
            from,
            to,
            [token.id, fresh(), token.id],
            [quantity - quantity / 2n, uint(256), quantity / 2n],
          ]);

  const heldBy = (state: State, token: string, owner: Hex) => state.holdings.get(`${token}|${owner}`) ?? 0n;
  const add = (state: State, token: string, owner: Hex, by: bigint) => {
    const now = heldBy(state, token, owner) + by;
    if (now > 0n) state.holdings.set(`${token}|${owner}`, now);
    else state.holdings.delete(`${token}|${owner}`);
  };
  /** A random holding, without units in the auction house. */
  const holding = (state: State) => {
    const found = pick([...state.holdings].map(([key, quantity]) => ({ key, quantity })));
    if (!found) return undefined;
    const [uuid, owner] = found.key.split('|') as [string, Hex];
    const token = byUuid.get(uuid);
    const quantity = BigInt(chance.between(1, Number(found.quantity)));
    return token && { token, owner, quantity };
  };
  const give = (state: State, token: StoryToken, from: Hex, to: Hex, quantity: bigint): NewLog => {
    add(state, token.uuid, from, -quantity);
    add(state, token.uuid, to, quantity);
    return transferOf(token, from, to, quantity);
  };
  const tokenOf = (auction: Auction) => byUuid.get(auction.token) as StoryToken;
  /** Transfers an auction's NFT out of the auction house, or keeps it there for its claimant. */
  const release = (state: State, auction: Auction, to: Hex): NewLog => {
    if (chance.is(0.3)) {
      auction.phase = 'held';
      auction.claimant = to;
      return house('TokenHeld', auction.id, to);
    }
    auction.phase = 'over';
    add(state, auction.token, to, auction.quantity);
    return transferOf(tokenOf(auction), cast.auctionHouse, to, auction.quantity);
  };
  const single = () => pick(tokens.filter(({ isEdition }) => !isEdition)) as StoryToken;

  /** Each story returns a transaction's logs, or undefined if it is not possible now. */
  const stories = {
    transfer: (state: State) => {
      const what = holding(state);
      return what && [give(state, what.token, what.owner, chance.is(0.1) ? what.owner : anyone(), what.quantity)];
    },
    /** There and back in one transaction, or on to a third account. */
    roundTrip: (state: State) => {
      const what = holding(state);
      if (!what) return undefined;
      const between = anyone();
      return [
        give(state, what.token, what.owner, between, what.quantity),
        give(state, what.token, between, chance.is(0.6) ? what.owner : anyone(), what.quantity),
      ];
    },
    mint: (state: State) => {
      const draft = pick(drafts.filter(({ uuid }) => !state.minted.has(uuid)));
      if (!draft) return undefined;
      state.minted.add(draft.uuid);
      add(state, draft.uuid, draft.creator, draft.quantity);
      const abi = draft.isEdition ? collection1155Abi : collection721Abi;
      const deploy = state.deployed.has(draft.contract)
        ? []
        : [
            encodeLog(cast.factory, eventOf(collectionFactoryAbi, 'CollectionCreated'), [
              draft.contract,
              draft.creator,
              draft.isEdition ? 1 : 0,
              'x',
              zeroHash,
            ]),
          ];
      state.deployed.add(draft.contract);
      return [
        ...deploy,
        draft.isEdition
          ? encodeLog(draft.contract, eventOf(abi, 'TransferSingle'), [
              anyone(),
              zeroAddress,
              draft.creator,
              draft.id,
              draft.quantity,
            ])
          : encodeLog(draft.contract, eventOf(abi, 'Transfer'), [zeroAddress, draft.creator, draft.id]),
        encodeLog(draft.contract, eventOf(abi, 'Minted'), [
          draft.id,
          draft.creator,
          draft.quantity,
          draft.digest,
          draft.royaltyBps,
        ]),
      ];
    },
    approveAll: () => [
      encodeLog(pick([...cast.singles, ...cast.editions]) as Hex, eventOf(collection721Abi, 'ApprovalForAll'), [
        person(),
        chance.is(0.7) ? cast.seaport : anyone(),
        chance.is(0.6),
      ]),
    ],
    approveOne: (state: State) => {
      const what = holding(state);
      if (!what || what.token.isEdition) return undefined;
      const to = chance.is(0.6) ? cast.seaport : anyone();
      return [encodeLog(what.token.contract, eventOf(collection721Abi, 'Approval'), [what.owner, to, what.token.id])];
    },
    money: () => [
      encodeLog(pick(cast.currencies) as Hex, eventOf(erc20Abi, 'Transfer'), [person(), anyone(), uint(256)]),
      encodeLog(pick(cast.currencies) as Hex, eventOf(erc20Abi, 'Approval'), [person(), cast.seaport, uint(256)]),
    ],
    fill: (state: State) => {
      const order = pick(orders.filter(({ hash }) => (state.left.get(hash) ?? 0n) > 0n));
      if (!order) return undefined;
      const token = byUuid.get(order.token) as StoryToken;
      const left = state.left.get(order.hash) as bigint;
      const giver = order.type === 'SALE' ? order.maker : person();
      const most = heldBy(state, token.uuid, giver) < left ? heldBy(state, token.uuid, giver) : left;
      if (most === 0n) return undefined;
      const units = BigInt(chance.between(1, Number(most)));
      const taker = order.type === 'SALE' ? person() : giver;
      const nft = {
        itemType: token.isEdition ? ERC1155 : ERC721,
        token: token.contract,
        identifier: token.id,
        amount: units,
      };
      const money = {
        itemType: order.type === 'SALE' ? NATIVE : ERC20,
        token: pick(cast.currencies),
        identifier: 0n,
        amount: uint(256),
      };
      state.left.set(order.hash, left - units);
      const filled = seaport(
        'OrderFulfilled',
        order.hash,
        order.maker,
        cast.zone,
        // Orders filled by matching have no recipient.
        chance.is(0.2) ? zeroAddress : taker,
        [order.type === 'SALE' ? nft : money],
        [
          ...(order.type === 'SALE' ? [] : [{ ...nft, recipient: order.maker }]),
          { ...money, recipient: anyone() },
          { ...money, recipient: anyone() },
        ],
      );
      const moved = give(state, token, giver, order.type === 'SALE' ? taker : order.maker, units);
      return chance.is(0.5) ? [filled, moved] : [moved, filled];
    },
    cancelOrder: (state: State) => {
      const order = pick(orders);
      if (!order) return undefined;
      // A cancel after a cancel or a sale is possible; a fill after a cancel is not.
      state.left.set(order.hash, 0n);
      return [seaport('OrderCancelled', order.hash, order.maker, cast.zone)];
    },
    raiseCounter: (state: State) => {
      const maker = person();
      const counter = (state.counters.get(maker) ?? 0n) + (uint(128) || 1n);
      state.counters.set(maker, counter);
      return [seaport('CounterIncremented', counter, maker)];
    },

    auction: (state: State) => {
      const request = chance.is(0.5) ? pick(requests) : undefined;
      const what = request
        ? {
            token: byUuid.get(request.token) as StoryToken,
            owner: request.seller,
            quantity: heldBy(state, request.token, request.seller),
          }
        : holding(state);
      if (!what || what.quantity === 0n) return undefined;
      const { token, owner, quantity } = what;
      const auction: Auction = { id: word(), token: token.uuid, seller: owner, quantity, phase: 'open' };
      state.auctions.push(auction);
      add(state, token.uuid, owner, -quantity);
      return [
        transferOf(token, owner, cast.auctionHouse, quantity),
        house(
          'AuctionCreated',
          auction.id,
          owner,
          word(),
          uint(256),
          request ? memoOf(request.offer) : word(),
          {
            currency: request?.currency ?? pick(cast.currencies),
            startsAt: Number(uint(UINT40)),
            endsAt: Number(uint(UINT40)),
            raiseBps: Number(uint(16)),
          },
          {
            seller: owner,
            collection: token.contract,
            kind: token.isEdition ? 1 : 0,
            tokenId: token.id,
            quantity,
            feeRecipient: anyone(),
            feeBps: Number(uint(16)),
            royaltyReceiver: anyone(),
            royaltyBps: Number(uint(16)),
            nonce: uint(64),
          },
        ),
      ];
    },
    /** Logs about an auction, in any order and number. */
    auctionWords: (state: State) => {
      const auction = pick(state.auctions);
      if (!auction) return undefined;
      const words = [
        () => house('BidPlaced', auction.id, anyone(), uint(256)),
        () => house('BidPlaced', auction.id, person(), uint(88)),
        () => house('AuctionExtended', auction.id, uint(256)),
        () => house('AuctionEdited', auction.id, uint(256), uint(256)),
        () => house('Credited', auction.id, anyone(), pick(cast.currencies), uint(256)),
      ];
      return Array.from({ length: chance.between(1, 3) }, () => (pick(words) as () => NewLog)());
    },
    settle: (state: State) => {
      const auction = pick(state.auctions.filter(({ phase }) => phase === 'open'));
      if (!auction) return undefined;
      const winner = chance.is(0.7) ? anyone() : undefined;
      return [
        house('AuctionSettled', auction.id, winner ?? zeroAddress, winner ? uint(256) : 0n),
        release(state, auction, winner ?? auction.seller),
        ...(chance.is(0.4) ? [house('Credited', auction.id, anyone(), pick(cast.currencies), uint(256))] : []),
      ];
    },
    cancelAuction: (state: State) => {
      const auction = pick(state.auctions.filter(({ phase }) => phase === 'open'));
      return auction && [house('AuctionCancelled', auction.id), release(state, auction, auction.seller)];
    },
    claim: (state: State) => {
      const auction = pick(state.auctions.filter(({ phase }) => phase === 'held'));
      if (!auction?.claimant) return undefined;
      const to = anyone();
      auction.phase = 'over';
      add(state, auction.token, to, auction.quantity);
      return [
        house('TokenClaimed', auction.id, auction.claimant, to),
        transferOf(tokenOf(auction), cast.auctionHouse, to, auction.quantity),
      ];
    },

    terms: (state: State) => {
      const { address, creator } = pick(collections) as Ground['collections'][0];
      if (state.opened.has(address) && chance.is(0.6))
        return [chance.is(0.5) ? breeding('BaseFeeSet', address, uint(UINT96)) : breeding('Closed', address)];
      state.opened.add(address);
      return [breeding('Opened', address, creator, uint(UINT96), Number(uint(8)), uint(64), word())];
    },
    enrol: (state: State) => {
      const token = single();
      if (state.enrolled.has(token.uuid) || !state.opened.has(token.contract)) return undefined;
      state.enrolled.add(token.uuid);
      return [breeding('Enrolled', token.contract, token.id, uint(256))];
    },
    siring: (state: State) => {
      const token = pick(tokens.filter(({ uuid }) => state.enrolled.has(uuid)));
      if (!token) return undefined;
      return chance.is(0.3)
        ? [breeding('SiringWithdrawn', token.contract, token.id)]
        : [breeding('SiringOffered', token.contract, token.id, anyone(), uint(UINT96), Number(uint(UINT40)))];
    },
    /** With two recorded parents, with one, or with none. */
    breed: (state: State) => {
      const members = tokens.filter(({ uuid }) => state.enrolled.has(uuid));
      const contract = pick(members)?.contract;
      if (!contract) return undefined;
      const mates = members.filter((token) => token.contract === contract);
      const parent = () => (chance.is(0.75) ? (pick(mates) as StoryToken).id : fresh());
      const id = fresh();
      state.pairings.push({ id, isKept: false, isOver: false });
      return [
        breeding(
          'Bred',
          id,
          contract,
          parent(),
          parent(),
          anyone(),
          uint(256),
          uint(256),
          uint(64),
          Number(uint(UINT40)),
          Number(uint(UINT40)),
          Number(uint(8)),
          Number(uint(8)),
          Number(uint(16)),
        ),
      ];
    },
    keepBlock: (state: State) => {
      // The contract stores a block hash once.
      const pairing = pick(state.pairings.filter(({ isKept, isOver }) => !isKept && !isOver));
      if (!pairing) return undefined;
      pairing.isKept = true;
      return [breeding('BlockKept', pairing.id, word())];
    },
    hatch: (state: State) => {
      const pairing = pick(state.pairings.filter(({ isOver }) => !isOver));
      if (!pairing) return undefined;
      pairing.isOver = true;
      if (chance.is(0.4)) return [breeding('Lost', pairing.id, uint(256))];
      const [contract, child, to] = [single().contract, fresh(), anyone()];
      return [
        encodeLog(contract, eventOf(collection721Abi, 'Transfer'), [zeroAddress, to, child]),
        breeding(
          'Hatched',
          pairing.id,
          contract,
          child,
          to,
          word(),
          uint(256),
          uint(256),
          uint(256),
          uint(256),
          word(),
        ),
      ];
    },
    commit: (state: State) => {
      const last = state.batches.at(-1);
      if (last && chance.is(0.4)) {
        const root = word();
        const log = breeding('RootReplaced', last.batch, root, last.root);
        last.root = root;
        return [log];
      }
      const made = { batch: last ? last.batch + 1n : 1_000_000n, root: word() };
      state.batches.push(made);
      return [breeding('Committed', made.batch, made.root)];
    },
  };
  const names = Object.keys(stories) as (keyof typeof stories)[];
  return {
    names,
    /** A story that is possible now, already applied to the state. */
    next: (state: State): { name: keyof typeof stories; logs: NewLog[] } => {
      for (;;) {
        const name = pick(names) as keyof typeof stories;
        const logs = stories[name](state);
        if (logs) return { name, logs };
      }
    },
  };
};
