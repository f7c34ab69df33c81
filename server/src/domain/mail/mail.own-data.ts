import type { OwnData } from '../../platform/own-data.ts';

/** Messages that wait to be sent. Those in the local stack's mailbox contain links and are not exported. */
export const mailOwnData: OwnData = {
  tables: ['mailbox'],
  topics: {},
  erase: async (tx, { contacts }) => {
    const reached = contacts.map((one) => one.toLowerCase());
    await tx`delete from mailbox where lower(recipient) = any(${reached}::text[])`;
    // Running jobs are left to finish.
    await tx`select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs
      where locked_at is null and lower(coalesce(payload ->> 'to', payload ->> 'email', payload ->> 'phoneNumber')) = any(${reached}::text[])))`;
  },
};
