import * as accountCalls from '@skarb/schema/calls/account';
import type { AccountKey } from '@skarb/schema/account-key';
import * as keyCalls from '@skarb/schema/calls/account-key';
import type { Step } from '@skarb/schema/primitive';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '../../platform/http/api.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import type { Eip1193Provider } from '../../platform/wallet/eip1193.ts';
import { rememberedKeys } from '../../platform/wallet/passkey/announce-passkey.ts';
import { accountsOf } from '../../platform/wallet/wallet-actions.ts';
import { WalletError } from '../../platform/wallet/wallet-error.ts';
import { wallet } from '../../platform/wallet/wallet.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { FormFailure } from '../auth/form-failure.tsx';
import { signInMethodsQuery, WAYS_KEY } from '../auth/sign-in-methods.query.ts';
import { OrLine } from '../auth/text-button.tsx';
import { signedMessage } from '../auth/wallet-auth.ts';
import { StepList } from '../wallet/step-list.tsx';
import { useSteps } from '../wallet/use-steps.ts';
import { WalletChoices } from '../wallet/wallet-choices.tsx';

/** The steps of a change of the keys, after the call that returns them. */
export const useKeyChange = (account: string, done: string, onClose: () => void) => {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const steps = useSteps(`key:${account.toLowerCase()}`, {
    onDone: () => {
      toast.success(done);
      onClose();
    },
  });
  const change = async (work: () => Promise<{ data: { steps: Step[] } }>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { data } = await work();
      void steps.start(data.steps, account);
    } catch (error) {
      setFailure(wordsOf(t, error));
    } finally {
      setBusy(false);
    }
  };
  return { change, steps, isRunning: steps.state.steps.length > 0, isBusy, failure };
};

/** A second device or a wallet as a further key, so that a lost device does not lose the account. */
export const AddKeyDialog = ({ account, onClose }: { account: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const cache = useQueryClient();
  /** Remembers a key of this device, once it is added. */
  const remember = useRef<() => void>(() => undefined);
  const done = () => {
    remember.current();
    onClose();
  };
  const { change, steps, isRunning, isBusy, failure } = useKeyChange(account, t('settings.keys.added'), done);
  const hasOwn = !!rememberedKeys.keyOf(account)?.credentialId;
  const asked = useRef<Eip1193Provider>(undefined);
  /** The wallet stays unconnected: the account's keys act. */
  const askWallet = async (id: string): Promise<string> => {
    asked.current = wallet.providerOf(id);
    const [first] = await accountsOf(asked.current);
    if (!first) throw new WalletError('locked');
    return first;
  };
  const byWallet = (address: string) =>
    change(async () => {
      const proof = await signedMessage(address, 'addKey', asked.current);
      return call(keyCalls.addKey, { body: { key: address.toLowerCase(), ...proof } });
    });
  const byDevice = (isHere: boolean) =>
    change(async () => {
      const { makeFurtherKey } = await import('../auth/make-key.ts');
      const made = await makeFurtherKey(cache, isHere, isHere ? undefined : t('settings.keys.device'));
      if (isHere) remember.current = made.remember;
      return call(keyCalls.addKey, { body: { key: made.key } });
    });
  return (
    <Dialog
      open
      isSticky={isRunning}
      onOpenChange={(open) => !open && onClose()}
      title={t('settings.keys.add')}
      description={isRunning ? t('settings.keys.confirm') : t('settings.keys.addText')}
    >
      {isRunning ? (
        <StepList steps={steps} onRestart={steps.reset} />
      ) : (
        <div className="flex flex-col gap-5">
          {!hasOwn && (
            <Button isBusy={isBusy} onClick={() => void byDevice(true)}>
              <Fingerprint aria-hidden className="size-5" />
              {t('settings.keys.addHere')}
            </Button>
          )}
          <Button variant={hasOwn ? 'contained' : 'outlined'} isBusy={isBusy} onClick={() => void byDevice(false)}>
            <Smartphone aria-hidden className="size-5" />
            {t('settings.keys.addDevice')}
          </Button>
          <FormFailure words={failure} isBusy={isBusy} />
          <OrLine>{t('auth.or')}</OrLine>
          <section aria-label={t('settings.keys.addWallet')} className="flex flex-col gap-3">
            <p className="text-ink-200">{t('settings.keys.addWalletHint')}</p>
            <WalletChoices ask={askWallet} onConnected={byWallet} />
          </section>
        </div>
      )}
    </Dialog>
  );
};

/** Confirms the removal of a key and says what it means. */
export const RemoveKeyDialog = ({
  account,
  removed,
  name,
  onClose,
}: {
  account: string;
  removed: AccountKey;
  name: string;
  onClose: () => void;
}) => {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { data: ways } = useQuery(signInMethodsQuery);
  /** The same passkey as a sign-in method, which is another matter for the server. */
  const way = ways?.find(({ key }) => key === removed.key);
  const [isWayRemoved, setWayRemoved] = useState(true);
  const done = () => {
    if (way?.isRemovable && isWayRemoved)
      void call(accountCalls.removeWay, { params: { id: way.id } })
        .catch((error: unknown) => toast.error(wordsOf(t, error)))
        .finally(() => cache.invalidateQueries({ queryKey: WAYS_KEY }));
    if (rememberedKeys.keyOf(account)?.key === removed.key) rememberedKeys.forget(account);
    onClose();
  };
  const change = useKeyChange(account, t('settings.keys.removed', { name }), done);
  return (
    <Dialog
      open
      isSticky={change.isRunning}
      onOpenChange={(open) => !open && onClose()}
      title={t('settings.keys.removeTitle', { name })}
      description={t('settings.keys.removeText')}
    >
      {change.isRunning ? (
        <StepList steps={change.steps} onRestart={change.steps.reset} />
      ) : (
        <div className="flex flex-col gap-5">
          {way?.isRemovable && (
            <Check isChecked={isWayRemoved} onChange={setWayRemoved}>
              {t('settings.keys.alsoSignIn')}
            </Check>
          )}
          {way && !way.isRemovable && <p className="text-ink-200">{t('settings.keys.staysSignIn')}</p>}
          <FormFailure words={change.failure} isBusy={change.isBusy} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outlined" onClick={onClose}>
              {t('settings.ways.keep')}
            </Button>
            <Button
              isBusy={change.isBusy}
              onClick={() => void change.change(() => call(keyCalls.removeKey, { params: { id: removed.id } }))}
            >
              {t('settings.ways.remove')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
};
