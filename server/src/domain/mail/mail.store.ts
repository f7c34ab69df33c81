import type { Tx } from '../../platform/db/database.ts';

/** Counts a sent mail or a failed try, for the figures of the admin dashboard. */
export const countMail = (tx: Tx, what: 'sent' | 'failed') => {
  const sent = what === 'sent' ? 1 : 0;
  return tx`insert into mail_day as d (day, sent, failed) values ((now() at time zone 'UTC')::date, ${sent}, ${1 - sent})
    on conflict (day) do update set sent = d.sent + excluded.sent, failed = d.failed + excluded.failed`;
};
