import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';

export const Providers = ({ client, i18n, children }: { client: QueryClient; i18n: i18n; children: ReactNode }) => (
  <I18nextProvider i18n={i18n}>
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  </I18nextProvider>
);
