import type { Config } from '../../config.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addJob } from '../../platform/queue/queue.ts';
import { insertLocalMessage } from '../mail/mail.service.ts';
import type { Sms } from './sms.rules.ts';

/**
 * Queues a text message in the given transaction, as `sendMail` does. In the local stack without an SMS provider it
 * goes to the mailbox of `/dev/mail`.
 */
export const sendSms = async (tx: Tx, config: Pick<Config, 'sms' | 'isLocalStack'>, sms: Sms): Promise<void> => {
  if (config.sms) return addJob(tx, 'sms', sms, { maxAttempts: 8 });
  requireSms(config);
  await insertLocalMessage(tx, { to: sms.to, subject: 'SMS', text: sms.text, html: '' });
};

/** Call it before any other work. @throws AppError 503 when this server cannot send text messages */
export const requireSms = (config: Pick<Config, 'sms' | 'isLocalStack'>): void => {
  if (!config.sms && !config.isLocalStack)
    throw new AppError(503, 'sms.off', 'This server cannot send text messages yet', { retryAfterSeconds: 3600 });
};
