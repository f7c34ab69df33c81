import type { Address, Hex } from 'viem';
import type { InvalidReason, OfferStatus } from '@skarb/schema/offer';
import type { TokenType } from '@skarb/schema/token';
import type { Tx } from '../../platform/db/database.ts';
import { isBurner } from '../token/token.view.ts';

export type TokenRow = {
  uuid: string;
  status: 'draft' | 'minting' | 'minted' | 'failed';
  type: TokenType;
  name: string;
  collection_uuid: string;
  category_uuid: string;
  network_uuid: string;
  creator_uuid: string;
  chain_id: number;
  contract_address: Address;
  token_id: string;
  /** Units in all. */
  quantity: string;
  royalty_bps: number;
  /** Who receives the royalty by the contract. */
  royalty_receiver: Address;
  /** An admin has hidden it or its collection. */
  is_hidden: boolean;
};
/** A token as trade needs it, in any status. */
export const findToken = async (tx: Tx, uuid: string): Promise<TokenRow | undefined> =>
  (
    await tx<TokenRow[]>`
      select t.uuid, t.status, t.type, t.name, t.collection_uuid, t.category_uuid, t.network_uuid, t.creator_uuid, t.chain_id,
        t.contract_address, t.token_id, t.quantity, t.royalty_bps, coalesce(c.creator_address, t.creator_address) as royalty_receiver, is_token_hidden(t.uuid) as is_hidden
      from token t join collection c on c.uuid = t.collection_uuid where t.uuid = ${uuid}`
  )[0];

export type TradeCurrency = {
  uuid: string;
  name: string;
  symbol: string;
  address: Address | null;
  decimals: number;
  eth_rate: string;
};
/** The currency of an existing offer, also when it has been switched off since. */
export const findCurrency = async (tx: Tx, uuid: string, networkUuid: string): Promise<TradeCurrency | undefined> =>
  (
    await tx<TradeCurrency[]>`
      select uuid, name, symbol, address, decimals, eth_rate from currency
      where uuid = ${uuid} and network_uuid = ${networkUuid}`
  )[0];

/** A currency that a new offer may be priced in. */
export const findOpenCurrency = async (tx: Tx, uuid: string, networkUuid: string): Promise<TradeCurrency | undefined> =>
  (
    await tx<TradeCurrency[]>`
      select uuid, name, symbol, address, decimals, eth_rate from currency
      where uuid = ${uuid} and network_uuid = ${networkUuid} and is_enabled`
  )[0];

/** The ERC-20 currency of a bid that names none. */
export const findDefaultCurrency = async (tx: Tx, networkUuid: string): Promise<TradeCurrency | undefined> =>
  (
    await tx<TradeCurrency[]>`
      select uuid, name, symbol, address, decimals, eth_rate from currency
      where network_uuid = ${networkUuid} and is_enabled and address is not null order by is_default desc, position limit 1`
  )[0];

export type OfferRow = {
  uuid: string;
  type: 'SALE' | 'AUCTION' | 'BID';
  status: OfferStatus;
  invalid_reason: InvalidReason | null;
  token_uuid: string;
  currency_uuid: string;
  /** Null for an auction created directly on the chain by someone without an account. */
  maker_uuid: string | null;
  maker: Address;
  price: string;
  quantity: string;
  quantity_left: string;
  marketplace_bps: number;
  royalty_bps: number;
  royalty_receiver: Address;
  starts_at: Date | null;
  ends_at: Date | null;
  order_hash: Hex | null;
  next_order_hash: Hex | null;
  left_block: string | null;
  cancel_requested_at: Date | null;
  /** Its token or its maker is hidden. */
  is_hidden: boolean;
};
/** Offers of any type and status, hidden or not, by uuid. */
export const findOffers = async (tx: Tx, uuids: readonly string[]): Promise<Map<string, OfferRow>> => {
  const rows = await tx<OfferRow[]>`select * from offer where uuid = any(${uuids as string[]}::uuid[])`;
  return new Map(rows.map((row) => [row.uuid, row]));
};

/** An offer of any type and status, hidden or not. */
export const findOffer = async (tx: Tx, uuid: string): Promise<OfferRow | undefined> =>
  (await tx<OfferRow[]>`select * from offer where uuid = ${uuid}`)[0];

/** Offers of an account that a raised counter of this wallet has ended, and that are not closed yet. */
export const raisedOf = async (tx: Tx, userUuid: string, wallet: string, most: number): Promise<string[]> =>
  (
    await tx<{ uuid: string }[]>`
      select uuid from offer where maker = ${wallet} and maker_uuid = ${userUuid} and status = 'INVALID'
        and invalid_reason = 'COUNTER_RAISED' and cancel_requested_at is null limit ${most}`
  ).map(({ uuid }) => uuid);

/**
 * What a wallet has open: the number of its sales and bids that a raise of the counter ends, its auctions without bids
 * (so many at most), and the number of its other open auctions.
 */
export const openOf = async (
  tx: Tx,
  wallet: string,
  most: number,
): Promise<{ orders: number; auctions: string[]; bound: number }> => {
  const [row] = await tx<{ orders: number; auctions: string[]; lots: number }[]>`
    with own as materialized (
      select o.uuid, o.type, coalesce(a.bid_count, 0) as bids from offer o left join auction a on a.offer_uuid = o.uuid
      where o.maker = ${wallet} and o.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')
        and o.invalid_reason is distinct from 'COUNTER_RAISED')
    select (select count(*)::int from own where type <> 'AUCTION') as orders,
      array(select uuid from own where type = 'AUCTION' and bids = 0 order by uuid limit ${most}) as auctions,
      (select count(*)::int from own where type = 'AUCTION') as lots`;
  const auctions = row?.auctions ?? [];
  return { orders: row?.orders ?? 0, auctions, bound: (row?.lots ?? 0) - auctions.length };
};

export type OrderRow = {
  order_hash: Hex;
  components: Record<string, unknown>;
  signature: Hex | null;
  price: string;
  quantity: string;
  filled: string;
  cancellations: number;
  replaces: Hex | null;
  created_at: Date;
};
/** All orders of an offer, oldest first. */
export const findOrders = (tx: Tx, offerUuid: string): Promise<OrderRow[]> =>
  tx<OrderRow[]>`select * from seaport_order where offer_uuid = ${offerUuid} order by created_at, order_hash`;

/** Units of a token that its holder's other sales already promise, including sales that one approval would reactivate. */
export const countPromised = async (
  tx: Tx,
  tokenUuid: string,
  maker: string,
  exceptOffer?: string,
): Promise<{ units: bigint; offerUuid: string | null }> => {
  const [row] = await tx<{ units: string; offer_uuid: string | null }[]>`
    select coalesce(sum(quantity_left), 0) as units, (array_agg(uuid order by uuid desc))[1] as offer_uuid
    from offer where token_uuid = ${tokenUuid} and maker = ${maker} and type = 'SALE' and uuid is distinct from ${exceptOffer ?? null}
      and (status in ('SCHEDULED', 'ACTIVE') or (status = 'INVALID' and invalid_reason = 'NOT_APPROVED')
        or (status = 'CANCELLING' and next_order_hash is not null))
      and (ends_at is null or ends_at > now())`;
  return { units: BigInt(row?.units ?? 0), offerUuid: row?.offer_uuid ?? null };
};

/** How many sales or bids a maker has open of a token, counted no further than one above `most`. */
export const countOpen = async (
  tx: Tx,
  { tokenUuid, maker, type }: { tokenUuid: string; maker: string; type: 'SALE' | 'BID' },
  most: number,
  exceptOffer?: string,
): Promise<number> => {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from offer where token_uuid = ${tokenUuid} and maker = ${maker} and type = ${type} and uuid is distinct from ${exceptOffer ?? null}
        and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') and cancel_requested_at is null and (ends_at is null or ends_at > now())
      limit ${most + 1}) open`;
  return row?.count ?? 0;
};

/** What a bidder's open bids in a currency cost together, in base units. */
export const sumBids = async (
  tx: Tx,
  maker: string,
  currencyUuid: string,
  exceptOffer: string | null,
): Promise<bigint> => {
  const [row] = await tx<{ sum: string }[]>`
    select coalesce(sum(price * quantity_left), 0) as sum from offer
    where type = 'BID' and maker = ${maker} and currency_uuid = ${currencyUuid} and uuid is distinct from ${exceptOffer}
      and status in ('SCHEDULED', 'ACTIVE', 'INVALID') and invalid_reason is distinct from 'COUNTER_RAISED' and (ends_at is null or ends_at > now())`;
  return BigInt(row?.sum ?? 0);
};

/** Units an address owns, and how many of them the auction house holds. */
export const findHolding = async (
  tx: Tx,
  tokenUuid: string,
  owner: string,
): Promise<{ owned: bigint; escrowed: bigint }> => {
  const [row] = await tx<{ quantity: string; escrowed: string }[]>`
    select quantity, escrowed from ownership where token_uuid = ${tokenUuid} and owner = ${owner}`;
  return { owned: BigInt(row?.quantity ?? 0), escrowed: BigInt(row?.escrowed ?? 0) };
};

/** Units in the wallet itself. */
export const countHeld = async (tx: Tx, tokenUuid: string, owner: string): Promise<bigint> => {
  const { owned, escrowed } = await findHolding(tx, tokenUuid, owner);
  return owned - escrowed;
};

/** Units at addresses that nobody has a key for. */
export const countBurnt = async (tx: Tx, tokenUuid: string): Promise<bigint> => {
  const [row] = await tx<{ burnt: string }[]>`
    select coalesce(sum(quantity), 0) as burnt from ownership w where w.token_uuid = ${tokenUuid} and ${isBurner(tx, 'w.owner')}`;
  return BigInt(row?.burnt ?? 0);
};
