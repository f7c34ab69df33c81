import * as accountCalls from '@skarb/schema/calls/account';
import type { User } from '@skarb/schema/auth';
import type { DisplayCurrency } from '@skarb/schema/limits';
import { LANGUAGE, LANGUAGES } from '@skarb/schema/language';
import { DISPLAY_CURRENCIES } from '@skarb/schema/limits';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { setDisplayCurrency, useDisplayCurrency } from '../../platform/format/display-currency.ts';
import { call } from '../../platform/http/api.ts';
import { changeLanguage } from '../../ui/change-language.ts';
import { Select } from '../../ui/select.tsx';
import { useOptimisticValue } from '../../ui/use-optimistic-value.ts';
import { SettingsSection } from './settings-section.tsx';
import { useSave } from './use-save.ts';

/** Language and display currency, saved as soon as they are chosen. */
export const PreferencesSection = ({ user }: { user: User }) => {
  const { t, i18n } = useTranslation();
  const { save, failure } = useSave();
  const currency = useDisplayCurrency();
  // Saving to the account happens where every language change is observed (preferences.ts); the texts may have to be
  // loaded.
  const [language, chooseLanguage] = useOptimisticValue(i18n.language, (chosen) => changeLanguage(i18n, chosen));
  const put = async (body: { displayCurrency: DisplayCurrency }) => (await call(accountCalls.settings, { body })).data;
  return (
    <SettingsSection id="preferences" title={t('settings.preferences.title')}>
      <div className="grid gap-6 fluid:grid-cols-2">
        <Select
          label={t('app.language.label')}
          hint={t('settings.preferences.languageHint')}
          value={language}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE[value].name }))}
          onChange={(event) => chooseLanguage(event.target.value)}
        />
        <Select
          label={t('settings.preferences.currency')}
          hint={t('settings.preferences.currencyHint')}
          value={currency}
          options={DISPLAY_CURRENCIES.map((value) => ({ value, label: t(`settings.preferences.money.${value}`) }))}
          onChange={(event) => {
            const chosen = DISPLAY_CURRENCIES.find((one) => one === event.target.value) ?? user.displayCurrency;
            setDisplayCurrency(chosen);
            void save(() => put({ displayCurrency: chosen }), { done: t('settings.preferences.saved') });
          }}
        />
      </div>
      {failure && (
        <p role="alert" className="text-sm text-red-400">
          {failure}
        </p>
      )}
    </SettingsSection>
  );
};
