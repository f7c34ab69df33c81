import type { Language } from '@skarb/schema/language';
import type { DisplayCurrency } from '@skarb/schema/limits';
import type { OnrampOrder, OnrampSettings } from '@skarb/schema/onramp';
import { brokenBound } from '@skarb/schema/money';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { getAddress } from 'viem';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError, notFound, unprocessable } from '../../platform/http/app-error.ts';
import { readAmount } from '../../platform/http/read-amount.ts';
import { seal, unseal } from '../auth/auth.seal.ts';
import { requireTrader } from '../auth/auth.view.ts';
import { readNewestPrices } from '../price/price.view.ts';
import { createDemo } from './onramp.demo.ts';
import { createMoonPay } from './onramp.moonpay.ts';
import type { Provider } from './onramp.provider.ts';
import { boundOf, BOUND_SLACK_BPS } from './onramp.rules.ts';
import type { Onramp } from './onramp.settings.ts';
import { insertOrder, lockTokens, putToken, readTokens, takeEvent, type Taken } from './onramp.store.ts';
import { createTransak, providerUnavailable, type AccessToken, type AccessTokens } from './onramp.transak.ts';
import { currenciesToBuy, getOrder, type CurrencyToBuy } from './onramp.view.ts';

type Needs = Pick<Context, 'config' | 'db'>;

/** The page that a provider sends the browser back to. */
export const RETURN_PATH = '/api/onramp/return';
/** A token is renewed this long before it expires. */
const EARLY_MS = 3_600_000;

/** How long an order waits while another process renews the token. */
const RENEWAL_MS = 7_000;
/** The renewals in progress in this process: each needs a connection while the provider is asked. */
const renewals = new WeakMap<Needs['db'], Promise<string>>();

/** One access token for all processes, encrypted in the database. */
const tokensOf = ({ config, db }: Needs, { provider }: Onramp): AccessTokens => {
  const readGood = async (tx: Tx): Promise<string | undefined> => {
    const [kept] = await readTokens(tx, provider);
    const isGood = kept && kept.expires_at.getTime() - EARLY_MS > Date.now();
    return isGood ? unseal(config, kept.token) : undefined;
  };
  /** Only one process renews, because each new token revokes the one before; the others wait without a connection. */
  const renewOnce = async (renew: () => Promise<AccessToken>): Promise<string> => {
    for (const until = Date.now() + RENEWAL_MS; Date.now() < until; await pause(200)) {
      const renewed = await db.sql.begin(async (tx) => {
        if (!(await lockTokens(tx, provider))) return undefined;
        // Another process was faster.
        const good = await readGood(tx);
        if (good !== undefined) return good;
        const { token, expiresAt } = await renew();
        await putToken(tx, provider, seal(config, token), expiresAt);
        return token;
      });
      if (renewed !== undefined) return renewed;
    }
    throw providerUnavailable();
  };
  return {
    present: async (renew) => {
      const good = await readGood(db.sql);
      if (good !== undefined) return good;
      const renewal = renewals.get(db) ?? renewOnce(renew).finally(() => renewals.delete(db));
      renewals.set(db, renewal);
      return renewal;
    },
    known: async () => {
      const [row] = await readTokens(db.sql, provider);
      return [row?.token, row?.previous].flatMap((sealed) => (sealed && unseal(config, sealed)) || []);
    },
  };
};

const providerOf = (context: Needs, settings: Onramp): Provider => {
  if (settings.provider === 'moonpay') return createMoonPay(settings);
  if (settings.provider === 'demo') return createDemo(settings);
  return createTransak(settings, tokensOf(context, settings), new URL(context.config.publicUrl).host);
};

/** The price of one unit in US dollars. */
const rateOf = async (context: Needs) => {
  const { eth, pol } = await readNewestPrices(context);
  return (symbol: string): number =>
    symbol === 'WETH' ? Number(eth.usd) : symbol === 'USDC' ? 1 : symbol === 'POL' ? Number(pol.usd) : 0;
};

const boundsOf = (settings: Onramp, { decimals }: CurrencyToBuy, rate: number) => ({
  min: boundOf(settings.min, rate, decimals, 'up'),
  max: boundOf(settings.max, rate, decimals, 'down'),
});

const toBuy = async ({ config, db }: Needs, settings: Onramp) =>
  (await currenciesToBuy(db.sql, config.chain.id)).filter(({ symbol }) => settings.codes[symbol] !== undefined);

/** The currencies that can be bought by card; null without a provider. */
export const readSettings = async (context: Needs): Promise<OnrampSettings | null> => {
  const settings = context.config.onramp;
  if (!settings) return null;
  const [currencies, rate] = await Promise.all([toBuy(context, settings), rateOf(context)]);
  return {
    provider: settings.provider,
    name: settings.name,
    feePercent: settings.feePercent ?? null,
    payIn: [...settings.payIn],
    currencies: currencies.flatMap((one) =>
      rate(one.symbol) > 0 ? [{ currencyUuid: one.uuid, ...boundsOf(settings, one, rate(one.symbol)) }] : [],
    ),
  };
};

const off = () => new AppError(503, 'onramp.off', 'Money cannot be bought by card here', { retryAfterSeconds: 3600 });

/**
 * Orders money by card for the caller's wallet.
 * @returns the order and the provider's payment page
 * @throws AppError 422 without a wallet, for a currency that is not sold or an amount out of range; 503
 */
export const createOrder = async (
  context: Needs,
  userUuid: string,
  request: {
    currencyUuid: string;
    amount: string;
    returnTo?: string | undefined;
    language?: Language | undefined;
    payIn?: DisplayCurrency | undefined;
  },
): Promise<OnrampOrder & { url: string }> => {
  const { config, db } = context;
  const settings = config.onramp;
  if (!settings) throw off();
  const address = await requireTrader(db.sql, userUuid);
  const currency = (await toBuy(context, settings)).find(({ uuid }) => uuid === request.currencyUuid);
  const code = currency && settings.codes[currency.symbol];
  const rate = currency ? (await rateOf(context))(currency.symbol) : 0;
  if (!currency || code === undefined || rate <= 0)
    throw unprocessable('onramp.currency', 'This currency cannot be bought by card');
  const amount = readAmount('amount', request.amount, currency.decimals);
  const bounds = boundsOf(settings, currency, rate);
  const broken = brokenBound(request.amount, bounds, BOUND_SLACK_BPS);
  if (broken === 'min')
    throw unprocessable('onramp.tooLittle', `The least that can be bought by card is ${bounds.min}`);
  if (broken === 'max')
    throw unprocessable('onramp.tooMuch', `The most that can be bought by card at once is ${bounds.max}`);
  const uuid = uuidv7();
  const back = `${RETURN_PATH}?${new URLSearchParams({ to: request.returnTo ?? '/settings#onramp' })}`;
  // The demo provider is a page of this site, which may have several host names: use a path without origin.
  const returnUrl = settings.provider === 'demo' ? back : `${config.publicUrl}${back}`;
  const url = await providerOf(context, settings).open({
    orderUuid: uuid,
    code,
    amount: request.amount,
    address: getAddress(address),
    language: request.language ?? 'en',
    payIn: settings.payIn.find((one) => one === request.payIn),
    returnUrl,
  });
  await insertOrder(db.sql, {
    uuid,
    userUuid,
    provider: settings.provider,
    currencyUuid: currency.uuid,
    amount,
    address,
    returnTo: request.returnTo ?? null,
  });
  return { ...(await getOrder(db.sql, userUuid, uuid)), url };
};

/**
 * Processes a webhook of the configured provider.
 * @throws AppError 404 for another provider, 401 invalid signature, 400 unreadable
 */
export const processWebhook = async (
  context: Needs,
  provider: string,
  body: string,
  headers: IncomingHttpHeaders,
): Promise<Taken> => {
  const settings = context.config.onramp;
  if (settings?.provider !== provider) throw notFound('onramp');
  const event = await providerOf(context, settings).read(body, headers);
  if (!event?.orderUuid || !/^[0-9a-f-]{36}$/i.test(event.orderUuid)) return 'foreign';
  return takeEvent(context.db.sql, settings.provider, { ...event, orderUuid: event.orderUuid });
};
