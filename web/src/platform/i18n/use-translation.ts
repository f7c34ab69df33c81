import { createContext, createElement, use, useSyncExternalStore, type ReactNode } from 'react';
import type { Translations } from './translations.ts';

const Context = createContext<Translations | undefined>(undefined);

export const TranslationProvider = ({ i18n, children }: { i18n: Translations; children: ReactNode }) =>
  createElement(Context, { value: i18n }, children);

/** The translations, and `t` in the current language; renders again when the texts change. */
export const useTranslation = () => {
  const i18n = use(Context);
  if (!i18n) throw new Error('useTranslation needs a TranslationProvider');
  const getTranslate = () => i18n.translateTo(i18n.language);
  return { t: useSyncExternalStore(i18n.subscribeTexts, getTranslate, getTranslate), i18n };
};
