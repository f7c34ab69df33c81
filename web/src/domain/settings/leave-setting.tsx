import * as walletCalls from '@skarb/schema/calls/wallet';
import type { Holdings } from '@skarb/schema/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../platform/http/api.ts';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { PRIVATE } from '../../platform/query/private.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { previewAt } from '../../ui/picture.tsx';
import { toast } from '../../ui/toast.tsx';
import { FormFailure } from '../auth/form-failure.tsx';
import { Price } from '../price/price.tsx';
import { ReceiverField } from '../wallet/receiver-field.tsx';
import { receiverRefusal } from '../wallet/send-money.rules.ts';
import { StepList } from '../wallet/step-list.tsx';
import { useSteps, type Steps } from '../wallet/use-steps.ts';
import { Setting } from './settings-section.tsx';

/** What goes, and what has to stay. */
const HoldingsList = ({ holdings }: { holdings: Holdings }) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const { tokens, money, hasMore, hasOffers, hasAuctions, keepsCoin } = holdings;
  const notes = [
    hasMore && t('settings.keys.leave.more'),
    hasOffers && t('settings.keys.leave.offers'),
    hasAuctions && t('settings.keys.leave.auctions'),
    keepsCoin && t('settings.keys.leave.coin'),
  ].filter((note) => note !== false);
  return (
    <div className="flex flex-col gap-4">
      {tokens.length > 0 && (
        <ul aria-label={t('settings.keys.leave.works')} className="flex max-h-64 flex-col gap-2 overflow-y-auto">
          {tokens.map(({ token, quantity }) => (
            <li key={token.uuid} className="flex items-center gap-3">
              <img
                src={previewAt(token.image.preview, 320)}
                alt=""
                className="size-10 shrink-0 rounded-lg object-contain"
              />
              <bdi className="min-w-0 flex-1 truncate">{own(token).name}</bdi>
              {quantity > 1 && (
                <span className="num text-sm text-ink-400">{t('settings.keys.leave.copies', { count: quantity })}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {money.length > 0 && (
        <ul aria-label={t('settings.keys.leave.money')} className="flex flex-wrap gap-x-6 gap-y-1">
          {money.map(({ currency, amount }) => (
            <li key={currency.uuid}>
              <Price amount={amount} currency={currency.name} className="font-semibold" />
            </li>
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <p key={note} className="text-sm text-ink-200">
          {note}
        </p>
      ))}
    </div>
  );
};

/** All steps as one, because the account makes them all in one operation, or none of them. */
const asOne = (steps: Steps): Steps => {
  const [first] = steps.state.steps;
  if (!first) return steps;
  const shown = steps.state.steps.find(({ phase }) => phase !== 'done') ?? first;
  return { ...steps, state: { ...steps.state, steps: [{ ...shown, step: { ...shown.step, id: 'send-all' } }] } };
};

/** Sends everything to another address: the list and the address, the confirmation, the operation. */
const LeaveDialog = ({ account, onClose }: { account: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [to, setTo] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const [ready, setReady] = useState<Holdings>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const { data: held, error } = useQuery({
    queryKey: [PRIVATE, 'holdings', account.toLowerCase()],
    queryFn: async ({ signal }) => (await call(walletCalls.holdings, { query: {}, signal })).data,
    staleTime: 0,
  });
  const steps = useSteps(`leave:${account.toLowerCase()}`, {
    onDone: () => {
      toast.success(t('settings.keys.leave.done'));
      void cache.invalidateQueries({ queryKey: [PRIVATE] });
      onClose();
    },
  });
  const isRunning = steps.state.steps.length > 0;
  const address = to.trim();
  const write = (value: string) => {
    setTo(value);
    setRefusal(undefined);
  };
  const look = async () => {
    setFailure(undefined);
    setRefusal(undefined);
    const wrong = receiverRefusal(address, account);
    if (wrong) {
      field.current?.focus();
      return setRefusal(t(wrong === 'own' ? 'code.holdings_own' : `wallet.receiver.${wrong}`));
    }
    setBusy(true);
    try {
      setReady((await call(walletCalls.holdings, { query: { to: address } })).data);
    } catch (refused) {
      if ((refused as { fields?: { to?: string } }).fields?.to) setRefusal(wordsOf(t, refused));
      else setFailure(wordsOf(t, refused));
    } finally {
      setBusy(false);
    }
  };
  const isEmpty = held && held.tokens.length === 0 && held.money.length === 0;
  return (
    <Dialog
      open
      isSticky={isRunning}
      onOpenChange={(open) => !open && onClose()}
      title={t('settings.keys.leave.title')}
      description={t(`settings.keys.leave.${ready ? 'confirm' : 'text'}`)}
    >
      {isRunning ? (
        <StepList steps={asOne(steps)} onRestart={steps.reset} />
      ) : ready ? (
        <div className="flex flex-col gap-5">
          <HoldingsList holdings={ready} />
          <p className="num rounded-2xl bg-ink-800 p-4 wrap-anywhere">{t('settings.keys.leave.check', { address })}</p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outlined" onClick={() => setReady(undefined)}>
              {t('settings.keys.leave.back')}
            </Button>
            <Button disabled={ready.steps.length === 0} onClick={() => void steps.start(ready.steps, account)}>
              {t('settings.keys.leave.submit')}
            </Button>
          </div>
        </div>
      ) : isEmpty ? (
        <p className="text-ink-200">{t('settings.keys.leave.nothing')}</p>
      ) : (
        <form
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void look();
          }}
        >
          {held && <HoldingsList holdings={held} />}
          <ReceiverField account={account} value={to} onValueChange={write} error={refusal} ref={field} />
          <FormFailure words={failure ?? (error ? wordsOf(t, error) : undefined)} isBusy={isBusy} />
          <Button type="submit" isBusy={isBusy}>
            {t('settings.keys.leave.next')}
          </Button>
        </form>
      )}
    </Dialog>
  );
};

/** Everything to another address, in one operation: nobody has to stay. */
export const LeaveSetting = ({ account }: { account: string }) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <Setting
      title={t('settings.keys.leave.title')}
      text={t('settings.keys.leave.text')}
      action={
        <Button variant="outlined" size="small" onClick={() => setOpen(true)}>
          {t('settings.keys.leave.open')}
        </Button>
      }
    >
      {isOpen && <LeaveDialog account={account} onClose={() => setOpen(false)} />}
    </Setting>
  );
};
