import type { InvalidReason, OfferStatus } from '@skarb/schema/offer';
import { numberToHex, type Address } from 'viem';
import { collection721Abi, seaportAbi } from '@skarb/contracts/abi';
import { addressTopic } from '../../platform/chain/address.ts';
import { eventTopic } from '../../platform/chain/events.ts';
import { columnOf } from '../../platform/db/column.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { OfferFacts, Revision } from './offer.rules.ts';

export const TOPIC = {
  orderFulfilled: eventTopic(seaportAbi, 'OrderFulfilled'),
  orderCancelled: eventTopic(seaportAbi, 'OrderCancelled'),
  counterIncremented: eventTopic(seaportAbi, 'CounterIncremented'),
  approvalForAll: eventTopic(collection721Abi, 'ApprovalForAll'),
  approval: eventTopic(collection721Abi, 'Approval'),
  transfer: eventTopic(collection721Abi, 'Transfer'),
} as const;

/** An offer with its facts, as derivation needs it. */
export type OfferState = {
  uuid: string;
  tokenUuid: string;
  chainId: number;
  maker: Address;
  status: OfferStatus;
  invalidReason: InvalidReason | null;
  orderHash: string | null;
  nextOrderHash: string | null;
  quantityLeft: bigint;
  taker: Address | null;
  /** The other party of its newest trade, by the history: the buyer of a sale, the seller to a bid. */
  lastTaker: Address | null;
  facts: OfferFacts;
};

type OfferRow = {
  uuid: string;
  offer_type: 'SALE' | 'BID';
  token_uuid: string;
  chain_id: number;
  maker: Address;
  status: OfferStatus;
  invalid_reason: InvalidReason | null;
  order_hash: string | null;
  next_order_hash: string | null;
  quantity_left: string;
  taker: Address | null;
  last_taker: Address | null;
  balance: string;
  allowance: string;
  left_block: string | null;
  cancel_requested_at: Date | null;
  type: 'ERC721' | 'ERC1155';
  contract_address: Address;
  token_id: string;
  held: string;
  is_maker_blocked: boolean;
};
type RevisionRow = {
  order_hash: string;
  offer_uuid: string;
  signature: string | null;
  price: string;
  quantity: string;
  starts_at: Date | null;
  ends_at: Date | null;
  counter: string;
  is_counter_gone: boolean;
  is_signature_refused: boolean;
  filled: string;
  cancellations: number;
  replaces: string | null;
  replaced_filled: string;
};

const toRevision = (row: RevisionRow): Revision => ({
  orderHash: row.order_hash,
  isSigned: row.signature !== null || BigInt(row.filled) > 0n,
  isRefused: row.is_signature_refused,
  price: BigInt(row.price),
  quantity: BigInt(row.quantity),
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  counter: BigInt(row.counter),
  isCounterGone: row.is_counter_gone,
  filled: BigInt(row.filled),
  isCancelled: row.cancellations > 0,
  replaces: row.replaces,
  replacedFilled: BigInt(row.replaced_filled),
});

/**
 * The facts that decide the status of these offers. Approvals and counters are the newest log of their kind. Locks the
 * offers in the order of their uuids; the caller has locked their tokens (`lockTokens`).
 */
export const readOfferStates = async (tx: Tx, uuids: string[], seaport: Address): Promise<OfferState[]> => {
  if (uuids.length === 0) return [];
  const ids = columnOf(uuids);
  const offers = await tx<OfferRow[]>`
    select o.uuid, o.type as offer_type, o.token_uuid, t.chain_id, o.maker, o.status, o.invalid_reason, o.order_hash, o.next_order_hash, o.quantity_left, o.taker,
      o.left_block, o.cancel_requested_at, t.type, t.contract_address, t.token_id, coalesce(held.quantity - held.escrowed, 0) as held,
      exists (select 1 from app_user where uuid = o.maker_uuid and blocked_at is not null) as is_maker_blocked,
      coalesce(money.balance, 0) as balance, coalesce(money.allowance, 0) as allowance,
      (select case h.event when 'SOLD' then h.to_address else h.from_address end from history h
       where h.offer_uuid = o.uuid and h.event in ('SOLD', 'BID_ACCEPTED')
       order by h.block_number desc, h.log_index desc limit 1) as last_taker
    from offer o
    join token t on t.uuid = o.token_uuid
    left join ownership held on held.token_uuid = o.token_uuid and held.owner = o.maker
    left join bidder_money money on o.type = 'BID' and money.currency_uuid = o.currency_uuid and money.maker = o.maker
    where o.uuid = any(${ids}::uuid[]) and o.type in ('SALE', 'BID')
    order by o.uuid for no key update of o`;
  const revisions = await tx<RevisionRow[]>`
    select order_hash, offer_uuid, signature, price, quantity, starts_at, ends_at, counter, is_counter_gone, is_signature_refused, filled, cancellations, replaces, replaced_filled
    from seaport_order where offer_uuid = any(${ids}::uuid[]) order by created_at, order_hash`;
  const permissions = await tx<{ is_approved: boolean; raised_counter: string | null }[]>`
    select coalesce(right(for_all.data, 1) = '1', false) or coalesce(one.topics[1] = ${TOPIC.approval}
        and one.topics[2] = maker and one.topics[3] = ${addressTopic(seaport)}, false) as is_approved,
      raised.data as raised_counter
    from unnest(${columnOf(offers.map((offer) => offer.chain_id))}::int[], ${columnOf(offers.map((offer) => offer.contract_address))}::text[],
      ${columnOf(offers.map((offer) => addressTopic(offer.maker)))}::text[],
      ${columnOf(offers.map((offer) => (offer.type === 'ERC721' ? numberToHex(BigInt(offer.token_id), { size: 32 }) : null)))}::text[])
      with ordinality as asked (chain, contract, maker, token_id, place)
    left join lateral (
      select data from chain_log where chain_id = chain and address = contract and topics[1] = ${TOPIC.approvalForAll}
        and topics[2] = maker and topics[3] = ${addressTopic(seaport)} order by block_number desc, log_index desc limit 1) for_all on true
    left join lateral (
      select topics from chain_log where chain_id = chain and address = contract and topics[4] = asked.token_id
        and topics[1] in (${TOPIC.approval}, ${TOPIC.transfer}) order by block_number desc, log_index desc limit 1) one on true
    left join lateral (
      select data from chain_log where chain_id = chain and address = ${seaport} and topics[1] = ${TOPIC.counterIncremented}
        and topics[2] = maker and topics[3] is null order by block_number desc, log_index desc limit 1) raised on true
    order by place`;
  const revisionsOf = new Map<string, Revision[]>(offers.map(({ uuid }) => [uuid, []]));
  for (const revision of revisions) revisionsOf.get(revision.offer_uuid)?.push(toRevision(revision));
  return offers.map((row, index) => ({
    uuid: row.uuid,
    tokenUuid: row.token_uuid,
    chainId: row.chain_id,
    maker: row.maker,
    status: row.status,
    invalidReason: row.invalid_reason,
    orderHash: row.order_hash,
    nextOrderHash: row.next_order_hash,
    quantityLeft: BigInt(row.quantity_left),
    taker: row.taker,
    lastTaker: row.last_taker,
    facts: {
      revisions: revisionsOf.get(row.uuid) as Revision[],
      raisedCounter: permissions[index]?.raised_counter ? BigInt(permissions[index].raised_counter) : undefined,
      backing:
        row.offer_type === 'BID'
          ? { kind: 'money', balance: BigInt(row.balance), allowance: BigInt(row.allowance) }
          : {
              kind: 'nft',
              held: BigInt(row.held),
              isApproved: permissions[index]?.is_approved ?? false,
              hasLeft: row.left_block !== null,
            },
      isCancelRequested: row.cancel_requested_at !== null,
      isMakerBlocked: row.is_maker_blocked,
    },
  }));
};
