import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import type { AddMoneyProps } from './add-money-dialog.tsx';
import { onrampQuery } from './onramp.query.ts';

export const AddMoneyDialog = lazyDialog(async () => (await import('./add-money-dialog.tsx')).AddMoneyDialog);

type Props = Omit<AddMoneyProps, 'onClose'> & { /** The currency's name. */ name: string };

/** "Add 0.4 ETH": a button if that currency can be bought by card; renders nothing otherwise. */
export const AddMoney = ({ name, ...rest }: Props) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data: settings } = useQuery(onrampQuery);
  const [isOpen, setOpen] = useState(false);
  // Back to the purchase behind it, which is checked again.
  const goBack = () => {
    setOpen(false);
    toast.success(t('onramp.text.completed'));
    return rest.onDone?.();
  };
  if (!settings?.currencies.some(({ currencyUuid }) => currencyUuid === rest.currencyUuid)) return null;
  return (
    <>
      <Button variant="outlined" size="small" title={`${rest.amount ?? '0'} ${name}`} onClick={() => setOpen(true)}>
        <CreditCard aria-hidden className="size-4" />
        {t('onramp.add', { amount: formats.amountUp(rest.amount ?? '0'), currency: name })}
      </Button>
      {isOpen && <AddMoneyDialog {...rest} onDone={goBack} onClose={() => setOpen(false)} />}
    </>
  );
};
