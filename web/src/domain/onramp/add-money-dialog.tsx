import { brokenBound } from '@skarb/schema/money';
import type { OnrampSettings } from '@skarb/schema/onramp';
import type { Currency } from '@skarb/schema/reference';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PriceField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Fiat, pricesQuery } from '../price/fiat.tsx';
import { WrappedNote } from '../price/wrapped-note.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { useAllCurrencies } from '../reference/use-networks.ts';
import { centsDown, centsUp } from './card-sum.ts';
import { onrampQuery, orderQuery } from './onramp.query.ts';
import { orderMoney, type Ordered } from './order-money.ts';
import { useCardPrice } from './use-card-price.ts';
import { amountOf, OrderIcon, useOrderWords } from './order-state.tsx';

export type AddMoneyProps = {
  account: string;
  /** The currency that is short, and how much of it. */
  currencyUuid?: string | undefined;
  amount?: string | undefined;
  /** What was ordered before the dialog opened. */
  ordered?: Ordered | undefined;
  onClose: () => void;
  /** The money has arrived. */
  onDone?: (() => unknown) | undefined;
};

const isPrice = (text: string) => /^\d+(\.\d+)?$/.test(text) && /[1-9]/.test(text);
/** How much of a currency a sum of money buys at a price, to six decimals at most. */
const boughtFor = (sum: string, price: number, decimals: number): string =>
  String(Number((Number(sum) / price).toFixed(Math.min(6, decimals))));

const Form = ({
  settings,
  props,
  onOrdered,
}: {
  settings: OnrampSettings;
  props: AddMoneyProps;
  onOrdered: (order: Ordered) => void;
}) => {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const formats = useFormats();
  const all = useAllCurrencies();
  const sold = settings.currencies.flatMap((one) => {
    const currency = all.find(({ uuid }) => uuid === one.currencyUuid);
    return currency ? [{ ...one, currency }] : [];
  });
  const [currencyUuid, setCurrencyUuid] = useState(props.currencyUuid ?? sold[0]?.currencyUuid ?? '');
  const chosen = sold.find((one) => one.currencyUuid === currencyUuid);
  const first = chosen && props.amount && brokenBound(props.amount, chosen) === 'min' ? chosen.min : props.amount;
  const [amount, setAmount] = useState(first ?? '');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { money, refused, price, hasFee } = useCardPrice(settings, chosen?.currency.name ?? '');
  /** What was typed in the money that is spent; undefined while the amount itself was typed last. */
  const [spent, setSpent] = useState<string>();
  if (!chosen) return <p role="alert">{t('code.onramp_currency')}</p>;
  const currency: Currency = chosen.currency;
  const shown = {
    min: `${formats.amountUp(chosen.min)} ${currency.name}`,
    max: `${formats.amountDown(chosen.max)} ${currency.name}`,
  };
  const broken = isPrice(amount) ? brokenBound(amount, chosen) : undefined;
  const wrong =
    amount === ''
      ? undefined
      : !isPrice(amount)
        ? t('onramp.field.amount')
        : broken && t(`onramp.field.${broken}`, { amount: shown[broken] });
  /** The same in the money that is spent: no order within these limits is outside of those of the amount. */
  const sum = (text: string, round: typeof centsUp) => formats.fiat(round(Number(text) * price), money);
  const spendable = { min: sum(chosen.min, centsUp), max: sum(chosen.max, centsDown) };
  const order = async () => {
    if (amount === '' || wrong) return;
    setBusy(true);
    setFailure(undefined);
    try {
      onOrdered(await orderMoney(client, { currencyUuid, amount, language: i18n.language, payIn: money }));
    } catch (error) {
      setFailure(wordsOf(t, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        // This form may be inside another one (a purchase's), which must not be submitted.
        event.stopPropagation();
        void order();
      }}
    >
      {Number.isFinite(price) && (
        <PriceField
          label={t('onramp.spend', { currency: money })}
          value={spent ?? (isPrice(amount) ? centsUp(Number(amount) * price).toFixed(2) : '')}
          onValueChange={(text) => {
            setSpent(text);
            setAmount(isPrice(text) ? boughtFor(text, price, currency.decimals) : '');
          }}
          symbol={money}
          maxDecimals={2}
          error={spent !== undefined && broken && t(`onramp.field.${broken}`, { amount: spendable[broken] })}
          hint={t(hasFee ? 'onramp.spendable' : 'onramp.bounds', spendable)}
        />
      )}
      {!props.currencyUuid && sold.length > 1 && (
        <Select
          label={t('onramp.currency')}
          value={currencyUuid}
          onChange={(event) => {
            setCurrencyUuid(event.target.value);
            setSpent(undefined);
            setAmount('');
          }}
          options={sold.map((one) => ({ value: one.currencyUuid, label: one.currency.name }))}
        />
      )}
      <PriceField
        label={t('onramp.amount')}
        value={amount}
        onValueChange={(text) => {
          setSpent(undefined);
          setAmount(text);
        }}
        symbol={currency.name}
        maxDecimals={Math.min(18, currency.decimals)}
        error={spent === undefined ? wrong : undefined}
        hint={
          <span title={`${formats.exact(chosen.min)}–${formats.exact(chosen.max)} ${currency.name}`}>
            {t('onramp.bounds', shown)}
          </span>
        }
      />
      <dl className="flex flex-col gap-2 rounded-2xl bg-ink-800 p-4 text-sm">
        <div className="flex items-baseline justify-between gap-x-4 max-[19rem]:flex-wrap">
          <dt className="text-ink-400">{t('onramp.to')}</dt>
          <dd>
            <Copy text={props.account} />
          </dd>
        </div>
        <div className="flex items-baseline justify-between gap-x-4 max-[19rem]:flex-wrap">
          <dt className="text-ink-400">{t('onramp.worth')}</dt>
          <dd className="num">
            {isPrice(amount) ? <Fiat amount={amount} currency={currency.name} className="text-ink-50" /> : '—'}
          </dd>
        </div>
        {hasFee && (
          <div className="flex items-baseline justify-between gap-4 border-t border-ink-700 pt-2 font-semibold">
            <dt>{t('onramp.total')}</dt>
            <dd data-total className="num">
              {isPrice(amount) ? `≈ ${sum(amount, centsUp)}` : '—'}
            </dd>
          </div>
        )}
      </dl>
      <WrappedNote currency={currency} />
      {failure && (
        <p role="alert" className="text-sm text-red-400">
          {failure}
        </p>
      )}
      <Button type="submit" isBusy={isBusy} disabled={amount === '' || !!wrong}>
        {t('onramp.submit')}
      </Button>
      {refused && (
        <p className="text-sm text-ink-200">{t('onramp.inDollars', { name: settings.name, currency: refused })}</p>
      )}
      <p className="text-sm text-ink-400">
        {t(hasFee ? 'onramp.noteWithFee' : 'onramp.note', {
          name: settings.provider === 'demo' ? t('onramp.demo') : settings.name,
        })}
      </p>
    </form>
  );
};

const State = ({
  ordered,
  onClose,
  onAgain,
  onDone,
}: {
  ordered: Ordered;
  onClose: () => void;
  onAgain: () => void;
  onDone: (() => unknown) | undefined;
}) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const wordsFor = useOrderWords();
  const { data: order = ordered } = useQuery(orderQuery(ordered.uuid));
  const words = wordsFor(order);
  const isOver = order.status === 'failed' || order.status === 'refunded';
  const onCompleted = useEffectEvent(() => void onDone?.());
  useEffect(() => {
    if (order.status === 'completed') onCompleted();
  }, [order.status]);
  return (
    <div className="flex flex-col gap-5">
      <div role="status" data-onramp={order.status} className="flex gap-3 rounded-2xl bg-ink-800 p-4">
        <OrderIcon status={order.status} className="mt-0.5 size-5" />
        <div className="min-w-0">
          <p className="font-medium">
            {words.title} · <span className="num">{`${formats.exact(amountOf(order))} ${order.currency.name}`}</span>
          </p>
          <p className="mt-1 text-sm text-ink-200">{words.text}</p>
        </div>
      </div>
      {order.status === 'completed' && <Button onClick={onClose}>{t('onramp.goOn')}</Button>}
      {isOver && <Button onClick={onAgain}>{t('onramp.again')}</Button>}
      {order.status === 'created' && (
        <a href={ordered.url} target="_blank" rel="opener" className={buttonClass('outlined')}>
          {t('onramp.open')} <ExternalLink aria-hidden className="size-4" />
        </a>
      )}
    </div>
  );
};

/** "Add money": the amount, then the provider's window, then the order's state until the money has arrived. */
export const AddMoneyDialog = (props: AddMoneyProps) => {
  const { t } = useTranslation();
  const { data: settings, error } = useQuery(onrampQuery);
  const hasCurrencies = useAllCurrencies().length > 0;
  // Without the rates its first field would come after the focus.
  const { isPending } = useQuery(pricesQuery);
  const [ordered, setOrdered] = useState(props.ordered);
  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()} title={t('onramp.title')} isSticky={!!ordered}>
      {ordered ? (
        <State ordered={ordered} onClose={props.onClose} onAgain={() => setOrdered(undefined)} onDone={props.onDone} />
      ) : settings && hasCurrencies && !isPending ? (
        <Form settings={settings} props={props} onOrdered={setOrdered} />
      ) : (
        <p role="status">{error ? wordsOf(t, error) : settings === null ? t('code.onramp_off') : t('app.loading')}</p>
      )}
    </Dialog>
  );
};
