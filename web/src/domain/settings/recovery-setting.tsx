import * as recoveryCalls from '@skarb/schema/calls/account-recovery';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { When } from '../../platform/format/when.tsx';
import { call } from '../../platform/http/api.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { PRIVATE } from '../../platform/query/private.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { FormFailure } from '../auth/form-failure.tsx';
import { StepList } from '../wallet/step-list.tsx';
import { Badge } from './badge.tsx';
import { useKeyChange } from './key-dialogs.tsx';
import { Setting } from './settings-section.tsx';

const RECOVERY_KEY = [PRIVATE, 'recovery'];

/** Turns recovery on or off, which an operation of the account does. */
const ChooseDialog = ({ account, isOn, onClose }: { account: string; isOn: boolean; onClose: () => void }) => {
  const { t } = useTranslation();
  const word = isOn ? 'turnOn' : 'turnOff';
  const change = useKeyChange(account, t(`settings.keys.recovery.${word}Done`), onClose);
  return (
    <Dialog
      open
      isSticky={change.isRunning}
      onOpenChange={(open) => !open && onClose()}
      title={t(`settings.keys.recovery.${word}Title`)}
      description={t(`settings.keys.recovery.${word}Text`)}
    >
      {change.isRunning ? (
        <StepList steps={change.steps} onRestart={change.steps.reset} />
      ) : (
        <div className="flex flex-col gap-5">
          <FormFailure words={change.failure} isBusy={change.isBusy} />
          <Button
            isBusy={change.isBusy}
            onClick={() => void change.change(() => call(recoveryCalls.chooseRecovery, { body: { isOn } }))}
          >
            {t(`settings.keys.recovery.${word}`)}
          </Button>
        </div>
      )}
    </Dialog>
  );
};

/** Recovery by e-mail for people who lost all keys: off until they choose it. */
export const RecoverySetting = ({ account }: { account: string }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: [...RECOVERY_KEY, account.toLowerCase()],
    queryFn: async ({ signal }) => (await call(recoveryCalls.recovery, { signal })).data,
  });
  const [choice, setChoice] = useState<boolean>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!data) return null;
  const { isAvailable, isChosen, request } = data;
  const refresh = () => client.invalidateQueries({ queryKey: RECOVERY_KEY });
  const act = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      toast.success(done);
      await refresh();
    } catch (error) {
      setFailure(wordsOf(t, error));
    }
    setBusy(false);
  };
  const ask = () =>
    act(async () => {
      const { makeFurtherKey } = await import('../auth/make-key.ts');
      const { key } = await makeFurtherKey(client, true);
      await call(recoveryCalls.requestRecovery, { body: { key } });
    }, t('settings.keys.recovery.asked'));
  const stop = () => act(() => call(recoveryCalls.stopRecovery, { body: {} }), t('settings.keys.recovery.stopped'));
  const isWaiting = request?.status === 'CONFIRMED';
  return (
    <Setting
      title={t('settings.keys.recovery.title')}
      badge={isChosen && <Badge isGood>{t('settings.keys.recovery.on')}</Badge>}
      text={t(isAvailable || isChosen ? 'settings.keys.recovery.text' : 'settings.keys.recovery.unavailable')}
      action={
        (isAvailable || isChosen) && (
          <Button variant="outlined" size="small" onClick={() => setChoice(!isChosen)}>
            {t(isChosen ? 'settings.keys.recovery.turnOff' : 'settings.keys.recovery.turnOn')}
          </Button>
        )
      }
    >
      {isWaiting && (
        <p className="text-ink-200">
          {t('settings.keys.recovery.waiting')}
          {request.effectiveAt && (
            <>
              {' '}
              {t('auth.recovery.from')} <When at={request.effectiveAt} form="exact" /> (
              <When at={request.effectiveAt} />)
            </>
          )}
        </p>
      )}
      {request?.status === 'ASKED' && <p className="text-ink-200">{t('settings.keys.recovery.mailed')}</p>}
      <FormFailure words={failure} />
      {isChosen && (
        <div className="flex flex-wrap gap-3">
          {isWaiting || request?.status === 'ASKED' ? (
            <Button variant="outlined" size="small" isBusy={isBusy} onClick={() => void stop()}>
              {t('auth.recovery.stop')}
            </Button>
          ) : (
            <Button variant="outlined" size="small" isBusy={isBusy} onClick={() => void ask()}>
              {t('settings.keys.recovery.ask')}
            </Button>
          )}
        </div>
      )}
      {choice !== undefined && (
        <ChooseDialog
          account={account}
          isOn={choice}
          onClose={() => {
            setChoice(undefined);
            void refresh();
          }}
        />
      )}
    </Setting>
  );
};
