import * as devCalls from '@skarb/schema/calls/dev';
import { useState } from 'react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { call } from '../../../platform/http/api.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { wordsOf } from '../../../platform/steps/failure-words.ts';

/** A button for play money, on a local stack only. */
export const PlayMoney = ({ account, onDone }: { account: string; onDone: () => Promise<unknown> }) => {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  if (document.documentElement.dataset.stack !== 'local') return null;
  const fetchMoney = async () => {
    setBusy(true);
    try {
      await call(devCalls.faucet, { body: { address: account } });
      await onDone();
      toast.success(t('wallet.demo.funded'));
    } catch (error) {
      toast.error(wordsOf(t, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="outlined" size="small" isBusy={isBusy} onClick={() => void fetchMoney()}>
      {t('wallet.demo.more')}
    </Button>
  );
};
