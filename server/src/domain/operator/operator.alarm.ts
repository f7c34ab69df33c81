import { formatEther, type Address } from 'viem';
import type { Context } from '../../context.ts';
import type { Language } from '@skarb/schema/language';
import { amountText } from '../../platform/amount-text.ts';
import { writeMail } from '../mail/mail.messages.ts';
import { sendNotice } from '../mail/mail.service.ts';
import { alarmOf } from './operator.allowance.rules.ts';
import { spentWeek } from './operator.spend.store.ts';
import { recordWallet, setAlarm } from './operator.wallet.store.ts';

/**
 * Records the balance of the operator's wallet and mails the admins once each time it falls too low.
 * Only the holder of the operator's lease may call it.
 */
export const watchWallet = async (
  { config, db, chain }: Pick<Context, 'config' | 'db' | 'chain'>,
  address: Address,
): Promise<void> => {
  const [balance, gasPrice] = await Promise.all([chain.public.getBalance({ address }), chain.public.getGasPrice()]);
  const { leastBalance, leastDays } = config.operatorBudget;
  await db.sql.begin(async (tx) => {
    const hasAlarm = await recordWallet(tx, { chainId: chain.id, address, balance, gasPrice });
    const alarm = alarmOf({ balance, spentWeek: await spentWeek(tx, chain.id), leastBalance, leastDays });
    if (alarm === 'clear' && hasAlarm) await setAlarm(tx, chain.id, false);
    if (alarm !== 'low' || hasAlarm) return;
    await setAlarm(tx, chain.id, true);
    const admins = await tx<{ email: string; language: Language }[]>`
      select email, language from app_user where role = 'ADMIN' and email is not null and is_email_confirmed and blocked_at is null`;
    for (const { email, language } of admins)
      await sendNotice(
        tx,
        config,
        writeMail('operatorLow', language, email, `${config.publicUrl}/admin-profile?section=operator`, {
          balance: `${amountText(formatEther(balance), language)} ${config.deployment.nativeSymbol}`,
          address,
        }),
      );
  });
};
