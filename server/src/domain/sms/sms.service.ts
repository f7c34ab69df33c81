import type { Config } from '../../config.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addJob } from '../../platform/queue/queue.ts';
import type { Sms } from './sms.rules.ts';

/**
 * Sends a text message, or better: makes sure that it will be sent, as `sendMail` does. In the local stack without a
 * sender of its own it lands in the mailbox of `/dev/mail`.
 */
export const sendSms = async (tx: Tx, config: Pick<Config, 'sms' | 'isLocalStack'>, sms: Sms): Promise<void> => {
  if (config.sms) return addJob(tx, 'sms', sms, { maxAttempts: 8 });
  requireSms(config);
  await tx`insert into mailbox (recipient, subject, body_text, body_html) values (${sms.to}, 'SMS', ${sms.text}, '')`;
};

/** @throws AppError 503 when this server has no way to send text messages; asked before any work is done */
export const requireSms = (config: Pick<Config, 'sms' | 'isLocalStack'>): void => {
  if (!config.sms && !config.isLocalStack)
    throw new AppError(503, 'sms.off', 'This server cannot send text messages yet', { retryAfterSeconds: 3600 });
};
