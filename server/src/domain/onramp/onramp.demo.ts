import type { ProviderMaker } from './onramp.provider.ts';
import { isSigned, readTransaction, signAddress } from './onramp.moonpay.ts';
import { forged } from './onramp.rules.ts';

/** Where the local stack plays a provider. */
export const DEMO_PATH = '/dev/onramp';
/** The header that the demo card signs its webhooks in. */
export const DEMO_SIGNATURE = 'skarb-demo-signature';

/** The local stack's own provider: a signed address and signed webhooks as real ones have, and play money. */
export const createDemo: ProviderMaker = (settings) => ({
  // A path: the site may be open under several names of this machine.
  open: async ({ orderUuid, code, amount, address, language, returnUrl }) =>
    signAddress(
      DEMO_PATH,
      {
        externalTransactionId: orderUuid,
        currencyCode: code,
        quoteCurrencyAmount: amount,
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
