import type { Currency } from '@skarb/schema/reference';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Price } from '../price/price.tsx';
import { WrappedNote } from '../price/wrapped-note.tsx';
import { useBalances } from '../wallet/balances.ts';

type Props = { account: string; currency: Pick<Currency, 'uuid' | 'networkUuid' | 'name'> | undefined };

/** The wallet's balance of a currency, beside a price, and what that currency is. */
export const BidderBalance = ({ account, currency }: Props) => {
  const { t } = useTranslation();
  const balance = useBalances(account, currency?.networkUuid)?.find((one) => one.currency.uuid === currency?.uuid);
  if (!currency) return null;
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex items-baseline justify-between gap-4 text-sm">
        <dt className="text-ink-400">{t('trade.buy.balance')}</dt>
        <dd>{balance ? <Price isRounded amount={balance.amount} currency={currency.name} hasMark={false} /> : '—'}</dd>
      </dl>
      <WrappedNote currency={currency} />
    </div>
  );
};
