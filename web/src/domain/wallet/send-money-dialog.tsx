import type { Transfer } from '@skarb/schema/auth';
import * as walletCalls from '@skarb/schema/calls/wallet';
import { fromBaseUnits, toBaseUnits } from '@skarb/schema/money';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { ApiError } from '@skarb/client';
import { useFormats } from '../../platform/format/format.ts';
import { call } from '../../platform/http/api.ts';
import { localName } from '../../platform/i18n/local-name.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { PRIVATE } from '../../platform/query/private.ts';
import { helpOn } from '../../platform/route/path.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { PriceField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Asked } from '../price/asked.tsx';
import { Fiat } from '../price/fiat.tsx';
import { Price } from '../price/price.tsx';
import { TransactionLink } from '../reference/transaction-link.tsx';
import { useAllCurrencies, useNetworks } from '../reference/use-networks.ts';
import { useBalances, type Balance } from './balances.ts';
import { ReceiverField } from './receiver-field.tsx';
import { receiverRefusal, sumRefusal } from './send-money.rules.ts';
import { StepList } from './step-list.tsx';
import { useSteps } from './use-steps.ts';

/** What was typed; the sum is a decimal string. */
type Typed = { currencyUuid: string; amount: string; to: string };

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="shrink-0 text-ink-400">{name}</dt>
    <dd className="min-w-0 text-right">{children}</dd>
  </div>
);

/** The whole address, to be compared. */
const Receiver = ({ to }: { to: string }) => {
  const { t } = useTranslation();
  return (
    <div>
      <dt className="text-ink-400">{t('wallet.send.to')}</dt>
      <dd className="num wrap-anywhere">{to}</dd>
    </div>
  );
};

/** Who pays the network fee. */
const FeeNote = ({ networkUuid }: { networkUuid: string | undefined }) => {
  const { t } = useTranslation();
  const network = useNetworks().find(({ uuid }) => uuid === networkUuid);
  const bundler = network?.smartAccount?.bundler;
  return (
    <p className="text-sm text-ink-400">
      {bundler && !bundler.paymasterUrl
        ? t('wallet.send.ownFee', { coin: network.nativeSymbol })
        : t('wallet.send.free')}
    </p>
  );
};

/** Currency, sum and address. @param onReady gets the transfer that the server has checked */
const Form = ({
  account,
  balances,
  typed,
  onType,
  onReady,
}: {
  account: string;
  balances: readonly Balance[];
  typed: Typed;
  onType: (typed: Typed) => void;
  onReady: (transfer: Transfer) => void;
}) => {
  const { t } = useTranslation();
  const sumField = useRef<HTMLInputElement>(null);
  const toField = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ amount?: string; to?: string; other?: string }>({});
  const chosen = balances.find(({ currency }) => currency.uuid === typed.currencyUuid) ?? balances[0];
  const network = useNetworks().find(({ uuid }) => uuid === chosen?.currency.networkUuid);
  if (!chosen || !network) return null;
  const { currency, units, amount: balance } = chosen;
  const to = typed.to.trim();
  const type = (change: Partial<Typed>) => {
    onType({ ...typed, ...change });
    setRefused({});
  };
  const check = async () => {
    const sum = sumRefusal(typed.amount, units, currency.decimals);
    const receiver = receiverRefusal(to, account);
    if (sum || receiver) {
      (sum ? sumField : toField).current?.focus();
      return setRefused({
        ...(sum && { amount: sum === 'short' ? t('code.transfer_balance') : t(`wallet.send.sum.${sum}`) }),
        ...(receiver && { to: receiver === 'own' ? t('code.holdings_own') : t(`wallet.receiver.${receiver}`) }),
      });
    }
    setRefused({});
    setBusy(true);
    try {
      const query = { currencyUuid: currency.uuid, amount: typed.amount, to };
      onReady((await call(walletCalls.transfer, { query })).data);
    } catch (error) {
      const field = error instanceof ApiError && (['amount', 'to'] as const).find((name) => error.fields[name]);
      setRefused({ [field || 'other']: wordsOf(t, error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        // This dialog may be inside a trade's.
        event.stopPropagation();
        void check();
      }}
    >
      <div className="grid grid-cols-[1fr_6.5rem] gap-3 tablet:grid-cols-[1fr_7.5rem]">
        <PriceField
          ref={sumField}
          label={t('wallet.send.amount')}
          value={typed.amount}
          onValueChange={(amount) => type({ amount })}
          maxDecimals={currency.decimals}
          aside={
            !sumRefusal(typed.amount, units, currency.decimals) && (
              <Fiat amount={typed.amount} currency={currency.name} />
            )
          }
          error={refused.amount}
        />
        <Select
          label={t('trade.currency')}
          value={currency.uuid}
          onChange={({ target }) => type({ currencyUuid: target.value, amount: '' })}
          options={balances.map((one) => ({ value: one.currency.uuid, label: one.currency.name }))}
        />
      </div>
      <div className="-mt-2 flex items-center justify-between gap-4 text-sm">
        <p>
          <span className="text-ink-400">{t('trade.buy.balance')}</span>{' '}
          <Price amount={balance} currency={currency.name} hasMark={false} />
        </p>
        <Button variant="outlined" size="small" disabled={units === 0n} onClick={() => type({ amount: balance })}>
          {t('wallet.send.all')}
        </Button>
      </div>
      <ReceiverField
        account={account}
        value={typed.to}
        onValueChange={(value) => type({ to: value })}
        error={refused.to}
        ref={toField}
      />
      <p className="text-sm text-ink-200">
        {t('wallet.send.what', { symbol: currency.symbol, network: localName(t, network.humanName) })}{' '}
        <Link to={helpOn('take-out')} className="underline underline-offset-4 hover:text-ink-50">
          {t('wallet.send.help')}
        </Link>
      </p>
      <FailureNotice words={refused.other} />
      <Button type="submit" isBusy={isBusy}>
        {t('wallet.send.next')}
      </Button>
      <FeeNote networkUuid={network.uuid} />
    </form>
  );
};

/** What leaves, and where to, before it is confirmed. */
const Review = ({ transfer, onBack, onSend }: { transfer: Transfer; onBack: () => void; onSend: () => void }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { currency, amount, to, left, promised } = transfer;
  const networkUuid = useAllCurrencies().find(({ uuid }) => uuid === currency.uuid)?.networkUuid;
  const missing = toBaseUnits(promised, currency.decimals) - toBaseUnits(left, currency.decimals);
  return (
    <div className="flex flex-col gap-5">
      <dl className="flex flex-col gap-3 rounded-2xl bg-ink-800 p-4">
        <Row name={t('wallet.send.leaves')}>
          <Asked price={amount} currency={currency.name} className="justify-end" />
        </Row>
        <Receiver to={to} />
        <Row name={t('wallet.send.left')}>
          <Price amount={left} currency={currency.name} hasMark={false} />
        </Row>
      </dl>
      {missing > 0n && (
        <p className="text-sm text-gold-400">
          {t('wallet.send.promised', {
            amount: formats.exact(promised),
            missing: formats.exact(fromBaseUnits(missing, currency.decimals)),
            currency: currency.name,
          })}
        </p>
      )}
      <FeeNote networkUuid={networkUuid} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outlined" onClick={onBack}>
          {t('wallet.send.back')}
        </Button>
        <Button onClick={onSend}>
          {t('wallet.send.submit', { amount: formats.exact(amount), currency: currency.name })}
        </Button>
      </div>
    </div>
  );
};

/** Sends a part of a smart account's money to another address: the form, what leaves, the operation, what came of it. */
export const SendMoneyDialog = ({ account, onClose }: { account: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const balances = useBalances(account)?.filter(({ currency, units }) => currency.isEnabled || units > 0n);
  const [typed, setTyped] = useState<Typed>();
  const [transfer, setTransfer] = useState<Transfer>();
  const steps = useSteps(`send:${account.toLowerCase()}`, {
    onDone: () => void cache.invalidateQueries({ queryKey: [PRIVATE] }),
  });
  const { resume } = steps;
  useEffect(() => void resume(account), [account, resume]);
  const isRunning = steps.state.steps.length > 0;
  const isDone = steps.state.status === 'done';
  const step = steps.state.steps[0];
  const first = balances?.find(({ units }) => units > 0n) ?? balances?.[0];
  return (
    <Dialog
      open
      isSticky={isRunning && !isDone}
      onOpenChange={(open) => !open && onClose()}
      title={t(isDone ? 'wallet.send.done' : 'wallet.send.title')}
      description={isDone ? undefined : t(transfer ? 'wallet.send.confirm' : 'wallet.send.text')}
    >
      {isDone ? (
        <div className="flex flex-col gap-5">
          <dl className="flex flex-col gap-3 rounded-2xl bg-ink-800 p-4">
            {transfer && (
              <>
                <Row name={t('wallet.send.sent')}>
                  <Price amount={transfer.amount} currency={transfer.currency.name} className="font-semibold" />
                </Row>
                <Receiver to={transfer.to} />
              </>
            )}
            {step?.txHash && (
              <Row name={t('token.event.transaction')}>
                <TransactionLink hash={step.txHash} />
              </Row>
            )}
          </dl>
          <Button onClick={onClose}>{t('app.close')}</Button>
        </div>
      ) : isRunning ? (
        <StepList steps={steps} onRestart={steps.reset} />
      ) : transfer ? (
        <Review
          transfer={transfer}
          onBack={() => setTransfer(undefined)}
          onSend={() => void steps.start(transfer.steps, account)}
        />
      ) : balances && first ? (
        <Form
          account={account}
          balances={balances}
          typed={typed ?? { currencyUuid: first.currency.uuid, amount: '', to: '' }}
          onType={setTyped}
          onReady={setTransfer}
        />
      ) : (
        <p role="status">{t('app.loading')}</p>
      )}
    </Dialog>
  );
};
