import type { Config } from '../../config.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addJob } from '../../platform/queue/queue.ts';
import type { Mail } from './mail.messages.ts';
import { insertLocalMessage } from './mail.store.ts';

export { insertLocalMessage };

/**
 * Queues a mail. Pass the transaction of the change that it announces: both are committed or neither. With an SMTP
 * server a job of the worker sends it (and retries while the server is unavailable); in the local stack without one it
 * goes to the mailbox of `/dev/mail`.
 */
export const sendMail = async (tx: Tx, config: Pick<Config, 'mail' | 'isLocalStack'>, mail: Mail): Promise<void> => {
  if (config.mail.smtpUrl) return addJob(tx, 'mail', mail);
  requireMail(config);
  await insertLocalMessage(tx, mail);
};

/** Whether this server can send mail. */
export const canMail = ({ mail, isLocalStack }: Pick<Config, 'mail' | 'isLocalStack'>): boolean =>
  mail.smtpUrl !== undefined || isLocalStack;

/** Sends a mail that only announces an event; a server that cannot send mail skips it without an error. */
export const sendNotice = async (tx: Tx, config: Pick<Config, 'mail' | 'isLocalStack'>, mail: Mail): Promise<void> => {
  if (canMail(config)) await sendMail(tx, config, mail);
};

/** Call it before any other work. @throws AppError 503 when this server cannot send mail */
export const requireMail = (config: Pick<Config, 'mail' | 'isLocalStack'>): void => {
  if (!canMail(config))
    throw new AppError(503, 'mail.off', 'This server cannot send mail yet; sign in with a wallet instead', {
      retryAfterSeconds: 3600,
    });
};
