import { uuidv7 } from 'uuidv7';
import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/db/database.ts';
import { rederiveAuctions } from './auction/auction.derive.ts';
import { refreshTokens } from '../token/store/token.store.ts';
import { enqueueTask } from '../operator/operator.store.ts';
import { readOfferStates, type OfferState } from './offer.facts.ts';
import { deriveOffer, type Derived } from './offer.rules.ts';

/** The block at which an observation was made, for those that come from the follower; what is undone is no news. */
export type ObservedAt = { number: number; hash: string } | 'undoing';

/** The time that decides about starts and ends: ours, or the chain's where that is ahead. */
export const chainNow = async (tx: Tx, chainId: number): Promise<Date> => {
  const [row] = await tx<{ now: Date }[]>`
    select greatest(now(), (select block_time from chain_cursor where chain_id = ${chainId})) as now`;
  return row?.now ?? new Date();
};

const isSame = (state: OfferState, derived: Derived, taker: string | null) =>
  state.status === derived.status &&
  state.invalidReason === derived.invalidReason &&
  state.orderHash === derived.current &&
  state.nextOrderHash === derived.next &&
  state.quantityLeft === derived.quantityLeft &&
  state.taker === taker;

/** What the change is called in the offer's story; what a log tells (SOLD, CANCELLED) is written with the log. */
const eventOf = (state: OfferState, derived: Derived): 'EXPIRED' | 'INVALID' | 'VALID' | undefined => {
  // Paused for another reason is still paused: its story says it once.
  if (state.status === derived.status) return undefined;
  if (derived.status === 'EXPIRED') return 'EXPIRED';
  if (derived.status === 'INVALID') return 'INVALID';
  if (state.status === 'INVALID' && (derived.status === 'ACTIVE' || derived.status === 'SCHEDULED')) return 'VALID';
  return undefined;
};

const write = async (tx: Tx, state: OfferState, derived: Derived, taker: string | null): Promise<void> => {
  if (derived.current === null) {
    await tx`
      update offer set status = ${derived.status}, invalid_reason = null, order_hash = null, next_order_hash = null,
        quantity_left = ${String(derived.quantityLeft)}, taker = ${taker}, version = version + 1, updated_at = now()
      where uuid = ${state.uuid}`;
    return;
  }
  await tx`
    update offer set status = ${derived.status}, invalid_reason = ${derived.invalidReason}, order_hash = ${derived.current},
      next_order_hash = ${derived.next}, quantity_left = ${String(derived.quantityLeft)},
      price = s.price, price_eth = s.price_eth, quantity = s.quantity, starts_at = s.starts_at, ends_at = s.ends_at,
      taker = ${taker}, taker_uuid = (select uuid from app_user where metamask_wallet = ${taker}),
      version = version + 1, updated_at = now()
    from seaport_order s where s.order_hash = ${derived.current} and offer.uuid = ${state.uuid}`;
};

/**
 * Derives these offers anew from the facts and writes what differs: the only way an offer's status changes.
 * Orders that must not be filled any more are given to the operator to cancel.
 * @returns tokens whose offers changed: for `refreshTokens`, in the same transaction
 */
export const rederiveOffers = async (
  tx: Tx,
  config: Pick<Config, 'chain' | 'deployment'>,
  uuids: Iterable<string>,
  observedAt?: ObservedAt,
): Promise<Set<string>> => {
  const asked = [...new Set(uuids)];
  if (asked.length === 0) return new Set();
  const states = await readOfferStates(tx, asked, config.deployment.seaport);
  const now = await chainNow(tx, config.chain.id);
  const changedTokens = await rederiveAuctions(tx, config, asked, now);
  for (const state of states) {
    const derived = deriveOffer(state.facts, now);
    for (const orderHash of derived.ordersToCancel)
      await enqueueTask(tx, {
        chainId: state.chainId,
        kind: 'cancel',
        subject: orderHash,
        account: tx`select maker_uuid from offer where uuid = ${state.uuid}`,
      });
    if (isSame(state, derived, state.lastTaker)) continue;
    await write(tx, state, derived, state.lastTaker);
    // A bid changes nothing that lists show of its token.
    if (state.facts.backing.kind === 'nft') changedTokens.add(state.tokenUuid);
    const event = eventOf(state, derived);
    if (event && (event === 'EXPIRED' || observedAt !== 'undoing')) {
      const block = event === 'EXPIRED' || typeof observedAt !== 'object' ? undefined : observedAt;
      await tx`
        insert into history (uuid, token_uuid, offer_uuid, event, price, currency_uuid, quantity, from_address, chain_id, block_number, block_hash)
        select ${uuidv7()}, token_uuid, uuid, ${event}, price, currency_uuid, quantity_left, maker,
          ${block ? state.chainId : null}, ${block?.number ?? null}, ${block?.hash ?? null}
        from offer where uuid = ${state.uuid}`;
    }
  }
  return changedTokens;
};

/** Derives offers of one token, which the caller holds, anew and redraws the token: the end of every change a user makes. */
export const rederiveTokenOffers = async (
  tx: Tx,
  config: Pick<Config, 'chain' | 'deployment'>,
  tokenUuid: string,
  uuids: string[],
): Promise<void> => {
  const changed = await rederiveOffers(tx, config, uuids);
  await refreshTokens(tx, new Set([...changed, tokenUuid]));
};

/** Derives the open offers of one token, which the caller holds, again and refreshes the token. */
export const rederiveOpenOffers = async (tx: Tx, config: Config, tokenUuid: string): Promise<void> => {
  const open = await tx<{ uuid: string }[]>`
    select uuid from offer where token_uuid = ${tokenUuid} and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')`;
  await rederiveTokenOffers(
    tx,
    config,
    tokenUuid,
    open.map((offer) => offer.uuid),
  );
};
