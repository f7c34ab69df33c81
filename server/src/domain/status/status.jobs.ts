import { setTimeout as sleep } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../../context.ts';
import { createAttempt } from '../../platform/attempt.ts';
import type { Logger } from '../../platform/chain/follower.ts';
import type { Steps } from '../../platform/steps.ts';
import type { Language } from '@skarb/schema/language';
import { lockUnreported, markReported } from '../../platform/chain/set-aside.ts';
import { writeMail } from '../mail/mail.messages.ts';
import { canMail, sendNotice } from '../mail/mail.service.ts';
import { recordAnnounced, writeStalled } from './status.store.ts';

/** The admins get at most one mail an hour about failures, for all kinds together. */
const PAUSE = '1 hour';
/** After this time a known failure is announced again. */
const NEWS_AFTER = '7 days';

/**
 * Mails the admins when the follower has set something aside for a reason that was not announced in the last 7 days:
 * one mail for all new reasons, at most one an hour. Without an admin to notify, it waits.
 * @returns the number of admins notified
 */
export const notifyOfSetAside = ({ config, db }: Pick<Context, 'config' | 'db'>): Promise<number> => {
  if (!canMail(config)) return Promise.resolve(0);
  return db.sql.begin(async (tx) => {
    const unreported = await lockUnreported(tx);
    if (unreported.length === 0) return 0;
    const admins = await tx<{ email: string; language: Language }[]>`
      select email, language from app_user where role = 'ADMIN' and blocked_at is null and email is not null and is_email_confirmed order by uuid`;
    if (admins.length === 0) return 0;
    const reported = await tx<{ signature: string; is_recent: boolean }[]>`
      select signature, told_at > now() - ${PAUSE}::interval as is_recent from set_aside_told where told_at > now() - ${NEWS_AFTER}::interval`;
    const known = new Set(reported.map((row) => row.signature));
    const fresh = unreported.filter((row) => !known.has(row.signature));
    if (fresh.length > 0 && reported.some((row) => row.is_recent)) return 0;
    await markReported(
      tx,
      unreported.map((row) => row.uuid),
    );
    const [first] = fresh;
    if (!first) return 0;
    const signatures = [...new Set(fresh.map((row) => row.signature))];
    await recordAnnounced(tx, signatures);
    for (const { email, language } of admins)
      await sendNotice(
        tx,
        config,
        writeMail('setAside', language, email, `${config.publicUrl}/admin-profile?section=jobs`, {
          count: String(fresh.length),
          error: first.error.slice(0, 300),
        }),
      );
    return admins.length;
  }) as Promise<number>;
};

/** A step has at most so long. Statements and calls have limits of seconds; the longest work is done in batches. */
const STALLED_MS = 300_000;
const WATCH_MS = 15_000;

/**
 * Looks for steps of this worker that never end, until the signal: their loops stand still without an error. Writes them for
 * `/api/ready`, and logs each once.
 */
export const watchSteps = async (
  { db }: Pick<Context, 'db'>,
  steps: Steps,
  log: Pick<Logger, 'warn'>,
  signal: AbortSignal,
  { stalledMs = STALLED_MS, watchMs = WATCH_MS } = {},
): Promise<void> => {
  const workerUuid = uuidv7();
  const attempt = createAttempt(log, 'stalled steps could not be written');
  let known = new Set<string>();
  while (!signal.aborted) {
    const stalled = steps.longerThan(stalledMs).map(({ step, since }) => ({ step, since: new Date(since) }));
    const keys = new Set(stalled.map(({ step, since }) => `${step} ${since.getTime()}`));
    for (const { step, since } of stalled)
      if (!known.has(`${step} ${since.getTime()}`)) log.warn('a step never ends: restart the worker', { step, since });
    if (keys.size > 0 || known.size > 0) await attempt(() => writeStalled(db.sql, workerUuid, stalled));
    known = keys;
    await sleep(watchMs, undefined, { signal }).catch(() => {});
  }
};
