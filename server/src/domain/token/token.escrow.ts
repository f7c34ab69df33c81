import { auctionHouseAbi } from '@skarb/contracts/abi';
import { decodeEventLog, type Address, type Hex } from 'viem';
import { eventTopic, type ChainLog } from '../../platform/chain/events.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Move } from './store/ownership.store.ts';

const CREATED = eventTopic(auctionHouseAbi, 'AuctionCreated');
const CLAIMED = eventTopic(auctionHouseAbi, 'TokenClaimed');
const RELEASES = [
  eventTopic(auctionHouseAbi, 'AuctionSettled'),
  eventTopic(auctionHouseAbi, 'AuctionCancelled'),
  CLAIMED,
];
/** The auction house could not deliver an NFT and keeps it for a claimant, who owns it from then on. */
export const TOKEN_HELD = eventTopic(auctionHouseAbi, 'TokenHeld');

type Where = { chainId: number; house: Address };
const addressIn = (topic: Hex): Address => `0x${topic.slice(26)}`;

/**
 * The owners of NFTs that the auction house sent: the claimant of one that it kept, otherwise the auction's seller. An
 * earlier log of the same transaction names the auction.
 */
export const ownersInAuctionHouse = async (
  tx: Tx,
  { chainId, house }: Where,
  sent: ChainLog[],
): Promise<Map<ChainLog, Address>> => {
  if (sent.length === 0) return new Map();
  const rows = await tx<{ place: string; owner: Hex }[]>`
    select asked.place, case when word.topics[1] = ${CLAIMED} then word.topics[3] else made.topics[3] end as owner
    from unnest(${sent.map((log) => log.txHash)}::text[], ${sent.map((log) => log.logIndex)}::int[]) with ordinality as asked (tx, position, place)
    join lateral (
      select topics from chain_log where chain_id = ${chainId} and tx_hash = asked.tx and address = ${house}
        and topics[1] = any(${RELEASES}::text[]) and log_index < asked.position order by log_index desc limit 1) word on true
    join lateral (
      select topics from chain_log where chain_id = ${chainId} and address = ${house} and topics[1] = ${CREATED}
        and topics[2] = word.topics[2] limit 1) made on true`;
  return new Map(rows.map((row) => [sent[Number(row.place) - 1] as ChainLog, addressIn(row.owner)]));
};

/** The ownership changes of TokenHeld logs: the claimant owns the units, and the auction house still has them. */
export const readHeld = async (tx: Tx, { chainId, house }: Where, logs: ChainLog[]): Promise<Move[]> => {
  const moves: Move[] = [];
  for (const log of logs) {
    const [made] = await tx<{ topics: Hex[]; data: Hex }[]>`
      select topics, data from chain_log where chain_id = ${chainId} and address = ${house}
        and topics[1] = ${CREATED} and topics[2] = ${log.topics[1] as Hex} limit 1`;
    if (!made) continue;
    const { args } = decodeEventLog({
      abi: auctionHouseAbi,
      eventName: 'AuctionCreated',
      topics: made.topics as [Hex, ...Hex[]],
      data: made.data,
    });
    const { collection, tokenId, quantity } = args.lot;
    const [token] = await tx<{ uuid: string }[]>`
      select uuid from token where chain_id = ${chainId} and contract_address = ${collection.toLowerCase()}
        and token_id = ${String(tokenId)}::numeric and status = 'minted'`;
    const [seller, claimant] = [addressIn(made.topics[2] as Hex), addressIn(log.topics[2] as Hex)];
    if (!token || seller === claimant) continue;
    moves.push(
      { tokenUuid: token.uuid, owner: seller, by: -quantity, escrowed: -quantity },
      { tokenUuid: token.uuid, owner: claimant, by: quantity, escrowed: quantity },
    );
  }
  return moves;
};
