import type { Config } from '../../config.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { smsRequest, type Sms } from './sms.rules.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    sms: Sms;
  }
}

const PATIENCE_MS = 10_000;

/** The worker's task for text messages: sends each through the configured SMS provider. */
export const smsTasks = ({ sms: sender }: Pick<Config, 'sms'>): Tasks => {
  if (!sender) return {};
  return {
    sms: async (sms) => {
      if (Date.now() > Date.parse(sms.until)) return;
      const answer = await fetch(sender.endpoint, {
        ...smsRequest(sender, sms),
        signal: AbortSignal.timeout(PATIENCE_MS),
        redirect: 'error',
      });
      await answer.body?.cancel();
      // An invalid number stays invalid: retries would only cost money.
      if (!answer.ok && ![400, 404, 422].includes(answer.status))
        throw new Error(`the SMS sender answered ${answer.status}`);
    },
  };
};
