import { createContext, createElement, use, useSyncExternalStore, type ReactNode } from 'react';
import type { Translations } from './translations.ts';

const Context = createContext<Translations | undefined>(undefined);

export const TranslationProvider = ({ i18n, children }: { i18n: Translations; children: ReactNode }) =>
  createElement(Context, { value: i18n }, children);

/** The translations, and `t` in the current language; renders again when the language changes. */
export const useTranslation = () => {
  const i18n = use(Context);
  if (!i18n) throw new Error('useTranslation needs a TranslationProvider');
  const getLanguage = () => i18n.language;
  const language = useSyncExternalStore(i18n.subscribe, getLanguage, getLanguage);
  return { t: i18n.translateTo(language), i18n };
};
