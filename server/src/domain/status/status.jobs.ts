import type { Context } from '../../context.ts';
import type { Language } from '@skarb/schema/language';
import { lockUnreported, markReported } from '../../platform/chain/set-aside.ts';
import { writeMail } from '../mail/mail.messages.ts';
import { canMail, sendNotice } from '../mail/mail.service.ts';
import { recordAnnounced } from './status.store.ts';

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
