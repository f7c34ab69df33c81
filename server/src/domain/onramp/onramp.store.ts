import { toBaseUnits } from '@skarb/schema/money';
import type { OnrampFailure, OnrampProvider, OnrampStatus } from '@skarb/schema/onramp';
import type { Sql, Tx } from '../../platform/db/database.ts';
import { decimalText, orderStateOf, type StoredEvent, type ProviderEvent } from './onramp.rules.ts';
import type { OrderRow } from './onramp.view.ts';

/** @param order the amount in base units of the currency */
export const insertOrder = async (
  tx: Tx,
  order: {
    uuid: string;
    userUuid: string;
    provider: OnrampProvider;
    currencyUuid: string;
    amount: bigint;
    address: string;
    returnTo: string | null;
  },
): Promise<void> => {
  await tx`insert into onramp_order (uuid, user_uuid, provider, currency_uuid, amount, address, return_to)
    values (${order.uuid}, ${order.userUuid}, ${order.provider}, ${order.currencyUuid}, ${String(order.amount)},
      ${order.address}, ${order.returnTo})`;
};

/** The result of an event. */
export type Taken = 'news' | 'known' | 'foreign';

type StoredEventRow = {
  event_id: string;
  payment_id: string;
  payment_at: Date | null;
  status: OnrampStatus;
  failure: OnrampFailure | null;
  received: string | null;
  fiat_amount: string | null;
  fiat_currency: string | null;
  tx_hash: string | null;
};

const toStoredEvent = (row: StoredEventRow): StoredEvent => ({
  eventId: row.event_id,
  paymentId: row.payment_id,
  paymentAt: row.payment_at?.toISOString() ?? null,
  status: row.status,
  failure: row.failure,
  received: row.received === null ? null : BigInt(row.received),
  paid:
    row.fiat_amount === null || row.fiat_currency === null
      ? null
      : { amount: Number(row.fiat_amount), currency: row.fiat_currency },
  txHash: row.tx_hash,
});

/**
 * Stores a provider's event once (its id is unique) and derives the order's state from all of its events, with the order's
 * row locked. An event with another receiving address than the order's is `foreign`.
 */
export const takeEvent = (
  sql: Sql,
  provider: OnrampProvider,
  event: ProviderEvent & { orderUuid: string },
): Promise<Taken> =>
  sql.begin(async (tx) => {
    const [order] = await tx<(OrderRow & { decimals: number })[]>`
      select o.*, c.decimals from onramp_order o join currency c on c.uuid = o.currency_uuid
      where o.uuid = ${event.orderUuid} and o.provider = ${provider} for update of o`;
    if (!order || (event.address !== null && event.address !== order.address)) return 'foreign';
    const received =
      event.received === null ? null : String(toBaseUnits(decimalText(event.received, order.decimals), order.decimals));
    const txHash = /^0x[0-9a-f]{64}$/i.test(event.txHash ?? '') ? (event.txHash as string).toLowerCase() : null;
    const { count } = await tx`
      insert into onramp_event (provider, event_id, order_uuid, status, payment_id, payment_at, failure, received,
        fiat_amount, fiat_currency, tx_hash)
      values (${provider}, ${event.eventId.slice(0, 300)}, ${order.uuid}, ${event.status}, ${event.paymentId.slice(0, 200)},
        ${event.paymentAt}, ${event.failure}, ${received}, ${event.paid?.amount ?? null}, ${event.paid?.currency ?? null},
        ${txHash})
      on conflict do nothing`;
    if (count === 0) return 'known';
    const events = await tx<StoredEventRow[]>`
      select event_id, payment_id, payment_at, status, failure, received, fiat_amount, fiat_currency, tx_hash
      from onramp_event where order_uuid = ${order.uuid}`;
    const state = orderStateOf(events.map(toStoredEvent));
    if (!state) return 'known';
    const { status, paymentId, failure, paid } = state;
    const sum = state.received === null ? null : String(state.received);
    const moved = await tx`
      update onramp_order set status = ${status}, payment_id = ${paymentId}, failure = ${failure},
        received = ${sum}::numeric, fiat_amount = ${paid?.amount ?? null}::numeric,
        fiat_currency = ${paid?.currency ?? null}, tx_hash = ${state.txHash}, updated_at = now()
      where uuid = ${order.uuid} and (status, payment_id, failure, received, fiat_amount, fiat_currency, tx_hash::text)
        is distinct from (${status}, ${paymentId}, ${failure}::text, ${sum}::numeric, ${paid?.amount ?? null}::numeric,
          ${paid?.currency ?? null}::text, ${state.txHash}::text)`;
    return moved.count > 0 ? 'news' : 'known';
  });

/** Locks a provider's access tokens until the transaction ends, without waiting. @returns false if another has the lock */
export const lockTokens = async (tx: Tx, provider: OnrampProvider): Promise<boolean> => {
  const [row] = await tx<{ is_locked: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtext(${`onramp token ${provider}`})) as is_locked`;
  return row?.is_locked ?? false;
};

/** A provider's sealed access tokens. */
export const readTokens = (tx: Tx, provider: OnrampProvider) =>
  tx<{ token: string; previous: string | null; expires_at: Date }[]>`
    select token, previous, expires_at from onramp_token where provider = ${provider}`;

/** Stores a new token; the previous one still verifies what it signed. */
export const putToken = async (tx: Tx, provider: OnrampProvider, sealed: string, expiresAt: Date): Promise<void> => {
  await tx`insert into onramp_token (provider, token, expires_at) values (${provider}, ${sealed}, ${expiresAt})
    on conflict (provider) do update set previous = onramp_token.token, token = excluded.token, expires_at = excluded.expires_at`;
};

/** Deletes the orders of a user, with their events. */
export const deleteOrdersOf = async (tx: Tx, userUuid: string): Promise<void> => {
  await tx`delete from onramp_order where user_uuid = ${userUuid}`;
};
