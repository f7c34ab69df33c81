import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Translations } from '../platform/i18n/translations.ts';
import { TranslationProvider } from '../platform/i18n/use-translation.ts';

export const Providers = ({
  client,
  i18n,
  children,
}: {
  client: QueryClient;
  i18n: Translations;
  children: ReactNode;
}) => (
  <TranslationProvider i18n={i18n}>
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  </TranslationProvider>
);
