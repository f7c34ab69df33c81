import type { Tx } from '../../platform/db/database.ts';

/** Counts a sent mail or a failed try, for the figures of the admin dashboard. */
export const countMail = (tx: Tx, what: 'sent' | 'failed') => {
  const sent = what === 'sent' ? 1 : 0;
  return tx`insert into mail_day as d (day, sent, failed) values ((now() at time zone 'UTC')::date, ${sent}, ${1 - sent})
    on conflict (day) do update set sent = d.sent + excluded.sent, failed = d.failed + excluded.failed`;
};

/** A message in the local stack's mailbox; `html` is empty for a text message. */
export type LocalMessage = { to: string; subject: string; text: string; html: string };

/** Puts a message into the mailbox that `/dev/mail` shows. */
export const insertLocalMessage = async (tx: Tx, { to, subject, text, html }: LocalMessage): Promise<void> => {
  await tx`insert into mailbox (recipient, subject, body_text, body_html) values (${to}, ${subject}, ${text}, ${html})`;
};

/**
 * Deletes the messages to these addresses and numbers, in the mailbox and in the queue. Jobs that run are left to
 * finish.
 */
export const deleteMessagesTo = async (tx: Tx, contacts: string[]): Promise<void> => {
  const reached = contacts.map((one) => one.toLowerCase());
  await tx`delete from mailbox where lower(recipient) = any(${reached}::text[])`;
  await tx`select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs
    where locked_at is null and lower(coalesce(payload ->> 'to', payload ->> 'email', payload ->> 'phoneNumber')) = any(${reached}::text[])))`;
};
