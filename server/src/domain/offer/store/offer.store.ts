import { uuidv7 } from 'uuidv7';
import type { Address, Hex } from 'viem';
import type { InvalidReason, OfferStatus } from '@skarb/schema/offer';
import type { TokenType } from '@skarb/schema/token';
import type { Sql, Tx } from '../../../platform/db/database.ts';
import { lockTokens } from '../../token/store/token.store.ts';
import { orderToJson, type OrderComponents } from '../offer.order.ts';

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
  /** Units there are. */
  quantity: string;
  royalty_bps: number;
  /** Whom the contract names for the royalty. */
  royalty_receiver: Address;
  /** By an admin, itself or with its collection. */
  is_hidden: boolean;
};
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
/** The currency of something that stands: one that was switched off since is paid in all the same. */
export const findCurrency = async (tx: Tx, uuid: string, networkUuid: string): Promise<TradeCurrency | undefined> =>
  (
    await tx<TradeCurrency[]>`
      select uuid, name, symbol, address, decimals, eth_rate from currency
      where uuid = ${uuid} and network_uuid = ${networkUuid}`
  )[0];

/** A currency that something new may be priced in. */
export const findOpenCurrency = async (tx: Tx, uuid: string, networkUuid: string): Promise<TradeCurrency | undefined> =>
  (
    await tx<TradeCurrency[]>`
      select uuid, name, symbol, address, decimals, eth_rate from currency
      where uuid = ${uuid} and network_uuid = ${networkUuid} and is_enabled`
  )[0];

/** What is paid in where nothing else is said. */
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
  /** Null where an auction was made straight on the chain by somebody without an account. */
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
  /** Its token or its maker is. */
  is_hidden: boolean;
};
export const findOffer = async (tx: Tx, uuid: string): Promise<OfferRow | undefined> =>
  (await tx<OfferRow[]>`select * from offer where uuid = ${uuid}`)[0];

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
/** Every order an offer ever had, oldest first. */
export const findOrders = (tx: Tx, offerUuid: string): Promise<OrderRow[]> =>
  tx<OrderRow[]>`select * from seaport_order where offer_uuid = ${offerUuid} order by created_at, order_hash`;

/** Units of a token that its holder's other sales already promise, those a click would bring back included. */
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

/** What a bidder's open bids in a currency would take together, in base units. */
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

/** Units somebody owns, and those of them that lie in the auction house. */
export const findHolding = async (
  tx: Tx,
  tokenUuid: string,
  owner: string,
): Promise<{ owned: bigint; escrowed: bigint }> => {
  const [row] = await tx<{ quantity: string; escrowed: string }[]>`
    select quantity, escrowed from ownership where token_uuid = ${tokenUuid} and owner = ${owner}`;
  return { owned: BigInt(row?.quantity ?? 0), escrowed: BigInt(row?.escrowed ?? 0) };
};

/** Units somebody has in his wallet. */
export const countHeld = async (tx: Tx, tokenUuid: string, owner: string): Promise<bigint> => {
  const { owned, escrowed } = await findHolding(tx, tokenUuid, owner);
  return owned - escrowed;
};

export type NewOrder = {
  orderHash: Hex;
  chainId: number;
  offerUuid: string;
  components: OrderComponents;
  price: bigint;
  /** Units of the currency's smallest part in one of it, as a power of ten. */
  currency: Pick<TradeCurrency, 'decimals' | 'eth_rate'>;
  quantity: bigint;
  startsAt: Date | null;
  endsAt: Date;
  replaces?: { orderHash: Hex; filled: bigint };
};

/** A price in wei of ether: what makes prices in several currencies comparable. */
export const priceEth = (
  tx: Tx,
  price: bigint,
  { decimals, eth_rate: rate }: Pick<TradeCurrency, 'decimals' | 'eth_rate'>,
) => tx`round(${String(price)}::numeric * ${rate}::numeric * ${`1e${18 - decimals}`}::numeric, 6)`;

/** An order to be signed. Drafts of the same offer that were not signed are dropped: only the newest terms count. */
export const insertOrder = async (tx: Tx, order: NewOrder): Promise<void> => {
  await tx`delete from seaport_order where offer_uuid = ${order.offerUuid} and signature is null and filled = 0`;
  await tx`
    insert into seaport_order (order_hash, chain_id, offer_uuid, components, counter, price, price_eth, quantity, starts_at, ends_at,
      replaces, replaced_filled, created_at)
    values (${order.orderHash}, ${order.chainId}, ${order.offerUuid}, ${tx.json(orderToJson(order.components) as never)},
      ${String(order.components.counter)}, ${String(order.price)}, ${priceEth(tx, order.price, order.currency)}, ${String(order.quantity)},
      ${order.startsAt}, ${order.endsAt}, ${order.replaces?.orderHash ?? null}, ${String(order.replaces?.filled ?? 0n)}, clock_timestamp())`;
};

export type NewOffer = Omit<NewOrder, 'offerUuid' | 'replaces'> & {
  type: 'SALE' | 'BID';
  token: TokenRow;
  currency: TradeCurrency;
  makerUuid: string;
  maker: string;
  marketplaceBps: number;
};
/** A draft with its order. @returns the offer's uuid */
export const insertOffer = async (tx: Tx, offer: NewOffer): Promise<string> => {
  const { token, currency } = offer;
  const uuid = uuidv7();
  await tx`
    insert into offer (uuid, type, status, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker,
      price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps, royalty_receiver, starts_at, ends_at, order_hash)
    values (${uuid}, ${offer.type}, 'DRAFT', ${token.uuid}, ${token.collection_uuid}, ${token.category_uuid}, ${token.network_uuid}, ${currency.uuid},
      ${offer.makerUuid}, ${offer.maker}, ${String(offer.price)}, ${priceEth(tx, offer.price, currency)}, ${String(offer.quantity)},
      ${String(offer.quantity)}, ${offer.marketplaceBps}, ${token.royalty_bps}, ${token.royalty_receiver}, ${offer.startsAt}, ${offer.endsAt}, ${offer.orderHash})`;
  await insertOrder(tx, { ...offer, offerUuid: uuid });
  return uuid;
};

/** The terms of a draft that was changed before it was signed. */
export const copyTerms = (tx: Tx, offerUuid: string, orderHash: Hex) => tx`
  update offer set order_hash = s.order_hash, price = s.price, price_eth = s.price_eth, quantity = s.quantity, quantity_left = s.quantity,
    starts_at = s.starts_at, ends_at = s.ends_at, version = version + 1, updated_at = now()
  from seaport_order s where offer.uuid = ${offerUuid} and s.order_hash = ${orderHash}`;

/** The maker said that the price stands, at the block the follower has reached. */
export const stand = (tx: Tx, offerUuid: string, chainId: number) => tx`
  update offer set left_block = null, live_block = (select block_number from chain_cursor where chain_id = ${chainId}),
    signed_at = coalesce(signed_at, now()) where uuid = ${offerUuid}`;

export const setSignature = (tx: Tx, orderHash: Hex, good: { signature: Hex; isByContract: boolean }) =>
  tx`update seaport_order set signature = ${good.signature}, is_contract_signed = ${good.isByContract}, signature_asked_at = now() where order_hash = ${orderHash}`;

/**
 * The end of terms that newer ones replace is no end of the offer: where it was told before the newer ones were signed
 * (its maker cancels himself where the marketplace cannot pay), it is told no more.
 */
export const deleteCancelledHistory = (tx: Tx, offerUuid: string) =>
  tx`delete from history where offer_uuid = ${offerUuid} and event = 'CANCELLED' and log_index is not null`;

export const requestCancel = (tx: Tx, offerUuid: string) =>
  tx`update offer set cancel_requested_at = coalesce(cancel_requested_at, now()), updated_at = now() where uuid = ${offerUuid}`;

/** Listings of the same single piece that had lapsed: a new one takes their place. @returns their uuids */
export const retireLapsed = async (tx: Tx, tokenUuid: string, maker: string, exceptOffer: string): Promise<string[]> =>
  (
    await tx<{ uuid: string }[]>`
      update offer set cancel_requested_at = now(), updated_at = now() from token t
      where t.uuid = offer.token_uuid and t.type = 'ERC721' and token_uuid = ${tokenUuid} and maker = ${maker} and offer.uuid <> ${exceptOffer}
        and offer.type = 'SALE' and offer.status = 'INVALID' and invalid_reason <> 'NOT_APPROVED' and cancel_requested_at is null
      returning offer.uuid`
  ).map((row) => row.uuid);

export const deleteDraft = (tx: Tx, offerUuid: string) =>
  tx`delete from offer where uuid = ${offerUuid} and status = 'DRAFT'`;

/** A line of the offer's story that no log tells. Price and currency are the offer's, or those of an order of it. */
export const recordOfferEvent = async (
  tx: Tx,
  offerUuid: string,
  event: 'LISTED' | 'BID' | 'EDITED' | 'CANCEL_REQUESTED',
  orderHash: Hex | null,
): Promise<void> => {
  await tx`
    insert into history (uuid, token_uuid, offer_uuid, event, price, currency_uuid, quantity, from_address)
    select ${uuidv7()}, o.token_uuid, o.uuid, ${event}, coalesce(s.price, o.price), o.currency_uuid, coalesce(s.quantity, o.quantity_left), o.maker
    from offer o left join seaport_order s on s.order_hash = ${orderHash} where o.uuid = ${offerUuid}`;
};

const RETRIES = 3;
/**
 * Runs in a transaction that holds the token, so that what is done with one token's offers is done one after the other;
 * again when it met another in a deadlock.
 */
export const withToken = async <T>(sql: Sql, tokenUuid: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await sql.begin(async (tx) => {
        await lockTokens(tx, [tokenUuid]);
        return work(tx);
      })) as T;
    } catch (error) {
      const { code } = error as { code?: string };
      if ((code !== '40P01' && code !== '40001') || attempt >= RETRIES) throw error;
    }
  }
};
