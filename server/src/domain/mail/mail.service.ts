import type { Config } from '../../config.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addJob } from '../../platform/queue/queue.ts';
import type { Mail } from './mail.messages.ts';

/**
 * Sends a mail, or better: makes sure that it will be sent. Give it the transaction of the change it tells
 * of: both are kept or neither. With an SMTP server a job of the worker delivers it (and tries again while
 * the server is away); in the local stack without one it lands in the mailbox of `/dev/mail`.
 */
export const sendMail = async (tx: Tx, config: Pick<Config, 'mail' | 'isLocalStack'>, mail: Mail): Promise<void> => {
  if (config.mail.smtpUrl) return addJob(tx, 'mail', mail);
  requireMail(config);
  await tx`insert into mailbox (recipient, subject, body_text, body_html) values (${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html})`;
};

/** Whether this server has a way to send mail. */
export const canMail = ({ mail, isLocalStack }: Pick<Config, 'mail' | 'isLocalStack'>): boolean =>
  mail.smtpUrl !== undefined || isLocalStack;

/** Sends a mail that only tells of what has happened: without a way to send mail it happens all the same. */
export const sendNotice = async (tx: Tx, config: Pick<Config, 'mail' | 'isLocalStack'>, mail: Mail): Promise<void> => {
  if (canMail(config)) await sendMail(tx, config, mail);
};

/** @throws AppError 503 when this server has no way to send mail; asked before any work is done */
export const requireMail = (config: Pick<Config, 'mail' | 'isLocalStack'>): void => {
  if (!canMail(config))
    throw new AppError(503, 'mail.off', 'This server cannot send mail yet; sign in with a wallet instead', {
      retryAfterSeconds: 3600,
    });
};
