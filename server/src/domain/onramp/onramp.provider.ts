import type { Language } from '@skarb/schema/language';
import type { DisplayCurrency } from '@skarb/schema/limits';
import type { IncomingHttpHeaders } from 'node:http';
import type { Onramp } from './onramp.settings.ts';
import type { ProviderEvent } from './onramp.rules.ts';

/** A purchase to open at a provider. */
type PaymentRequest = {
  orderUuid: string;
  /** The provider's code of the currency. */
  code: string;
  /** In the currency's own unit. */
  amount: string;
  /** Checksummed. */
  address: string;
  language: Language;
  /** What the card is charged in; undefined leaves it to the provider. */
  payIn: DisplayCurrency | undefined;
  /** The URL that the provider redirects the browser to afterwards. */
  returnUrl: string;
};

/** A provider that sells currencies by card. */
export type Provider = {
  /** @returns the URL of the payment page. @throws AppError 503 when the provider is unavailable */
  open: (request: PaymentRequest) => Promise<string>;
  /**
   * Verifies a webhook's signature and reads its event; null if it is not about one of our orders.
   * @param body the raw body, byte for byte
   * @throws AppError 401 invalid signature, 400 unreadable, 503
   */
  read: (body: string, headers: IncomingHttpHeaders) => Promise<ProviderEvent | null>;
};

export type ProviderMaker = (settings: Onramp) => Provider;
