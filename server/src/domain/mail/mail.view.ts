import type { DevMail } from '@skarb/schema/dev';
import type { Tx } from '../../platform/db/database.ts';

const LATEST = 200;

/** The latest messages of the local mailbox, newest first. */
export const listMailbox = async (sql: Tx, to?: string): Promise<DevMail[]> => {
  const rows = await sql<
    { recipient: string; subject: string; body_text: string; body_html: string; created_at: Date }[]
  >`
    select * from mailbox ${to === undefined ? sql`` : sql`where recipient = ${to}`} order by id desc limit ${LATEST}`;
  return rows.map((row) => ({
    to: row.recipient,
    subject: row.subject,
    text: row.body_text,
    html: row.body_html,
    createdAt: row.created_at.toISOString(),
  }));
};
