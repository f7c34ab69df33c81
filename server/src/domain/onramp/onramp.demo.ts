import type { ProviderMaker } from './onramp.provider.ts';
import { isSigned, readTransaction, signAddress } from './onramp.moonpay.ts';
import { forged } from './onramp.rules.ts';

/** The page of the local stack's provider. */
export const DEMO_PATH = '/dev/onramp';
/** The header with the signature of the demo card's webhooks. */
export const DEMO_SIGNATURE = 'skarb-demo-signature';

/** The local stack's provider: a signed URL and signed webhooks like a real provider's, with play money. */
export const createDemo: ProviderMaker = (settings) => ({
  // A path without origin: the site may have several host names on this machine.
  open: async ({ orderUuid, code, amount, address, language, payIn, returnUrl }) =>
    signAddress(
      DEMO_PATH,
      {
        externalTransactionId: orderUuid,
        currencyCode: code,
        quoteCurrencyAmount: amount,
        ...(payIn && { baseCurrencyCode: payIn }),
        walletAddress: address,
        language,
        redirectURL: returnUrl,
      },
      settings.secret,
    ),
  read: async (body, headers) => {
    if (!isSigned(headers[DEMO_SIGNATURE], body, settings.webhookKey)) throw forged();
    return readTransaction(body);
  },
});
