import type { Step } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/http/api.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { wordsOf } from '../wallet/failure-words.ts';
import { StepList } from '../wallet/step-list.tsx';
import { useSteps } from '../wallet/use-steps.ts';
import { FailureNotice } from './failure-notice.tsx';
import { refreshTrade } from './refresh-trade.ts';
import { TradeSubject } from './trade-subject.tsx';

/** Gives the marketplace back the permission to move a token that is on sale. */
export const ApproveDialog = ({ token, onClose }: { token: TokenDetail; onClose: () => void }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const account = useSession().user?.metamaskWallet ?? '';
  const [refusal, setRefusal] = useState<string>();
  const done = useCallback(() => {
    toast.success(t('trade.approve.done'));
    onClose();
    void refreshTrade(client);
  }, [client, onClose, t]);
  const steps = useSteps(`approve:${token.uuid}`, { onDone: done });
  const { resume, start } = steps;
  const begin = useCallback(async () => {
    setRefusal(undefined);
    try {
      const path = '/auth/wallet/allowance/nft/marketplace';
      const { data } = await api.post<{ data: { approved: boolean; steps: Step[] } }>(path, {
        body: { tokenUuid: token.uuid },
      });
      await start(data.steps, account);
    } catch (error) {
      setRefusal(wordsOf(t, error));
    }
  }, [account, start, t, token.uuid]);
  useEffect(() => {
    if (account) void resume(account);
  }, [account, resume]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('trade.approve.title')}
      description={t('trade.approve.text')}
    >
      <div className="flex flex-col gap-5">
        <TradeSubject token={token} />
        <FailureNotice words={refusal} />
        {steps.state.steps.length > 0 ? (
          <StepList steps={steps} />
        ) : (
          <Button onClick={() => void begin()}>{t('trade.approve.submit')}</Button>
        )}
      </div>
    </Dialog>
  );
};
