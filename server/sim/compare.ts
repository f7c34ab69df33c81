/** Compares what the marketplace says about its offers with what the chain would do with them. */
import type { InvalidReason, OfferStatus } from '@skarb/schema/offer';
import type { Address, Hex } from 'viem';
import { orderFromJson } from '../src/domain/offer/offer.order.ts';
import { show as showOffer } from '@skarb/schema/calls/offer';
import { createCalls } from './calls.ts';
import type { Chance } from './chance.ts';
import { askChain, type Asked, type Fill } from './fill.ts';
import type { Person, World } from './world.ts';

/**
 * Intended cases in which the product refuses though the chain would accept:
 * - LEFT_AND_RETURNED: the NFT left and returned; its owner has not re-activated the listing.
 * - CANCEL_ASKED: its maker requested a cancel that is not on chain yet.
 * - BEING_REPLACED: an edit is signed; the old terms are about to be cancelled on chain.
 * - PAYS_OWN_ROYALTY: the bidder receives the royalty of their own bid; with the price less that royalty the fill would
 * succeed.
 * - SOLD_AT_OLD_TERMS: units that newer terms offer again were sold at the old terms; they are not sold twice.
 */
export type Strict = 'LEFT_AND_RETURNED' | 'CANCEL_ASKED' | 'BEING_REPLACED' | 'PAYS_OWN_ROYALTY' | 'SOLD_AT_OLD_TERMS';

export type Difference = { offer: string; type: string; says: string; chain: string; about: string };

type Row = {
  uuid: string;
  type: 'SALE' | 'BID';
  status: OfferStatus;
  invalid_reason: InvalidReason | null;
  version: number;
  maker: Address;
  token_uuid: string;
  order_hash: Hex;
  next_order_hash: Hex | null;
  quantity_left: string;
  is_cancel_asked: boolean;
  orders: {
    order_hash: Hex;
    components: Record<string, unknown>;
    signature: Hex | null;
    quantity: string;
    filled: string;
    is_cancelled: boolean;
  }[];
};

/** Seaport's item type of ERC-20 money. */
const ERC20 = 1;
/** The number of offers that each round reads through the API. */
const SAMPLE = 2;
const ENDED: OfferStatus[] = ['SOLD', 'CANCELLED', 'EXPIRED'];

const paysOwnRoyalty = (row: Row): boolean =>
  row.type === 'BID' &&
  row.orders.some(({ components }) =>
    orderFromJson(components).consideration.some(
      ({ itemType, recipient }) => itemType === ERC20 && recipient.toLowerCase() === row.maker,
    ),
  );

const strictRule = (row: Row): Strict | undefined => {
  if (row.invalid_reason === 'INSUFFICIENT_BALANCE' && paysOwnRoyalty(row)) return 'PAYS_OWN_ROYALTY';
  if (row.status === 'INVALID' && row.invalid_reason === 'LEFT_AND_RETURNED') return 'LEFT_AND_RETURNED';
  if (row.status === 'CANCELLING' && row.next_order_hash) return 'BEING_REPLACED';
  if (row.is_cancel_asked) return 'CANCEL_ASKED';
  if (row.status === 'SOLD') return 'SOLD_AT_OLD_TERMS';
  return undefined;
};

/**
 * Each round compares all records, and a few of them through the API.
 * @param seen compared offers that have ended, by their state: compared again only when it changes
 */
export const compare = async (world: World, seen: Map<string, string>, chance: Chance) => {
  const rows = await world.sql<Row[]>`
    select o.uuid, o.type, o.status, o.invalid_reason, o.version, o.maker, o.token_uuid, o.order_hash, o.next_order_hash, o.quantity_left,
      o.cancel_requested_at is not null as is_cancel_asked,
      json_agg(json_build_object('order_hash', s.order_hash, 'components', s.components, 'signature', s.signature,
        'quantity', s.quantity::text, 'filled', s.filled::text, 'is_cancelled', s.cancellations > 0) order by s.created_at) as orders
    from offer o join seaport_order s on s.offer_uuid = o.uuid
    where o.status <> 'DRAFT' and o.type in ('SALE', 'BID')
    group by o.uuid order by o.uuid`;
  const due = rows.filter((row) => {
    const state = `${row.status} ${row.version}`;
    if (!ENDED.includes(row.status)) return true;
    if (seen.get(row.uuid) === state) return false;
    seen.set(row.uuid, state);
    return true;
  });
  const asked: (Asked & { row: Row; stored: Row['orders'][0] })[] = due.flatMap((row) =>
    row.orders
      .filter((stored) => stored.signature !== null)
      .map((stored) => {
        const left = stored.order_hash === row.order_hash ? BigInt(row.quantity_left) : 0n;
        const rest = BigInt(stored.quantity) - BigInt(stored.filled);
        return {
          row,
          stored,
          type: row.type,
          token: world.tokens.find((token) => token.uuid === row.token_uuid) as World['tokens'][0],
          orderHash: stored.order_hash,
          order: orderFromJson(stored.components),
          signature: stored.signature as Hex,
          units: left > 0n ? left : rest > 0n ? rest : 1n,
        };
      }),
  );
  const answers = await askChain(world, asked);
  const differences: Difference[] = [];
  const stricter: Strict[] = [];
  for (const [index, { row, stored, units }] of asked.entries()) {
    const fill = answers[index] as Fill;
    const says = `${row.status}${row.invalid_reason ? ` ${row.invalid_reason}` : ''}, ${row.quantity_left} left`;
    const differ = (about: string) =>
      differences.push({ offer: row.uuid, type: row.type, says, chain: fill.why ?? `would fill ${units}`, about });
    if (BigInt(stored.filled) !== fill.filled || stored.is_cancelled !== fill.isCancelled)
      differ(`filled ${stored.filled}, cancelled ${stored.is_cancelled}; Seaport: ${fill.filled}, ${fill.isCancelled}`);
    const isCurrent = stored.order_hash === row.order_hash;
    if (row.status === 'ACTIVE' && isCurrent) {
      if (fill.why) differ('called ACTIVE and cannot be filled');
    } else if (!fill.why) {
      const rule = strictRule(row);
      // A signed edit follows the terms that it replaces: both can be filled until the old ones are cancelled.
      if (rule) stricter.push(rule);
      else differ(isCurrent ? 'could be filled and is not ACTIVE' : 'invalid terms can be filled');
    }
  }
  for (const row of chance.shuffle(due).slice(0, SAMPLE)) {
    const shown = await createCalls(world.call).must(world.persons[0] as Person, showOffer, {
      params: { id: row.uuid },
    });
    const { status, invalidReason, quantityLeft } = shown.data;
    if (status === row.status && invalidReason === row.invalid_reason && quantityLeft === Number(row.quantity_left))
      continue;
    differences.push({
      offer: row.uuid,
      type: row.type,
      says: `${status} ${invalidReason}, ${quantityLeft} left`,
      chain: '',
      about: `the API says otherwise than the records: ${row.status} ${row.invalid_reason}, ${row.quantity_left} left`,
    });
  }
  return { compared: asked.length, differences, stricter };
};
