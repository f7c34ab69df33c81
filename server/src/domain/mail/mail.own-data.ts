import type { OwnData } from '../../platform/own-data.ts';
import { deleteMessagesTo } from './mail.store.ts';

/** Messages that wait to be sent. Those in the local stack's mailbox contain links and are not exported. */
export const mailOwnData: OwnData = {
  tables: ['mailbox'],
  topics: {},
  erase: (tx, { contacts }) => deleteMessagesTo(tx, contacts),
};
