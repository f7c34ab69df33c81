import { DISPLAY_CURRENCIES } from '@skarb/schema/limits';
import { setDisplayCurrency, useDisplayCurrency, type DisplayCurrency } from '../platform/format/display-currency.ts';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { cx } from '../ui/class-name.ts';

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
    <div role="group" aria-label={t('app.currency')} className={cx('flex items-center', className)}>
      {DISPLAY_CURRENCIES.map((currency) => (
        <button
          key={currency}
          type="button"
          aria-pressed={chosen === currency}
          title={t(`settings.preferences.money.${currency}`)}
          onClick={() => choose(currency)}
          className={cx(
            'min-h-9 min-w-9 rounded-lg px-1.5 text-sm font-medium transition-colors hover:text-ink-50',
            chosen === currency ? 'text-ink-50' : 'text-ink-400',
          )}
        >
          {currency}
        </button>
      ))}
    </div>
  );
};
