import type { i18n } from 'i18next';
import { createContext, createElement, use, useCallback, useSyncExternalStore, type ReactNode } from 'react';

/**
 * What the app uses of react-i18next, over translations.ts. The build puts it in the package's place (vite.config.ts):
 * the package's types hold for both.
 */
const Context = createContext<i18n | undefined>(undefined);

export const I18nextProvider = ({ i18n: value, children }: { i18n: i18n; children: ReactNode }) =>
  createElement(Context, { value }, children);

/** The translations, and `t` in the current language; renders again when the language changes. */
export const useTranslation = () => {
  const translations = use(Context);
  if (!translations) throw new Error('useTranslation needs an I18nextProvider');
  const subscribe = useCallback(
    (listener: () => void) => {
      translations.on('languageChanged', listener);
      return () => translations.off('languageChanged', listener);
    },
    [translations],
  );
  const getLanguage = () => translations.language;
  const language = useSyncExternalStore(subscribe, getLanguage, getLanguage);
  return { t: translations.getFixedT(language), i18n: translations };
};
