import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import type { TestApi } from '../../testing.ts';
import { hmac } from './onramp.rules.ts';

/**
 * MoonPay's documented example of a Buy webhook (dev.moonpay.com/api-reference/widget/webhooks/transaction-failed),
 * with the given changes.
 */
export const moonPayBody = (data: object, type = 'transaction_updated'): string =>
  JSON.stringify({
    type,
    data: {
      id: 'defb7c52-7bd3-422b-9052-374df50cc51a',
      createdAt: '2024-02-17T18:24:45.206Z',
      updatedAt: '2024-02-17T18:24:45.206Z',
      quoteExpiresAt: '2024-02-17T18:54:45.206Z',
      baseCurrencyAmount: 45.5,
      quoteCurrencyAmount: 0.0154,
      feeAmount: 1.7,
      extraFeeAmount: 0.43,
      paymentMethod: 'credit_debit_card',
      networkFeeAmount: 2.37,
      areFeesIncluded: true,
      status: 'completed',
      failureReason: null,
      walletAddressTag: null,
      cryptoTransactionId: '0x6751c8fce2e0fb5d57bb4801b31b35a7160fa362e0c5703d44cfd508317ee2f8',
      redirectUrl: 'https://api.moonpay.com/secure/url?transactionId=defb7c52-7bd3-422b-9052-374df50cc51a',
      widgetRedirectUrl: null,
      usdRate: 1,
      baseCurrency: {
        id: '71435a8d-211c-4664-a59e-2a5361a6c5a7',
        type: 'fiat',
        name: 'Euro',
        code: 'eur',
        precision: 2,
      },
      currency: { id: 'aaefa32f-161b-42c8-8115-debcbf3d6a2d', type: 'crypto', name: 'Ethereum', code: 'eth_polygon' },
      ...data,
    },
  });
export const moonPaySignature = (body: string, key: string, time = '1492774577'): string =>
  `t=${time},s=${hmac(key, `${time}.${body}`, 'hex')}`;

/** Transak's documented webhook (docs.transak.com/guides/how-to-decrypt-webhook-payload), with the given changes. */
export const transakBody = async (order: object, eventID: string, accessToken: string): Promise<string> => {
  const webhookData = {
    id: '181b6159-2192-4f68-8647-f48e6e8f58c7',
    createdAt: '2024-08-23T10:33:09.426Z',
    status: 'COMPLETED',
    fiatCurrency: 'EUR',
    userId: 'd8e1b5c0-0000-4000-8000-000000000000',
    cryptoCurrency: 'WETH',
    isBuyOrSell: 'BUY',
    fiatAmount: 110,
    walletLink: 'https://polygonscan.com/address/0x',
    network: 'polygon',
    cryptoAmount: 0.04,
    totalFeeInFiat: 4.5,
    fiatAmountInUsd: 120.5,
    ...order,
  };
  const data = await new SignJWT({ webhookData, eventID, createdAt: '2024-08-23T10:35:09.426Z' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(accessToken));
  return JSON.stringify({ data });
};

/** A local server with Transak's two documented calls. */
export const startTransak = async () => {
  const asked: { path: string; headers: Record<string, unknown>; body: Record<string, unknown> }[] = [];
  let tokens = 0;
  const state = { isUnavailable: false, lifeSeconds: 7 * 86_400, token: '', beforeToken: Promise.resolve() };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', async () => {
      const body = JSON.parse(text);
      asked.push({ path: request.url ?? '', headers: request.headers, body });
      const answer = (status: number, data: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data));
      if (state.isUnavailable) return answer(500, { error: { message: 'down' } });
      if (request.url === '/partners/api/v2/refresh-token') {
        if (request.headers['api-secret'] !== 'the-secret') return answer(401, {});
        await state.beforeToken;
        state.token = `access token number ${++tokens} of the partner`;
        return answer(200, {
          data: { accessToken: state.token, expiresAt: Math.floor(Date.now() / 1000) + state.lifeSeconds },
        });
      }
      if (request.headers['access-token'] !== state.token) return answer(401, {});
      return answer(200, {
        data: {
          widgetUrl: `https://global-stg.transak.com?apiKey=${body.widgetParams.apiKey}&sessionId=s${asked.length}`,
        },
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    state,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
};

/** A user who orders by card at a test's API. @throws Error when the API does not list its currencies */
export const buyerOf = async (api: TestApi) => {
  const person = await api.person();
  const { status, body } = await api.call('GET', '/currency');
  if (status !== 200) throw new Error(`GET /currency answered ${status}`);
  const uuidOf = (symbol: string) => body.data.find((one: { symbol: string }) => one.symbol === symbol)?.uuid as string;
  const order = (fields: object = {}) =>
    api.call('POST', '/onramp/order', {
      token: person.token,
      body: { currencyUuid: uuidOf('WETH'), amount: '0.4', ...fields },
    });
  const show = async (uuid: string) =>
    (await api.call('GET', `/onramp/order/${uuid}`, { token: person.token })).body.data;
  const sendWebhook = (provider: string, body: string, headers: Record<string, string> = {}) =>
    api.call('POST', `/onramp/webhook/${provider}`, {
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  return { ...person, uuidOf, order, show, sendWebhook };
};
