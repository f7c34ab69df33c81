import { createTransport } from 'nodemailer';
import type { Config } from '../../config.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import type { Mail } from './mail.messages.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    mail: Mail;
  }
}

/** The worker's share of mail: hands each to the SMTP server of the settings. */
export const mailTasks = ({ mail }: Pick<Config, 'mail'>): Tasks => {
  if (!mail.smtpUrl) return {};
  const transport = createTransport(mail.smtpUrl, { from: mail.from });
  return {
    mail: async ({ to, subject, text, html, headers }) => {
      await transport.sendMail({ to, subject, text, html, headers, disableFileAccess: true, disableUrlAccess: true });
    },
  };
};
