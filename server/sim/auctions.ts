/** Actions on auctions: through the API, and directly on the auction house without the marketplace. */
import { auctionHouseAbi } from '@skarb/contracts/abi';
import * as offerCalls from '@skarb/schema/calls/offer';
import type { OfferWithSteps } from '@skarb/schema/offer';
import { fromBaseUnits, toBaseUnits, type TransactionStep } from '@skarb/schema/primitive';
import { zeroHash, type Address, type Hex } from 'viem';
import { encodeCreate, readAuctionState } from '../src/domain/offer/auction/auction.contract.ts';
import { findAuction, type Terms } from '../src/domain/offer/store/auction.store.ts';
import { createCalls, Refusal } from './calls.ts';
import type { Chance } from './chance.ts';
import { openingOf } from './offers.ts';
import { SHY, type Person, type Token, type World } from './world.ts';

/** A latest end that accepts every extension. */
const ANY_END = 2n ** 64n;

type Open = { uuid: string; status: string; maker: Address; bid_count: number; claimant: Address | null };

export const createAuctions = (world: World, chance: Chance) => {
  const { sql, follow, send, write, persons, deployment, tokens } = world;
  const api = createCalls(world.call);
  const house = deployment.auctionHouse;
  const { instant, refuse } = openingOf();
  const personOf = (address: string) => persons.find((person) => person.wallet === address);
  /** Transactions that a simulated wallet sends later. */
  const late: { from: Address; step: TransactionStep }[] = [];
  let created = 0;

  const auctions = (where: 'open' | 'over' | 'held') => sql<Open[]>`
    select o.uuid, o.status, o.maker, a.bid_count, a.claimant from offer o join auction a on a.offer_uuid = o.uuid
    where ${
      where === 'held'
        ? sql`a.claimant is not null`
        : where === 'over'
          ? sql`o.status = 'ENDED'`
          : sql`o.status in ('SCHEDULED', 'ACTIVE')`
    } order by o.created_at, o.uuid`;
  const termsOf = async (uuid: string): Promise<Terms | undefined> =>
    (await findAuction(sql, uuid))?.terms ?? undefined;
  const onHouse = (from: Address, functionName: string, args: unknown[]) =>
    write(from, house, auctionHouseAbi, functionName, args);

  /** A reserve price that the simulated wallets can afford for a while. */
  const reserve = (currency: 'ETH' | 'USDC') =>
    currency === 'USDC' ? String(chance.between(1, 400)) : `0.${chance.between(1, 9999)}`;
  const times = async () => {
    const now = await world.now();
    const start = chance.is(0.2) ? now + chance.between(20, 500) : undefined;
    return { start, end: (start ?? now) + chance.between(60, 2400) };
  };
  /** Runs steps in order; sometimes the wallet stops before a transaction and sends it later. */
  const finish = async (person: Person, what: string, answer: OfferWithSteps): Promise<string> => {
    let isDone = true;
    for (const step of answer.steps ?? []) {
      if (step.kind !== 'transaction' || step.status === 'complete') continue;
      if (chance.is(0.12)) {
        late.push({ from: person.address, step });
        return `${what} put off`;
      }
      isDone = await send(person.address, step.to as Address, step.data as Hex, BigInt(step.value));
    }
    return `${what} ${isDone ? 'done' : 'failed on chain'}`;
  };
  /** The simulated holders of a token, with the number of units each can send. */
  const holdersOf = async (token: Token) => {
    const rows = await sql<{ owner: string; free: string }[]>`
      select owner, quantity - escrowed as free from ownership
      where token_uuid = ${token.uuid} and quantity > escrowed order by owner`;
    return rows.flatMap(({ owner, free }) => {
      const person = personOf(owner);
      return person ? [{ person, free: Number(free) }] : [];
    });
  };

  const actions = {
    auction: async () => {
      const token = chance.pick(tokens) as Token;
      await follow();
      const holder = chance.pick(await holdersOf(token));
      if (!holder) return undefined;
      const name = chance.pick(['ETH', 'USDC'] as const) ?? 'ETH';
      const { start, end } = await times();
      const quantity = chance.between(1, Math.min(holder.free, 4));
      const answer = await api.send(holder.person, offerCalls.open, {
        params: { id: token.uuid },
        body: {
          type: 'AUCTION',
          reservePrice: reserve(name),
          currencyUuid: world.currency(name).uuid,
          quantity,
          ...(start ? { startsAt: instant(start) } : {}),
          endsAt: instant(end),
          ...(chance.is(0.4) ? { minIncrementPercent: chance.between(1, 50) } : {}),
        },
      });
      const what = `auction of ${quantity} in ${name}`;
      if (answer instanceof Refusal) return refuse(what, answer);
      created++;
      return finish(holder.person, what, answer.data);
    },
    /** An auction without a request here: the marketplace reads it from the chain. */
    auctionOnChain: async () => {
      const token = chance.pick(tokens) as Token;
      const holder = chance.pick(await holdersOf(token));
      if (!holder) return undefined;
      const seller = chance.is(0.3) ? SHY : holder.person.address;
      const units = BigInt(chance.between(1, Math.min(holder.free, 4)));
      if (seller === SHY) {
        // An ERC-1155 transfer calls its receiver, which this contract does not support.
        if (token.isEdition) return undefined;
        const args = [holder.person.address, SHY, token.id];
        await write(holder.person.address, token.contract, world.abiOf(token), 'transferFrom', args);
      }
      const currency = chance.pick(['ETH', 'USDC'] as const) ?? 'ETH';
      const { start, end } = await times();
      const nft = {
        type: token.isEdition ? ('ERC1155' as const) : ('ERC721' as const),
        tokenId: token.id,
        quantity: units,
      };
      const data = encodeCreate(house, seller, nft, {
        currency: world.moneyOf(currency),
        reservePrice: toBaseUnits(reserve(currency), currency === 'ETH' ? 18 : 6),
        startsAt: start ?? 0,
        endsAt: end,
        raiseBps: chance.pick([0, 1, 500, 333]) ?? 0,
        memo: zeroHash,
      });
      created++;
      return `auction made on chain ${(await send(seller, token.contract, data)) ? 'done' : 'failed'}`;
    },
    auctionBid: async () => {
      const auction = chance.pick(await auctions(chance.is(0.92) ? 'open' : 'over'));
      const person = chance.pick(persons);
      if (!auction || !person) return undefined;
      await follow();
      const answer = await api.send(person, offerCalls.show, { params: { id: auction.uuid } });
      // A reorg may have removed it.
      if (answer instanceof Refusal) return undefined;
      const shown = answer.data;
      const { decimals } = shown.currency;
      const least = toBaseUnits(shown.auction?.nextBid ?? shown.price, decimals);
      const more = chance.weighed({ exact: 4, above: 4, below: 1 });
      const amount = { exact: least, above: (least * BigInt(chance.between(100, 140))) / 100n, below: least - 1n }[
        more
      ];
      if (amount === 0n) return undefined;
      const bid = await api.send(person, offerCalls.open, {
        params: { id: auction.uuid },
        body: { type: 'BID', price: fromBaseUnits(amount, decimals) },
      });
      const what = `bid in an auction (${more})`;
      return bid instanceof Refusal ? refuse(what, bid) : finish(person, what, bid.data);
    },
    /** Bids without the API, as a bidder of another marketplace or a contract does. */
    bidOnHouse: async () => {
      const auction = chance.pick(await auctions(chance.is(0.9) ? 'open' : 'over'));
      const terms = auction && (await termsOf(auction.uuid));
      if (!terms) return undefined;
      const who = chance.is(0.35) ? SHY : (chance.pick(persons) as Person).address;
      const now = await readAuctionState(world.context.chain, house, terms.bidding, terms.lotHash);
      const amount = chance.is(0.9) ? (now.leastBid * BigInt(chance.between(100, 130))) / 100n : now.leastBid - 1n;
      if (amount <= 0n) return undefined;
      const end = chance.is(0.8) ? ANY_END : now.endsAt - 1n;
      const isDone = await onHouse(who, 'bid', [terms.bidding, terms.lotHash, amount, end]);
      return `bid on chain by ${who === SHY ? 'a contract' : 'somebody'} ${isDone ? 'done' : 'failed'}`;
    },
    auctionEdit: async () => {
      const auction = chance.pick(await auctions('open'));
      const person = auction && personOf(auction.maker);
      if (!auction || !person) return undefined;
      await follow();
      const body = {
        ...(chance.is(0.7) ? { reservePrice: String(chance.between(1, 3)) } : {}),
        ...(chance.is(0.6) ? { endsAt: instant((await world.now()) + chance.between(60, 2000)) } : {}),
      };
      if (Object.keys(body).length === 0) return undefined;
      const answer = await api.send(person, offerCalls.edit, { params: { id: auction.uuid }, body });
      if (!(answer instanceof Refusal)) return finish(person, 'auction edit', answer.data);
      return answer.status === 400 ? 'auction edit refused (field)' : refuse('auction edit', answer);
    },
    auctionCancel: async () => {
      const auction = chance.pick(await auctions('open'));
      if (!auction) return undefined;
      const person = personOf(auction.maker);
      if (person && chance.is(0.7)) {
        const answer = await api.send(person, offerCalls.cancel, { params: { id: auction.uuid } });
        return answer instanceof Refusal
          ? refuse('auction cancel', answer)
          : finish(person, 'auction cancel', answer.data);
      }
      const terms = await termsOf(auction.uuid);
      if (!terms) return undefined;
      const isDone = await onHouse(auction.maker, 'cancel', [terms.bidding, terms.lot]);
      return `auction cancelled on chain ${isDone ? 'done' : 'failed'}`;
    },
    settle: async () => {
      const auction = chance.pick(await auctions(chance.is(0.9) ? 'over' : 'open'));
      const person = chance.pick(persons);
      if (!auction || !person) return undefined;
      if (chance.is(0.4)) {
        const answer = await api.send(person, offerCalls.settle, { params: { id: auction.uuid } });
        return answer instanceof Refusal ? refuse('settlement', answer) : finish(person, 'settlement', answer.data);
      }
      const terms = await termsOf(auction.uuid);
      if (!terms) return undefined;
      return `settled on chain ${(await onHouse(person.address, 'settle', [terms.bidding, terms.lot])) ? 'done' : 'failed'}`;
    },
    claim: async () => {
      const auction = chance.pick(await auctions('held'));
      const terms = auction && (await termsOf(auction.uuid));
      if (!auction?.claimant || !terms) return undefined;
      const to = chance.is(0.8) ? (chance.pick(persons) as Person).address : auction.claimant;
      const isDone = await onHouse(auction.claimant, 'claimToken', [terms.bidding, terms.lot, to]);
      return `held NFT claimed ${isDone ? 'done' : 'failed'}`;
    },
    lateAuctionStep: async () => {
      const step = late.shift();
      if (!step) return undefined;
      const isDone = await send(step.from, step.step.to as Address, step.step.data as Hex, BigInt(step.step.value));
      return `late ${step.step.id} ${isDone ? 'done' : 'failed on chain'}`;
    },
  };
  return { actions, count: () => created };
};
