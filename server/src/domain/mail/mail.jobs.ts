import { createTransport } from 'nodemailer';
import type { Context } from '../../context.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import type { Mail } from './mail.messages.ts';
import { countMail } from './mail.store.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    mail: Mail;
  }
}

/** A server that accepts the connection and then says nothing must not hold a place of the queue for ten minutes. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** The worker's task for mail: sends each mail to the configured SMTP server. */
export const mailTasks = ({ config: { mail }, db }: Pick<Context, 'config' | 'db'>): Tasks => {
  if (!mail.smtpUrl) return {};
  const transport = createTransport({ url: mail.smtpUrl, ...PATIENCE }, { from: mail.from });
  return {
    mail: async ({ to, subject, text, html, headers }) => {
      const mailed = { to, subject, text, html, headers, disableFileAccess: true, disableUrlAccess: true };
      try {
        await transport.sendMail(mailed);
      } catch (error) {
        await countMail(db.sql, 'failed').catch(() => {});
        throw error;
      }
      // If counting fails, the job must not fail: it would send the mail again.
      await countMail(db.sql, 'sent').catch(() => {});
    },
  };
};
