import { DISPLAY_CURRENCIES, type DisplayCurrency } from '@skarb/schema/limits';
import type { OnrampProvider } from '@skarb/schema/onramp';
import { hkdfSync } from 'node:crypto';

/** The configured provider with its credentials. */
export type Onramp = {
  provider: OnrampProvider;
  /** The name shown to users. */
  name: string;
  /** The publishable key: part of URLs. */
  key: string;
  /** MoonPay: signs the widget's URL. Transak: fetches the access token. Demo: signs both ways. */
  secret: string;
  /** MoonPay's "webhook API key", which signs its webhooks. */
  webhookKey: string;
  /** The provider's sandbox. */
  isTest: boolean;
  /** Replaces the provider's hosts in tests. */
  baseUrl: string | undefined;
  /** The provider's codes by our currency symbols. */
  codes: Readonly<Record<string, string>>;
  /** About how much of an order's worth the provider adds as its fee, in percent, if the operator says so. */
  feePercent: number | undefined;
  /** The display currencies that the provider charges cards in: the dollar, and others. */
  payIn: readonly DisplayCurrency[];
  /** The limits of one order in US dollars. */
  min: number;
  max: number;
};

type Env = {
  ONRAMP_PROVIDER?: OnrampProvider | undefined;
  ONRAMP_KEY?: string | undefined;
  ONRAMP_SECRET?: string | undefined;
  ONRAMP_WEBHOOK_KEY?: string | undefined;
  ONRAMP_TEST: boolean;
  ONRAMP_BASE_URL?: string | undefined;
  ONRAMP_CURRENCIES?: string | undefined;
  ONRAMP_FEE_PERCENT?: number | undefined;
  ONRAMP_MIN_USD: number;
  ONRAMP_MAX_USD: number;
  LOCAL_STACK: boolean;
  CHAIN_ID: number;
  JWT_SECRET: string;
};

/** About as much as real providers take. */
export const DEMO_FEE_PERCENT = 3.5;

const NAMES: Record<OnrampProvider, string> = { transak: 'Transak', moonpay: 'MoonPay', demo: 'Demo card' };
/**
 * Transak: `cryptoCurrencyCode` with `network: polygon` (docs.transak.com/customization/query-parameters). MoonPay: codes
 * with their network (dev.moonpay.com/docs/ramps-sdk-buy-params leads to its dashboard's list); its `eth_polygon` is the
 * wrapped ether of Polygon.
 */
const CODES: Record<OnrampProvider, Record<string, string>> = {
  transak: { WETH: 'WETH', USDC: 'USDC', POL: 'POL' },
  moonpay: { WETH: 'eth_polygon', USDC: 'usdc_polygon', POL: 'pol_polygon' },
  demo: { WETH: 'WETH', USDC: 'USDC', POL: 'POL' },
};

/**
 * Neither documentation lists them; wallets that sell through both do: Transak's list has the hryvnia, MoonPay's has not
 * (bitpay-app, `transakSupportedFiatCurrencies` and `moonpaySupportedFiatCurrencies`).
 */
const PAY_IN: Record<OnrampProvider, readonly DisplayCurrency[]> = {
  transak: ['USD', 'EUR', 'UAH'],
  moonpay: ['USD', 'EUR'],
  demo: DISPLAY_CURRENCIES,
};

/** "WETH=eth_polygon,USDC=usdc_polygon": codes that differ from the defaults. @throws Error */
const readCodes = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').map((part) => {
      const [symbol, code, more] = part.split('=').map((word) => word.trim());
      if (!symbol || !code || more !== undefined) throw new Error('ONRAMP_CURRENCIES: write WETH=code,USDC=code');
      return [symbol, code];
    }),
  );

/**
 * The configured provider, if any. The local stack without one uses the demo provider.
 * @throws Error that names the setting that is missing or wrong
 */
export const onrampOf = (env: Env): Onramp | undefined => {
  const provider = env.ONRAMP_PROVIDER ?? (env.LOCAL_STACK ? 'demo' : undefined);
  if (provider === undefined) return undefined;
  if (provider === 'demo' && !env.LOCAL_STACK)
    throw new Error('ONRAMP_PROVIDER: demo gives play money away and exists in the local stack alone');
  const common = {
    provider,
    name: NAMES[provider],
    isTest: env.ONRAMP_TEST,
    baseUrl: env.ONRAMP_BASE_URL?.replace(/\/$/, ''),
    codes: { ...CODES[provider], ...(env.ONRAMP_CURRENCIES ? readCodes(env.ONRAMP_CURRENCIES) : {}) },
    payIn: PAY_IN[provider],
    feePercent: provider === 'demo' ? DEMO_FEE_PERCENT : env.ONRAMP_FEE_PERCENT,
    min: env.ONRAMP_MIN_USD,
    max: env.ONRAMP_MAX_USD,
  };
  if (provider === 'demo') {
    const secret = Buffer.from(hkdfSync('sha256', env.JWT_SECRET, '', 'skarb demo card', 32)).toString('hex');
    return { ...common, key: 'demo', secret, webhookKey: secret };
  }
  const wanted = provider === 'moonpay' ? (['KEY', 'SECRET', 'WEBHOOK_KEY'] as const) : (['KEY', 'SECRET'] as const);
  for (const name of wanted) if (!env[`ONRAMP_${name}`]) throw new Error(`ONRAMP_${name}: ${provider} needs it`);
  // Real money sent to a chain that the provider does not support would be lost.
  if (!env.ONRAMP_TEST && env.CHAIN_ID !== 137)
    throw new Error(
      `ONRAMP_PROVIDER: ${provider} sends to Polygon (137), this chain is ${env.CHAIN_ID}; ONRAMP_TEST=1 takes its sandbox`,
    );
  return {
    ...common,
    key: env.ONRAMP_KEY ?? '',
    secret: env.ONRAMP_SECRET ?? '',
    webhookKey: env.ONRAMP_WEBHOOK_KEY ?? '',
  };
};
