import type { OfferStatus } from '@skarb/schema/offer';
import type { Address, Hex } from 'viem';
import type { Config } from '../../../config.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { enqueueTask } from '../../operator/operator.store.ts';
import { biddingFromJson, decodeHouseLog, HOUSE_TOPIC } from './auction.contract.ts';
import { foldAuction, statusOf, type Standing } from './auction.rules.ts';

type Row = {
  uuid: string;
  token_uuid: string;
  maker_uuid: string | null;
  status: OfferStatus;
  chain_id: number;
  quantity: string;
  auction_id: Hex | null;
  first_reserve_price: string | null;
  bidding: Record<string, string | number> | null;
};

const readStandings = async (tx: Tx, rows: Row[], chainId: number, house: Address): Promise<Map<string, Standing>> => {
  const ids = rows.flatMap((row) => (row.auction_id ? [row.auction_id] : []));
  const logs =
    ids.length === 0
      ? []
      : await tx<{ topics: Hex[]; data: Hex; block_time: Date }[]>`
          select topics, data, block_time from chain_log where chain_id = ${chainId} and address = ${house}
            and topics[1] = any(${Object.values(HOUSE_TOPIC)}::text[]) and topics[2] = any(${ids}::text[]) order by block_number, log_index`;
  return new Map(
    rows.flatMap((row) => {
      if (!row.auction_id || !row.bidding || row.first_reserve_price === null) return [];
      const first = { reservePrice: BigInt(row.first_reserve_price), bidding: biddingFromJson(row.bidding) };
      const mine = logs.filter((log) => log.topics[1] === row.auction_id);
      return [
        [
          row.uuid,
          foldAuction(
            first,
            mine.map((log) => ({ event: decodeHouseLog(log), time: log.block_time })),
          ),
        ],
      ];
    }),
  );
};

/** Writes what differs. @returns whether anything did */
const write = async (tx: Tx, row: Row, standing: Standing, status: OfferStatus): Promise<boolean> => {
  const { highestBid, highestBidder, reservePrice, bidCount, extensions, winner } = standing;
  const price = String(highestBid ?? reservePrice);
  const bid = highestBid === null ? null : String(highestBid);
  const own = await tx`
    update auction set reserve_price = ${String(reservePrice)}, original_ends_at = ${standing.originalEndsAt}, highest_bid = ${bid},
      highest_bidder = ${highestBidder}, bid_count = ${bidCount}, extensions = ${extensions}, claimant = ${standing.claimant},
      settled_at = ${standing.settledAt}
    where offer_uuid = ${row.uuid} and (reserve_price, original_ends_at, highest_bid, highest_bidder, bid_count, extensions, claimant, settled_at)
      is distinct from (${String(reservePrice)}::numeric, ${standing.originalEndsAt}::timestamptz, ${bid}::numeric, ${highestBidder}::text,
        ${bidCount}::int, ${extensions}::int, ${standing.claimant}::text, ${standing.settledAt}::timestamptz) returning 1`;
  const left = status === 'SOLD' ? '0' : row.quantity;
  const offer = await tx`
    update offer set status = ${status}, price = ${price}, quantity_left = ${left}, starts_at = ${standing.startsAt}, ends_at = ${standing.endsAt},
      price_eth = round(${price}::numeric * c.eth_rate * ('1e' || (18 - c.decimals))::numeric, 6), taker = ${winner},
      taker_uuid = (select uuid from app_user where metamask_wallet = ${winner}), version = version + 1, updated_at = now()
    from currency c
    where c.uuid = offer.currency_uuid and offer.uuid = ${row.uuid} and (${own.length > 0}
      or (status, price, quantity_left, starts_at, ends_at, taker) is distinct from
        (${status}::text, ${price}::numeric, ${left}::bigint, ${standing.startsAt}::timestamptz, ${standing.endsAt}::timestamptz, ${winner}::text))
    returning 1`;
  return offer.length > 0;
};

/**
 * Derives these auctions anew from the house's logs: the only way an auction's state changes. One that is over is the
 * operator's to settle.
 * @param now the time that decides, see `chainNow`
 * @returns tokens whose auctions changed
 */
export const rederiveAuctions = async (
  tx: Tx,
  { chain, deployment }: Pick<Config, 'chain' | 'deployment'>,
  uuids: string[],
  now: Date,
): Promise<Set<string>> => {
  const changed = new Set<string>();
  const rows = await tx<Row[]>`
    select o.uuid, o.token_uuid, o.maker_uuid, o.status, o.quantity, n.chain_id, a.auction_id, a.first_reserve_price, a.bidding
    from offer o join auction a on a.offer_uuid = o.uuid join network n on n.uuid = o.network_uuid
    where o.uuid = any(${uuids}::uuid[]) and o.type = 'AUCTION' order by o.uuid for no key update of o`;
  if (rows.length === 0) return changed;
  const standings = await readStandings(tx, rows, chain.id, deployment.auctionHouse);
  for (const row of rows) {
    const standing = standings.get(row.uuid);
    if (!standing) {
      // The log that made it is gone again: it waits for its NFT.
      const back = await tx`
        update offer set status = 'DRAFT', version = version + 1, updated_at = now() where uuid = ${row.uuid} and status <> 'DRAFT' returning 1`;
      if (back.length > 0) changed.add(row.token_uuid);
      continue;
    }
    const status = statusOf(standing, now);
    if (status === 'ENDED' && row.auction_id)
      await enqueueTask(tx, {
        chainId: row.chain_id,
        kind: 'settle',
        subject: row.auction_id,
        account: row.maker_uuid,
      });
    if (await write(tx, row, standing, status)) changed.add(row.token_uuid);
  }
  return changed;
};
