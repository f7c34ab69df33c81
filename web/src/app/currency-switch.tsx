import { DISPLAY_CURRENCIES, type DisplayCurrency } from '@skarb/schema/limits';
import { setDisplayCurrency, useDisplayCurrency } from '../platform/format/display-currency.ts';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { SwitchRow } from './switch-row.tsx';

/** Chooses the currency that amounts are also shown in; whoever is signed in keeps it in their account. */
export const CurrencySwitch = ({ className }: { className?: string }) => {
  const { t } = useTranslation();
  const chosen = useDisplayCurrency();
  const choose = (currency: DisplayCurrency) => {
    setDisplayCurrency(currency);
    // The session is not loaded before it is needed.
    void import('../domain/auth/account-currency.ts').then(
      ({ saveCurrency }) => saveCurrency(),
      () => undefined,
    );
  };
  return (
    <SwitchRow
      label={t('app.currency')}
      options={DISPLAY_CURRENCIES.map((value) => ({
        value,
        text: value,
        title: t(`settings.preferences.money.${value}`),
      }))}
      chosen={chosen}
      onChoose={choose}
      className={className}
    />
  );
};
