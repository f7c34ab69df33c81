import { uuidv7 } from 'uuidv7';
import type { Address, Hex } from 'viem';
import type { Config } from '../../../config.ts';
import { toAmount, toInt, toQuantity } from '../../../platform/chain/clamp.ts';
import type { ChainLog, EventOwner, Touched } from '../../../platform/chain/events.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { touchedOffersOf } from '../offer.touched.ts';
import {
  decodeHouseLog,
  HOUSE_TOPIC,
  termsToJson,
  uuidOfAuction,
  uuidOfMemo,
  type HouseEvent,
} from './auction.contract.ts';

type Created = Extract<HouseEvent, { eventName: 'AuctionCreated' }>['args'];
type Known = {
  offer_uuid: string;
  auction_id: Hex;
  token_uuid: string;
  collection_uuid: string;
  currency_uuid: string;
  maker: Address;
  quantity: string;
  is_drafted: boolean;
  token_created_at: Date;
};
type Line = {
  event: 'AUCTION_CREATED' | 'EDITED' | 'CANCELLED' | 'BID' | 'OUTBID' | 'EXTENDED' | 'SETTLED' | 'CREDITED';
  price?: bigint | undefined;
  from?: Address | null;
  to?: Address | null;
  isTrade?: boolean;
};

const NOBODY = '0x0000000000000000000000000000000000000000';
const lower = (text: string): Address => text.toLowerCase() as Address;

const known = async (tx: Tx, ids: Hex[]): Promise<Map<string, Known>> => {
  if (ids.length === 0) return new Map();
  const rows = await tx<Known[]>`
    select a.offer_uuid, a.auction_id, a.is_drafted, o.token_uuid, o.collection_uuid, o.currency_uuid, o.maker, o.quantity,
      t.created_at as token_created_at
    from auction a join offer o on o.uuid = a.offer_uuid join token t on t.uuid = o.token_uuid
    where a.auction_id = any(${ids}::text[])`;
  return new Map(rows.map((row) => [row.auction_id, row]));
};

/** A line of the auction's story, in the log's place. Money in wei of ether stands beside what was paid. */
const tell = (tx: Tx, log: ChainLog, auction: Known, { event, price, from, to, isTrade }: Line) => tx`
  insert into history (uuid, token_uuid, offer_uuid, event, price, currency_uuid, quantity, value_eth, from_address, to_address,
    tx_hash, chain_id, block_number, block_hash, log_index, created_at)
  select ${uuidv7()}, ${auction.token_uuid}, ${auction.offer_uuid}, ${event}, ${price === undefined ? null : toAmount(price)}, c.uuid, ${auction.quantity},
    ${isTrade ? tx`round(${String(price)}::numeric * eth_rate_at(c.uuid, ${log.blockTime}) * ('1e' || (18 - c.decimals))::numeric, 6)` : null},
    ${from ?? null}, ${to ?? null}, ${log.txHash}, ${log.chainId}, ${String(log.blockNumber)}, ${log.blockHash}, ${log.logIndex}, ${log.blockTime}
  from currency c where c.uuid = ${auction.currency_uuid} returning value_eth`;

/** The draft that a new auction was wished for by: the seller's own, for this NFT, and not fulfilled yet. */
const draftOf = async (tx: Tx, args: Created, tokenUuid: string, currencyUuid: string): Promise<string | undefined> => {
  const [draft] = await tx<{ uuid: string }[]>`
    select o.uuid from offer o join auction a on a.offer_uuid = o.uuid
    where o.uuid = ${uuidOfMemo(args.memo)} and o.type = 'AUCTION' and o.maker = ${lower(args.seller)} and o.token_uuid = ${tokenUuid}
      and o.currency_uuid = ${currencyUuid} and a.auction_id is null for no key update of o`;
  return draft?.uuid;
};

/** An NFT has come into the house. Those of collections or in currencies that are not traded here are nobody's business. */
const applyCreated = async (tx: Tx, log: ChainLog, args: Created): Promise<Known | undefined> => {
  const { bidding, lot } = args;
  const [token] = await tx<{ uuid: string; currency_uuid: string; created_at: Date }[]>`
    select t.uuid, c.uuid as currency_uuid, t.created_at from token t join currency c on c.network_uuid = t.network_uuid
    where t.chain_id = ${log.chainId} and t.contract_address = ${lower(lot.collection)} and t.token_id = ${String(lot.tokenId)}::numeric
      and t.status = 'minted' and c.address = ${lower(bidding.currency)}`;
  if (!token) return undefined;
  const draft = await draftOf(tx, args, token.uuid, token.currency_uuid);
  const uuid = draft ?? uuidOfAuction(args.auctionId);
  if (!draft) {
    await tx`
      insert into offer (uuid, type, status, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker,
        price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps, starts_at, ends_at, created_at)
      select ${uuid}, 'AUCTION', 'DRAFT', t.uuid, t.collection_uuid, t.category_uuid, t.network_uuid, ${token.currency_uuid},
        (select uuid from app_user where metamask_wallet = ${lower(args.seller)}), ${lower(args.seller)},
        ${toAmount(args.reservePrice)}, 0, ${String(toQuantity(lot.quantity))}, ${String(toQuantity(lot.quantity))}, 0, 0, now(), now(), ${log.blockTime}
      from token t where t.uuid = ${token.uuid}`;
    await tx`
      insert into auction (offer_uuid, reserve_price, raise_bps, original_ends_at, is_drafted)
      values (${uuid}, ${toAmount(args.reservePrice)}, ${toInt(bidding.raiseBps)}, now(), false)`;
  }
  await tx`
    update auction set auction_id = ${args.auctionId}, lot_hash = ${args.lotHash}, first_reserve_price = ${toAmount(args.reservePrice)},
      raise_bps = ${toInt(bidding.raiseBps)}, bidding = ${tx.json(termsToJson(bidding) as never)}, lot = ${tx.json(termsToJson(lot) as never)}
    where offer_uuid = ${uuid}`;
  await tx`
    update offer set quantity = ${String(toQuantity(lot.quantity))}, quantity_left = ${String(toQuantity(lot.quantity))}, marketplace_bps = ${toInt(lot.feeBps)},
      royalty_bps = ${toInt(lot.royaltyBps)}, royalty_receiver = ${lower(lot.royaltyReceiver)} where uuid = ${uuid}`;
  const made = (await known(tx, [args.auctionId])).get(args.auctionId) as Known;
  await tell(tx, log, made, { event: 'AUCTION_CREATED', price: args.reservePrice, from: made.maker });
  return made;
};

/** Who led before this bid. */
const leaderBefore = async (tx: Tx, log: ChainLog): Promise<Address | undefined> => {
  const [row] = await tx<{ bidder: Hex }[]>`
    select topics[3] as bidder from chain_log where chain_id = ${log.chainId} and address = ${log.address}
      and topics[1] = ${HOUSE_TOPIC.bid} and topics[2] = ${log.topics[1] as Hex}
      and (block_number, log_index) < (${String(log.blockNumber)}, ${log.logIndex}) order by block_number desc, log_index desc limit 1`;
  return row && `0x${row.bidder.slice(26)}`;
};

const applySettled = async (
  tx: Tx,
  log: ChainLog,
  auction: Known,
  touched: Touched,
  { winner, amount }: { winner: Address; amount: bigint },
): Promise<void> => {
  if (winner === NOBODY) {
    await tell(tx, log, auction, { event: 'SETTLED', from: auction.maker });
    return;
  }
  const line: Line = { event: 'SETTLED', price: amount, from: auction.maker, to: winner, isTrade: true };
  const [told] = await tell(tx, log, auction, line);
  touchedOffersOf(touched).volumes.push({ collection: auction.collection_uuid, by: told?.value_eth as string });
  await tx`
    insert into purchase (buyer, token_uuid, times, token_created_at) values (${winner}, ${auction.token_uuid}, 1, ${auction.token_created_at})
    on conflict (buyer, token_uuid) do update set times = purchase.times + 1`;
};

const applyOne = async (tx: Tx, log: ChainLog, auction: Known, event: HouseEvent, touched: Touched): Promise<void> => {
  switch (event.eventName) {
    case 'AuctionEdited':
      await tell(tx, log, auction, { event: 'EDITED', price: event.args.reservePrice, from: auction.maker });
      return;
    case 'AuctionCancelled':
      await tell(tx, log, auction, { event: 'CANCELLED', from: auction.maker });
      return;
    case 'BidPlaced': {
      const [bidder, price] = [lower(event.args.bidder), event.args.amount];
      const outbid = await leaderBefore(tx, log);
      await tell(tx, log, auction, { event: 'BID', price, from: bidder });
      if (outbid && outbid !== bidder)
        await tell(tx, log, auction, { event: 'OUTBID', price, from: bidder, to: outbid });
      return;
    }
    case 'AuctionExtended':
      await tell(tx, log, auction, { event: 'EXTENDED' });
      return;
    case 'AuctionSettled':
      await applySettled(tx, log, auction, touched, { winner: lower(event.args.winner), amount: event.args.amount });
      return;
    case 'Credited':
      await tell(tx, log, auction, { event: 'CREDITED', price: event.args.amount, to: lower(event.args.account) });
  }
};

const undoOne = async (tx: Tx, log: ChainLog, auction: Known, event: HouseEvent, touched: Touched): Promise<void> => {
  const lines = await tx<{ event: string; to_address: Address | null; value_eth: string | null }[]>`
    delete from history where chain_id = ${log.chainId} and block_hash = ${log.blockHash} and log_index = ${log.logIndex}
      and offer_uuid = ${auction.offer_uuid} returning event, to_address, value_eth`;
  for (const { event: told, to_address: winner, value_eth: value } of lines) {
    if (told !== 'SETTLED' || !winner || value === null) continue;
    touchedOffersOf(touched).volumes.push({ collection: auction.collection_uuid, by: `-${value}` });
    const where = tx`where buyer = ${winner} and token_uuid = ${auction.token_uuid}`;
    const [last] = await tx`delete from purchase ${where} and times = 1 returning 1`;
    if (!last) await tx`update purchase set times = times - 1 ${where}`;
  }
  if (event.eventName !== 'AuctionCreated') return;
  if (!auction.is_drafted) await tx`delete from offer where uuid = ${auction.offer_uuid}`;
  else
    await tx`
      update auction set auction_id = null, lot_hash = null, first_reserve_price = null, bidding = null, lot = null
      where offer_uuid = ${auction.offer_uuid}`;
};

/**
 * The auction house's news about NFTs of ours, whoever brought them there. What an auction is follows from its logs
 * (auction.derive.ts); here their story is told, or taken back.
 */
export const auctionEvents = ({ deployment }: Pick<Config, 'deployment'>): EventOwner => {
  const idOf = (log: ChainLog) => log.topics[1] as Hex;
  const note = (auction: Known, touched: Touched) => {
    touchedOffersOf(touched).offers.add(auction.offer_uuid);
    touched.tokens.add(auction.token_uuid);
  };
  // TokenHeld is the tokens' to read: it says whose they are.
  const { held: _, ...told } = HOUSE_TOPIC;
  return {
    topics: Object.values(told),
    addresses: async () => new Set([deployment.auctionHouse]),
    // One that is new is named by the transfer that brings its NFT.
    tokensOf: async (tx, logs) => [...(await known(tx, logs.map(idOf))).values()].map((auction) => auction.token_uuid),
    apply: async (tx, logs, touched) => {
      const auctions = await known(tx, logs.map(idOf));
      for (const log of logs) {
        const event = decodeHouseLog(log);
        let auction = auctions.get(idOf(log));
        if (event.eventName === 'AuctionCreated') {
          auction = await applyCreated(tx, log, event.args);
          if (auction) auctions.set(idOf(log), auction);
        } else if (auction) await applyOne(tx, log, auction, event, touched);
        if (auction) note(auction, touched);
      }
    },
    undo: async (tx, logs, touched) => {
      const auctions = await known(tx, logs.map(idOf));
      for (const log of logs) {
        const auction = auctions.get(idOf(log));
        if (!auction) continue;
        await undoOne(tx, log, auction, decodeHouseLog(log), touched);
        note(auction, touched);
      }
    },
  };
};
