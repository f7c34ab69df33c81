import type { Language } from '@skarb/schema/language';
import type { IncomingHttpHeaders } from 'node:http';
import type { Onramp } from './onramp.settings.ts';
import type { ProviderEvent } from './onramp.rules.ts';

/** What is to be bought. */
export type Wish = {
  orderUuid: string;
  /** The currency in the provider's words. */
  code: string;
  /** In the currency's own unit. */
  amount: string;
  /** Checksummed. */
  address: string;
  language: Language;
  /** Where the provider sends the browser when it is done. */
  returnUrl: string;
};

/** A place where money is bought by card. */
export type Provider = {
  /** The address of the page to pay on. @throws AppError 503 when the provider is away */
  open: (wish: Wish) => Promise<string>;
  /**
   * What a webhook says, once its signature is proved; null where it is about nothing of ours.
   * @param body as it came, byte for byte
   * @throws AppError 401 forged, 400 unreadable, 503
   */
  read: (body: string, headers: IncomingHttpHeaders) => Promise<ProviderEvent | null>;
};

export type ProviderMaker = (settings: Onramp) => Provider;
