import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/db/database.ts';
import { rederiveAuctions } from './auction/auction.derive.ts';
import { refreshTokens } from '../token/store/token.store.ts';
import { enqueueTask } from '../operator/operator.store.ts';
import { readOfferStates, type OfferState } from './offer.facts.ts';
import { recordOfferEvents, type OfferEvent } from './offer.history.ts';
import { updateDerived, type Decision } from './store/offer.store.ts';
import { deriveOffer, type Derived } from './offer.rules.ts';

/** The block at which the follower observed a change. No events are recorded while logs are undone. */
export type ObservedAt = { number: number; hash: string } | 'undoing';

/** The time that decides about starts and ends: the later of the server's and the chain's. */
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

/** The history event of a change without a log; SOLD and CANCELLED are recorded with their logs. */
const eventOf = (state: OfferState, derived: Derived): 'EXPIRED' | 'INVALID' | 'VALID' | undefined => {
  // A paused offer that is paused for another reason gets no second event.
  if (state.status === derived.status) return undefined;
  if (derived.status === 'EXPIRED') return 'EXPIRED';
  if (derived.status === 'INVALID') return 'INVALID';
  if (state.status === 'INVALID' && (derived.status === 'ACTIVE' || derived.status === 'SCHEDULED')) return 'VALID';
  return undefined;
};

/**
 * Derives these offers from the facts and writes what differs: the only way an offer's status changes. Enqueues the
 * cancellation of orders that must not be filled any more.
 * @param gaps the blocks of ownership gaps that are not on record yet: written with the rest, because each change of an
 *   offer writes its entry in seventeen indexes again
 * @returns tokens whose offers changed: pass them to `refreshTokens` in the same transaction
 */
export const rederiveOffers = async (
  tx: Tx,
  config: Pick<Config, 'chain' | 'deployment'>,
  uuids: Iterable<string>,
  observedAt?: ObservedAt,
  gaps: ReadonlyMap<string, bigint> = new Map(),
): Promise<Set<string>> => {
  const unique = [...new Set(uuids)];
  if (unique.length === 0) return new Set();
  const states = await readOfferStates(tx, unique, config.deployment.seaport);
  const now = await chainNow(tx, config.chain.id);
  const changedTokens = await rederiveAuctions(tx, config, unique, now);
  const decisions: Decision[] = [];
  const events: OfferEvent[] = [];
  for (const state of states) {
    const gap = gaps.get(state.uuid);
    if (gap !== undefined && state.facts.backing.kind === 'nft') state.facts.backing.hasLeft = true;
    const derived = deriveOffer(state.facts, now);
    for (const orderHash of derived.ordersToCancel)
      await enqueueTask(tx, {
        chainId: state.chainId,
        kind: 'cancel',
        subject: orderHash,
        account: tx`select maker_uuid from offer where uuid = ${state.uuid}`,
      });
    const isUnchanged = isSame(state, derived, state.lastTaker);
    if (isUnchanged && gap === undefined) continue;
    decisions.push({ uuid: state.uuid, derived, taker: state.lastTaker, gap });
    if (isUnchanged) continue;
    // Of a token's bids, lists only know whether there is one.
    const isActive = [state.status, derived.status].map((status) => status === 'ACTIVE');
    if (state.facts.backing.kind === 'nft' || isActive[0] !== isActive[1]) changedTokens.add(state.tokenUuid);
    const event = eventOf(state, derived);
    if (event && (event === 'EXPIRED' || observedAt !== 'undoing')) {
      const block = event === 'EXPIRED' || typeof observedAt !== 'object' ? undefined : observedAt;
      events.push({ offerUuid: state.uuid, event, observedAt: block && { chainId: state.chainId, ...block } });
    }
  }
  await updateDerived(tx, decisions);
  await recordOfferEvents(tx, events);
  return changedTokens;
};

/** Derives offers of one token, which the caller has locked, and refreshes the token: called last in each change by a user. */
export const rederiveTokenOffers = async (
  tx: Tx,
  config: Pick<Config, 'chain' | 'deployment'>,
  tokenUuid: string,
  uuids: string[],
): Promise<void> => {
  const changed = await rederiveOffers(tx, config, uuids);
  await refreshTokens(tx, new Set([...changed, tokenUuid]));
};

/** The same for all open offers of a token. */
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
