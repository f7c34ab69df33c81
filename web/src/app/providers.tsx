import type { DisplayCurrency } from '@skarb/schema/limits';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RenderedCurrency } from '../platform/format/display-currency.ts';
import type { Translations } from '../platform/i18n/translations.ts';
import { TranslationProvider } from '../platform/i18n/use-translation.ts';

export const Providers = ({
  client,
  i18n,
  currency = 'USD',
  children,
}: {
  client: QueryClient;
  i18n: Translations;
  /** The display currency that the page is rendered in. */
  currency?: DisplayCurrency | undefined;
  children: ReactNode;
}) => (
  <TranslationProvider i18n={i18n}>
    <QueryClientProvider client={client}>
      <RenderedCurrency value={currency}>{children}</RenderedCurrency>
    </QueryClientProvider>
  </TranslationProvider>
);
