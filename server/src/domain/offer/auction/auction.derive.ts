import type { OfferStatus } from '@skarb/schema/offer';
import type { Address, Hex } from 'viem';
import type { Config } from '../../../config.ts';
import { columnOf } from '../../../platform/db/column.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { enqueueTask } from '../../operator/operator.store.ts';
import { biddingFromJson, decodeAuctionLog, AUCTION_TOPIC } from './auction.contract.ts';
import { updateAuctionState } from '../store/auction.store.ts';
import { returnToDraft } from '../store/offer.store.ts';
import { foldAuction, statusOf, type AuctionState } from './auction.rules.ts';

type Row = {
  uuid: string;
  token_uuid: string;
  maker_uuid: string | null;
  maker: Address;
  status: OfferStatus;
  chain_id: number;
  quantity: string;
  auction_id: Hex | null;
  first_reserve_price: string | null;
  bidding: Record<string, string | number> | null;
};

type LogRow = { topics: Hex[]; data: Hex; block_time: Date; count: number };
/** Of each kind of log only the newest is read: an auction with a low increment may have a hundred thousand bids. */
const readStates = async (tx: Tx, rows: Row[], chainId: number, house: Address): Promise<Map<string, AuctionState>> => {
  const ids = rows.flatMap((row) => (row.auction_id ? [row.auction_id] : []));
  const logs =
    ids.length === 0
      ? []
      : await tx<LogRow[]>`
          select log.topics, log.data, log.block_time, newest.count from (
            select max(array[block_number, log_index]) as place, count(*)::int as count from chain_log
            where chain_id = ${chainId} and address = ${house}
              and topics[1] = any(${Object.values(AUCTION_TOPIC)}::text[]) and topics[2] = any(${ids}::text[])
            group by topics[1], topics[2]) newest
          join chain_log log on log.chain_id = ${chainId} and log.block_number = newest.place[1] and log.log_index = newest.place[2]
          order by newest.place`;
  const logsOf = new Map<Hex, LogRow[]>(ids.map((id) => [id, []]));
  for (const log of logs) logsOf.get(log.topics[1] as Hex)?.push(log);
  return new Map(
    rows.flatMap((row) => {
      if (!row.auction_id || !row.bidding || row.first_reserve_price === null) return [];
      const first = { reservePrice: BigInt(row.first_reserve_price), bidding: biddingFromJson(row.bidding) };
      const own = logsOf.get(row.auction_id) ?? [];
      return [
        [
          row.uuid,
          foldAuction(
            first,
            own.map((log) => ({ event: decodeAuctionLog(log), time: log.block_time, count: log.count })),
          ),
        ],
      ];
    }),
  );
};

/**
 * Derives these auctions from the auction house's logs: the only way an auction's state changes. The operator settles
 * those that are over.
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
    select o.uuid, o.token_uuid, o.maker_uuid, o.maker, o.status, o.quantity, n.chain_id, a.auction_id, a.first_reserve_price, a.bidding
    from offer o join auction a on a.offer_uuid = o.uuid join network n on n.uuid = o.network_uuid
    where o.uuid = any(${columnOf(uuids)}::uuid[]) and o.type = 'AUCTION' order by o.uuid for no key update of o`;
  if (rows.length === 0) return changed;
  const states = await readStates(tx, rows, chain.id, deployment.auctionHouse);
  for (const row of rows) {
    const state = states.get(row.uuid);
    if (!state) {
      // A reorg removed the log that created it: it waits for its NFT.
      if (await returnToDraft(tx, row.uuid)) changed.add(row.token_uuid);
      continue;
    }
    const status = statusOf(state, now);
    if (status === 'ENDED' && row.auction_id)
      await enqueueTask(tx, {
        chainId: row.chain_id,
        kind: 'settle',
        subject: row.auction_id,
        account: row.maker_uuid,
        cause: row.maker,
      });
    if (await updateAuctionState(tx, row, state, status)) changed.add(row.token_uuid);
  }
  return changed;
};
