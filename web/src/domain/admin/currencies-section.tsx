import type { AdminCurrency } from '@skarb/schema/admin';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { shortHex } from '@skarb/schema/short-hex';
import { localName } from '../../platform/i18n/local-name.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { allCurrenciesQuery } from './admin.query.ts';
import { CurrencyAddDialog, CurrencyEditDialog, hasOnlyDetails } from './currency-dialog.tsx';
import { ListFrame } from './list-frame.tsx';
import { ListHead, OrderList } from './order-list.tsx';

export const CurrenciesSection = () => {
  const { t } = useTranslation();
  const { data: currencies, error } = useQuery(allCurrenciesQuery);
  const [edited, setEdited] = useState<AdminCurrency | 'new'>();
  const close = () => setEdited(undefined);
  return (
    <>
      <ListHead text={t('admin.currency.text')}>
        <Button size="small" onClick={() => setEdited('new')}>
          <Plus aria-hidden className="size-4" />
          {t('admin.currency.add')}
        </Button>
      </ListHead>
      <ListFrame error={error} isEmpty={currencies && currencies.length === 0} emptyWords={t('admin.currency.none')}>
        <OrderList
          kind="currency"
          onEdit={(uuid) => setEdited(currencies?.find((one) => one.uuid === uuid))}
          rows={(currencies ?? []).map((one) => ({
            uuid: one.uuid,
            name: one.name,
            isEnabled: one.isEnabled,
            detailsWords: hasOnlyDetails(one) ? t('admin.currency.details', { name: one.name }) : undefined,
            fixedWords: one.isDefault ? t('code.currency_default') : undefined,
            note: [
              one.isDefault ? t('admin.currency.default') : null,
              one.address ? `${one.symbol} ${shortHex(one.address)}` : t('admin.currency.native'),
              t(`admin.currency.peg.${one.peg}`),
              localName(t, one.networkName),
              one.isEnabled ? null : t('admin.off'),
            ]
              .filter(Boolean)
              .join(' · '),
          }))}
        />
      </ListFrame>
      {edited === 'new' && <CurrencyAddDialog onClose={close} />}
      {edited && edited !== 'new' && <CurrencyEditDialog currency={edited} onClose={close} />}
    </>
  );
};
