import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { When } from '../../platform/format/when.tsx';
import { useFormats } from '../../platform/format/format.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { AddMoneyDialog } from './add-money.tsx';
import { onrampQuery, ordersQuery } from './onramp.query.ts';
import { amountOf, OrderIcon, useOrderWords } from './order-state.tsx';

/** The card purchases and their live state. */
export const OrderList = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { user } = useSession();
  const { data: settings } = useQuery(onrampQuery);
  const { data: orders, error } = useQuery(ordersQuery);
  const wordsFor = useOrderWords();
  const [isOpen, setOpen] = useState(false);
  const account = user?.metamaskWallet;
  return (
    <div>
      {error && !orders && (
        <p role="alert" className="text-red-400">
          {wordsOf(t, error)}
        </p>
      )}
      {orders?.length === 0 && <p className="text-ink-200">{t('onramp.orders.none')}</p>}
      <ul className="divide-y divide-ink-800" aria-label={t('settings.onramp.title')} aria-busy={!orders && !error}>
        {orders?.map((order) => {
          const words = wordsFor(order);
          return (
            <li key={order.uuid} className="flex gap-4 py-4">
              <OrderIcon status={order.status} className="mt-0.5 size-5" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-medium">
                  <span className="num" title={`${formats.exact(amountOf(order))} ${order.currency.name}`}>
                    {`${formats.amount(amountOf(order))} ${order.currency.name}`}
                  </span>
                  <span>{words.title}</span>
                </p>
                <p className="mt-0.5 flex flex-wrap justify-between gap-x-4 text-sm text-ink-400">
                  <When at={order.createdAt} />
                  {order.paid && (
                    <span className="num">{formats.fiat(Number(order.paid.amount), order.paid.currency)}</span>
                  )}
                </p>
                {order.status !== 'completed' && <p className="mt-1 text-sm text-ink-200">{words.text}</p>}
              </div>
            </li>
          );
        })}
      </ul>
      {settings && account && (
        <Button variant="outlined" className="mt-4" onClick={() => setOpen(true)}>
          <CreditCard aria-hidden className="size-4" />
          {t('onramp.title')}
        </Button>
      )}
      {isOpen && account && <AddMoneyDialog account={account} onClose={() => setOpen(false)} />}
    </div>
  );
};
