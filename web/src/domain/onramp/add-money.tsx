import { brokenBound } from '@skarb/schema/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import type { AddMoneyProps } from './add-money-dialog.tsx';
import { centsUp } from './card-sum.ts';
import { onrampQuery } from './onramp.query.ts';
import { useCardPrice } from './use-card-price.ts';
import { orderMoney, type Ordered } from './order-money.ts';

export const AddMoneyDialog = lazyDialog(async () => (await import('./add-money-dialog.tsx')).AddMoneyDialog);

type Props = Omit<AddMoneyProps, 'onClose' | 'ordered'> & { /** The currency's name. */ name: string };

/**
 * "Add 0.4 ETH": a button if that currency can be bought by card; renders nothing otherwise. It leads straight to the
 * payment of exactly this amount, or where the provider does not sell so little or so much, to the form. It promises
 * the provider's least amount where that is more.
 */
export const AddMoney = ({ name, ...rest }: Props) => {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const [ordered, setOrdered] = useState<Ordered>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { data: settings } = useQuery(onrampQuery);
  const [isOpen, setOpen] = useState(false);
  // Back to the purchase behind it, which is checked again.
  const goBack = () => {
    setOpen(false);
    toast.success(t('onramp.text.completed'));
    return rest.onDone?.();
  };
  const { money, refused, price, hasFee } = useCardPrice(settings, name);
  const sold = settings?.currencies.find(({ currencyUuid }) => currencyUuid === rest.currencyUuid);
  if (!settings || !sold) return null;
  const { amount } = rest;
  const broken = amount === undefined ? undefined : brokenBound(amount, sold);
  const bought = broken === 'min' ? sold.min : amount;
  const open = async () => {
    setFailure(undefined);
    setOrdered(undefined);
    if (amount === undefined || broken) return setOpen(true);
    setBusy(true);
    try {
      setOrdered(
        await orderMoney(client, { currencyUuid: sold.currencyUuid, amount, language: i18n.language, payIn: money }),
      );
      setOpen(true);
    } catch (error) {
      setFailure(wordsOf(t, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="outlined" size="small" isBusy={isBusy} onClick={() => void open()}>
        <CreditCard aria-hidden className="size-4" />
        {t('onramp.add', { amount: formats.exact(bought ?? '0'), currency: name })}
      </Button>
      {bought !== undefined && (hasFee || refused || broken === 'min') && (
        <p className="order-last w-full text-ink-200">
          {broken === 'min' && `${t('onramp.least', { amount: formats.exact(bought), currency: name })} `}
          {hasFee && t('onramp.totalOf', { sum: formats.fiat(centsUp(Number(bought) * price), money) })}
          {refused && ` ${t('onramp.inDollars', { name: settings.name, currency: refused })}`}
        </p>
      )}
      {failure && (
        <p role="alert" className="w-full text-red-400">
          {failure}
        </p>
      )}
      {isOpen && <AddMoneyDialog {...rest} ordered={ordered} onDone={goBack} onClose={() => setOpen(false)} />}
    </>
  );
};
