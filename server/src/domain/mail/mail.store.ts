import type { Tx } from '../../platform/db/database.ts';

/** Counts a mail that was handed over, or an attempt that failed: the figures of the admin's desk. */
export const countMail = (tx: Tx, what: 'sent' | 'failed') => {
  const sent = what === 'sent' ? 1 : 0;
  return tx`insert into mail_day as d (day, sent, failed) values ((now() at time zone 'UTC')::date, ${sent}, ${1 - sent})
    on conflict (day) do update set sent = d.sent + excluded.sent, failed = d.failed + excluded.failed`;
};
