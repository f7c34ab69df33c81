import { toBaseUnits } from '@skarb/schema/money';
import type { OnrampProvider } from '@skarb/schema/onramp';
import type { Sql, Tx } from '../../platform/db/database.ts';
import { decimalText, isNews, type Told } from './onramp.rules.ts';
import type { OrderRow } from './onramp.view.ts';

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

/** What came of a telling. */
export type Taken = 'news' | 'known' | 'foreign';

/**
 * Takes what a provider tells into an order, once: the event's id is unique, and the order's row is locked while it is
 * decided whether it is news. What is about another address than the order's is none of its.
 */
export const takeEvent = (sql: Sql, provider: OnrampProvider, told: Told & { orderUuid: string }): Promise<Taken> =>
  sql.begin(async (tx) => {
    const [order] = await tx<(OrderRow & { decimals: number })[]>`
      select o.*, c.decimals from onramp_order o join currency c on c.uuid = o.currency_uuid
      where o.uuid = ${told.orderUuid} and o.provider = ${provider} for update of o`;
    if (!order || (told.address !== null && told.address !== order.address)) return 'foreign';
    const { count } = await tx`insert into onramp_event (provider, event_id, order_uuid, status)
      values (${provider}, ${told.eventId.slice(0, 300)}, ${order.uuid}, ${told.status}) on conflict do nothing`;
    if (count === 0 || !isNews({ status: order.status, paymentId: order.payment_id }, told)) return 'known';
    const received =
      told.received === null ? null : String(toBaseUnits(decimalText(told.received, order.decimals), order.decimals));
    const txHash = /^0x[0-9a-f]{64}$/i.test(told.txHash ?? '') ? (told.txHash as string).toLowerCase() : null;
    const isSamePayment = order.payment_id === told.paymentId;
    await tx`update onramp_order set status = ${told.status}, payment_id = ${told.paymentId},
      failure = ${told.failure}, received = coalesce(${received}::numeric, received),
      fiat_amount = coalesce(${told.paid?.amount ?? null}::numeric, ${isSamePayment ? tx`fiat_amount` : tx`null`}),
      fiat_currency = coalesce(${told.paid?.currency ?? null}, ${isSamePayment ? tx`fiat_currency` : tx`null`}),
      tx_hash = coalesce(${txHash}, ${isSamePayment ? tx`tx_hash` : tx`null`}), updated_at = now()
      where uuid = ${order.uuid}`;
    return 'news';
  });

/** The sealed access tokens of a provider, the present one locked until the transaction ends. */
export const lockToken = async (
  tx: Tx,
  provider: OnrampProvider,
): Promise<{ token: string; previous: string | null; expires_at: Date } | undefined> => {
  // Nobody else asks for a first one meanwhile.
  await tx`select pg_advisory_xact_lock(hashtext(${`onramp token ${provider}`}))`;
  const [row] = await readTokens(tx, provider);
  return row;
};

export const readTokens = (tx: Tx, provider: OnrampProvider) =>
  tx<{ token: string; previous: string | null; expires_at: Date }[]>`
    select token, previous, expires_at from onramp_token where provider = ${provider}`;

/** Keeps a new token; the one before it goes on proving what it signed. */
export const putToken = async (tx: Tx, provider: OnrampProvider, sealed: string, expiresAt: Date): Promise<void> => {
  await tx`insert into onramp_token (provider, token, expires_at) values (${provider}, ${sealed}, ${expiresAt})
    on conflict (provider) do update set previous = onramp_token.token, token = excluded.token, expires_at = excluded.expires_at`;
};
