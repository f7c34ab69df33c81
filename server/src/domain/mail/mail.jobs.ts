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

/** The worker's share of mail: hands each to the SMTP server of the settings. */
export const mailTasks = ({ config: { mail }, db }: Pick<Context, 'config' | 'db'>): Tasks => {
  if (!mail.smtpUrl) return {};
  const transport = createTransport(mail.smtpUrl, { from: mail.from });
  return {
    mail: async ({ to, subject, text, html, headers }) => {
      const mailed = { to, subject, text, html, headers, disableFileAccess: true, disableUrlAccess: true };
      try {
        await transport.sendMail(mailed);
      } catch (error) {
        await countMail(db.sql, 'failed').catch(() => {});
        throw error;
      }
      // A mail that went out is not sent again because it could not be counted.
      await countMail(db.sql, 'sent').catch(() => {});
    },
  };
};
