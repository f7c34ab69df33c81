import type { Language } from '@skarb/schema/language';
import type { DisplayCurrency } from '@skarb/schema/limits';
import { randomUUID } from 'node:crypto';
import type { Address, Hex } from 'viem';
import type { Sql } from '../../platform/db/database.ts';
import type { Outcome } from './dev.card.rules.ts';

/** The order in the signed URL: all that a provider knows about it. */
export type Bought = {
  order: string;
  currency: string;
  amount: string;
  address: Address;
  language: Language;
  /** What the card is charged in. */
  payIn: DisplayCurrency;
  returnUrl: string;
};

/** A recorded payment of the demo card. */
export type Payment = Pick<Bought, 'order' | 'currency' | 'amount' | 'address' | 'payIn'> & {
  id: string;
  outcome: Exclude<Outcome, 'declined'>;
  price: number;
  attempts: number;
  createdAt: Date;
};
export type Purpose = 'gas' | 'bought';
export type Transfer = { nonce: number; hash: Hex; raw: Hex };

/** How long one process may work on a payment before another can take it over. */
const LEASE = '15 seconds';

type Row = {
  order_uuid: string;
  payment_id: string;
  currency: string;
  amount: string;
  address: Address;
  price: string;
  pay_in: DisplayCurrency;
  outcome: Payment['outcome'];
  attempts: number;
  created_at: Date;
};
const toPayment = (row: Row): Payment => ({
  order: row.order_uuid,
  id: row.payment_id,
  currency: row.currency,
  amount: row.amount,
  address: row.address,
  price: Number(row.price),
  payIn: row.pay_in,
  outcome: row.outcome,
  attempts: row.attempts,
  createdAt: row.created_at,
});

/** Records a payment. @returns undefined when the order is already paid */
export const insertPayment = async (
  sql: Sql,
  { order, currency, amount, address, payIn }: Bought,
  paid: { price: number; outcome: Payment['outcome']; waitMs: number },
): Promise<Payment | undefined> => {
  const [row] = await sql<Row[]>`
    insert into demo_payment (order_uuid, payment_id, currency, amount, address, price, pay_in, outcome, due_at)
    values (${order}, ${randomUUID()}, ${currency}, ${amount}, ${address}, ${paid.price}, ${payIn}, ${paid.outcome},
      now() + ${paid.waitMs} * interval '1 millisecond')
    on conflict (order_uuid) do nothing returning *`;
  return row && toPayment(row);
};

/** Whether an order has a payment, finished or not. */
export const isPaid = async (sql: Sql, order: string): Promise<boolean> =>
  (await sql`select 1 from demo_payment where order_uuid = ${order}`).length > 0;

/** Takes a due payment for the duration of the lease, because the process may die before it finishes. */
export const takeDue = async (sql: Sql): Promise<Payment | undefined> => {
  const [row] = await sql<Row[]>`
    update demo_payment set due_at = now() + ${LEASE}::interval, attempts = attempts + 1
    where order_uuid = (select order_uuid from demo_payment where finished_at is null and due_at <= now()
      order by due_at limit 1 for update skip locked) returning *`;
  return row && toPayment(row);
};

/** Ends a payment: nothing takes it again. */
export const finishPayment = async (sql: Sql, order: string): Promise<void> => {
  await sql`update demo_payment set finished_at = now() where order_uuid = ${order}`;
};

/** Postpones a payment that could not be finished. */
export const putOff = async (sql: Sql, order: string, waitMs: number): Promise<void> => {
  await sql`update demo_payment set due_at = now() + ${waitMs} * interval '1 millisecond' where order_uuid = ${order}`;
};

/** The signed transfer of an order; undefined before the first attempt. */
export const readTransfer = async (sql: Sql, order: string, purpose: Purpose): Promise<Transfer | undefined> => {
  const [row] = await sql<{ nonce: string; hash: Hex; raw: Hex }[]>`
    select nonce, hash, raw from demo_transfer where order_uuid = ${order} and purpose = ${purpose}`;
  return row && { ...row, nonce: Number(row.nonce) };
};

/** Stores a signed transaction and replaces one that can never be mined. */
export const keepTransfer = async (sql: Sql, order: string, purpose: Purpose, transfer: Transfer): Promise<void> => {
  await sql`insert into demo_transfer (order_uuid, purpose, nonce, hash, raw)
    values (${order}, ${purpose}, ${transfer.nonce}, ${transfer.hash}, ${transfer.raw})
    on conflict (order_uuid, purpose) do update set nonce = excluded.nonce, hash = excluded.hash, raw = excluded.raw`;
};
