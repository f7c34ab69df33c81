import { zeroAddress, type Address, type Hex } from 'viem';
import type { Config } from '../../../config.ts';
import { toAmount } from '../../../platform/chain/clamp.ts';
import type { ChainLog, EventOwner, Touched } from '../../../platform/chain/events.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { lower } from '../../../platform/chain/address.ts';
import { deleteHistoryOfLogs, insertHistory } from '../../token/store/history.store.ts';
import { weiOf } from '../../price/price.ether.ts';
import { clearTerms, insertForeignAuction, setTerms } from '../store/auction.store.ts';
import { deleteOffer } from '../store/offer.store.ts';
import { addPurchases, removePurchase } from '../store/purchase.store.ts';
import { touchedOffersOf } from '../offer.touched.ts';
import { decodeAuctionLog, AUCTION_TOPIC, uuidOfAuction, uuidOfMemo, type AuctionLog } from './auction.contract.ts';

type Created = Extract<AuctionLog, { eventName: 'AuctionCreated' }>['args'];
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
type AuctionEvent = {
  event: (typeof HISTORY_EVENTS)[number];
  price?: bigint | undefined;
  from?: Address | null;
  to?: Address | null;
  isTrade?: boolean;
};
const HISTORY_EVENTS = [
  'AUCTION_CREATED',
  'EDITED',
  'CANCELLED',
  'BID',
  'OUTBID',
  'EXTENDED',
  'SETTLED',
  'CREDITED',
] as const;

const known = async (tx: Tx, ids: Hex[]): Promise<Map<string, Known>> => {
  if (ids.length === 0) return new Map();
  const rows = await tx<Known[]>`
    select a.offer_uuid, a.auction_id, a.is_drafted, o.token_uuid, o.collection_uuid, o.currency_uuid, o.maker, o.quantity,
      t.created_at as token_created_at
    from auction a join offer o on o.uuid = a.offer_uuid join token t on t.uuid = o.token_uuid
    where a.auction_id = any(${ids}::text[])`;
  return new Map(rows.map((row) => [row.auction_id, row]));
};

/** Records an event of an auction, with the value of a trade in ether at its time. @returns that value */
const record = (tx: Tx, log: ChainLog, auction: Known, { event, price, from, to, isTrade }: AuctionEvent) =>
  insertHistory(tx, {
    tokenUuid: auction.token_uuid,
    offerUuid: auction.offer_uuid,
    event,
    price: price === undefined ? null : toAmount(price),
    currencyUuid: auction.currency_uuid,
    quantity: auction.quantity,
    valueEth: isTrade
      ? tx`(select ${weiOf(tx, tx`${String(price)}::numeric`, tx`eth_rate_at(c.uuid, ${log.blockTime})`, tx`c.decimals`)}
          from currency c where c.uuid = ${auction.currency_uuid})`
      : null,
    from,
    to,
    log,
  });

/**
 * The draft that requested this auction: of the same seller, NFT and currency, and without an auction yet. Its account still
 * has the seller's wallet: another one cannot cancel what that wallet has started.
 */
const draftOf = async (tx: Tx, args: Created, tokenUuid: string, currencyUuid: string): Promise<string | undefined> => {
  const [draft] = await tx<{ uuid: string }[]>`
    select o.uuid from offer o join auction a on a.offer_uuid = o.uuid
    where o.uuid = ${uuidOfMemo(args.memo)} and o.type = 'AUCTION' and o.maker = ${lower(args.seller)} and o.token_uuid = ${tokenUuid}
      and o.currency_uuid = ${currencyUuid} and a.auction_id is null
      and o.maker = (select metamask_wallet from app_user where uuid = o.maker_uuid) for no key update of o`;
  return draft?.uuid;
};

/** The auction house received an NFT. Ignores collections and currencies that are not traded here. */
const applyCreated = async (tx: Tx, log: ChainLog, args: Created): Promise<Known | undefined> => {
  const { bidding, lot } = args;
  const [token] = await tx<{ uuid: string; currency_uuid: string; created_at: Date }[]>`
    select t.uuid, c.uuid as currency_uuid, t.created_at from token t join currency c on c.network_uuid = t.network_uuid
    where t.chain_id = ${log.chainId} and t.contract_address = ${lower(lot.collection)} and t.token_id = ${String(lot.tokenId)}::numeric
      and t.status = 'minted' and c.address = ${lower(bidding.currency)}`;
  if (!token) return undefined;
  const draft = await draftOf(tx, args, token.uuid, token.currency_uuid);
  const uuid = draft ?? uuidOfAuction(args.auctionId);
  if (!draft)
    await insertForeignAuction(tx, {
      ...args,
      uuid,
      tokenUuid: token.uuid,
      currencyUuid: token.currency_uuid,
      seller: lower(args.seller),
      createdAt: log.blockTime,
    });
  await setTerms(tx, uuid, args);
  const made = (await known(tx, [args.auctionId])).get(args.auctionId) as Known;
  await record(tx, log, made, { event: 'AUCTION_CREATED', price: args.reservePrice, from: made.maker });
  return made;
};

/** The highest bidder before this bid. */
const leaderBefore = async (tx: Tx, log: ChainLog): Promise<Address | undefined> => {
  const [row] = await tx<{ bidder: Hex }[]>`
    select topics[3] as bidder from chain_log where chain_id = ${log.chainId} and address = ${log.address}
      and topics[1] = ${AUCTION_TOPIC.bid} and topics[2] = ${log.topics[1] as Hex}
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
  if (winner === zeroAddress) {
    await record(tx, log, auction, { event: 'SETTLED', from: auction.maker });
    return;
  }
  const trade: AuctionEvent = { event: 'SETTLED', price: amount, from: auction.maker, to: winner, isTrade: true };
  const value = await record(tx, log, auction, trade);
  touchedOffersOf(touched).volumes.push({ collection: auction.collection_uuid, by: value as string });
  await addPurchases(tx, [{ buyer: winner, tokenUuid: auction.token_uuid, tokenCreatedAt: auction.token_created_at }]);
};

const applyOne = async (tx: Tx, log: ChainLog, auction: Known, event: AuctionLog, touched: Touched): Promise<void> => {
  switch (event.eventName) {
    case 'AuctionEdited':
      await record(tx, log, auction, { event: 'EDITED', price: event.args.reservePrice, from: auction.maker });
      return;
    case 'AuctionCancelled':
      await record(tx, log, auction, { event: 'CANCELLED', from: auction.maker });
      return;
    case 'BidPlaced': {
      const [bidder, price] = [lower(event.args.bidder), event.args.amount];
      const outbid = await leaderBefore(tx, log);
      await record(tx, log, auction, { event: 'BID', price, from: bidder });
      if (outbid && outbid !== bidder)
        await record(tx, log, auction, { event: 'OUTBID', price, from: bidder, to: outbid });
      return;
    }
    case 'AuctionExtended':
      await record(tx, log, auction, { event: 'EXTENDED' });
      return;
    case 'AuctionSettled':
      await applySettled(tx, log, auction, touched, { winner: lower(event.args.winner), amount: event.args.amount });
      return;
    case 'Credited':
      await record(tx, log, auction, { event: 'CREDITED', price: event.args.amount, to: lower(event.args.account) });
  }
};

const undoOne = async (tx: Tx, log: ChainLog, auction: Known, event: AuctionLog, touched: Touched): Promise<void> => {
  for (const entry of await deleteHistoryOfLogs(tx, [log], [...HISTORY_EVENTS])) {
    const { event: undone, to_address: winner, value_eth: value } = entry;
    if (undone !== 'SETTLED' || !winner || value === null) continue;
    touchedOffersOf(touched).volumes.push({ collection: auction.collection_uuid, by: `-${value}` });
    await removePurchase(tx, winner, auction.token_uuid);
  }
  if (event.eventName !== 'AuctionCreated') return;
  if (auction.is_drafted) await clearTerms(tx, auction.offer_uuid);
  else await deleteOffer(tx, auction.offer_uuid);
};

/**
 * Logs of the auction house about tokens on record here, whoever created the auction. The state of an auction follows from
 * its logs (auction.derive.ts); this writes, and undoes, its history.
 */
export const auctionEvents = ({ deployment }: Pick<Config, 'deployment'>): EventOwner => {
  const idOf = (log: ChainLog) => log.topics[1] as Hex;
  const note = (auction: Known, touched: Touched) => {
    touchedOffersOf(touched).offers.add(auction.offer_uuid);
    touched.tokens.add(auction.token_uuid);
  };
  // TokenHeld changes who owns the token: token.events.ts reads it.
  const { held: _, ...topics } = AUCTION_TOPIC;
  return {
    topics: Object.values(topics),
    addresses: async () => new Set([deployment.auctionHouse]),
    // The token of a new auction is named by the transfer of its NFT in the same batch.
    tokensOf: async (tx, logs) => [...(await known(tx, logs.map(idOf))).values()].map((auction) => auction.token_uuid),
    apply: async (tx, logs, touched) => {
      const auctions = await known(tx, logs.map(idOf));
      for (const log of logs) {
        const event = decodeAuctionLog(log);
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
        await undoOne(tx, log, auction, decodeAuctionLog(log), touched);
        note(auction, touched);
      }
    },
  };
};
