import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erc20Abi } from '@skarb/contracts/abi';
import { callOf, startBeside, startTestApi, type TestApi } from '../../testing.ts';
import { listen } from '../../platform/db/listen.ts';
import { hmac } from './onramp.rules.ts';
import { buyerOf, moonPayBody, moonPaySignature, startTransak, transakBody } from './testing-onramp.ts';

type Buyer = Awaited<ReturnType<typeof buyerOf>>;
const CARD = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };

describe('the demo card of the local stack', { timeout: 90_000 }, () => {
  let api: TestApi;
  let buyer: Buyer;
  beforeAll(async () => {
    api = await startTestApi();
    buyer = await buyerOf(api);
  });
  afterAll(() => api?.stop());

  const pay = (url: string, form: object) =>
    fetch(api.url + url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...CARD, ...form }).toString(),
    });
  const balances = async () => {
    const { public: chain } = api.context.chain;
    const owner = buyer.account.address;
    const weth = api.context.config.deployment.weth;
    return {
      pol: await chain.getBalance({ address: owner }),
      weth: await chain.readContract({ address: weth, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
    };
  };

  it('is listed with its currencies and their limits', async () => {
    const { body } = await api.call('GET', '/onramp');
    expect(body.data).toMatchObject({ provider: 'demo', feePercent: 3.5, payIn: ['USD', 'EUR', 'UAH'] });
    expect(body.data.name).toBe('Demo card');
    expect(body.data.currencies[0]).toEqual({ currencyUuid: buyer.uuidOf('WETH'), min: '0.00938', max: '3.12' });
    expect(body.data.currencies).toHaveLength(3);
  });

  it('sends the amount bought, with some POL for gas, and reports every state to the order’s owner only', async () => {
    const heard: { uuid: string; status: string; users: string[]; isPublic: boolean }[] = [];
    const stop = listen(api.context.config.database.url, {
      change: (text) => {
        const change = text === undefined ? undefined : JSON.parse(text);
        if (change?.kind === 'onramp') heard.push(change);
      },
    });
    const { status, body } = await buyer.order({ returnTo: '/nfts/a-work' });
    expect(status).toBe(201);
    const { url, ...order } = body.data;
    expect(order).toMatchObject({
      status: 'created',
      amount: '0.4',
      currency: { symbol: 'WETH', name: 'ETH' },
      address: buyer.account.address,
      returnTo: '/nfts/a-work',
      received: null,
      paid: null,
      failure: null,
    });
    const page = await (await fetch(api.url + url)).text();
    // 0.4 ETH at $3,200 plus the provider's 3.5%.
    expect(page).toContain('$1,324.80');
    expect(await balances()).toEqual({ pol: 0n, weth: 0n });
    const paid = await (await pay(url, { outcome: 'success' })).text();
    expect(paid).toContain('/api/onramp/return?to=%2Fnfts%2Fa-work');
    await expect.poll(async () => (await buyer.show(order.uuid)).status, { timeout: 30_000 }).toBe('completed');
    expect(await balances()).toEqual({ pol: 2n * 10n ** 18n, weth: 4n * 10n ** 17n });
    const done = await buyer.show(order.uuid);
    expect(done).toMatchObject({ received: '0.4', paid: { amount: '1324.8', currency: 'USD' } });
    const receipt = await api.context.chain.public.getTransactionReceipt({ hash: done.txHash });
    expect(receipt.status).toBe('success');
    await expect.poll(() => heard.at(-1)?.status, { timeout: 30_000 }).toBe('completed');
    expect(heard.every(({ users, isPublic }) => users[0] === buyer.user.uuid && !isPublic)).toBe(true);
    await stop();
    // Submitting the form again does not pay twice.
    expect(await (await pay(url, { outcome: 'success' })).text()).toContain('Paid already');
    expect((await balances()).weth).toBe(4n * 10n ** 17n);
  });

  it.each([
    // 0.4 ETH at $3,200 plus the provider's 3.5%, at 42 hryvnias and 0.9 euros for a dollar.
    ['UAH', '₴55,641.60', '55641.6'],
    ['EUR', '€1,192.32', '1192.32'],
    ['USD', '$1,324.80', '1324.8'],
  ])('shows, charges and reports %s where the buyer pays in it', async (payIn, shown, amount) => {
    const { data } = (await buyer.order({ payIn })).body;
    const page = await (await fetch(api.url + data.url)).text();
    expect(page.match(/[$€₴][\d.,]+/g)).toEqual([shown, shown]);
    expect(await (await pay(data.url, { outcome: 'declined' })).text()).toContain(shown);
    expect((await buyer.show(data.uuid)).paid).toEqual({ amount, currency: payIn });
    await pay(data.url, { outcome: 'success' });
    await expect.poll(async () => (await buyer.show(data.uuid)).status, { timeout: 30_000 }).toBe('completed');
    expect((await buyer.show(data.uuid)).paid).toEqual({ amount, currency: payIn });
  });

  it('charges nothing for a declined card, and accepts another attempt on the same page', async () => {
    const before = (await balances()).weth;
    const { data } = (await buyer.order({ amount: '0.1' })).body;
    const declined = await (await pay(data.url, { outcome: 'declined' })).text();
    expect(declined).toContain('The card was declined.');
    expect(await buyer.show(data.uuid)).toMatchObject({ status: 'failed', failure: 'declined', received: null });
    expect((await balances()).weth).toBe(before);
    await pay(data.url, { outcome: 'success' });
    await expect.poll(async () => (await buyer.show(data.uuid)).status, { timeout: 30_000 }).toBe('completed');
    expect(await buyer.show(data.uuid)).toMatchObject({ failure: null, received: '0.1' });
    expect((await balances()).weth - before).toBe(10n ** 17n);
  });

  it('refunds a payment that cannot be delivered', async () => {
    const before = (await balances()).weth;
    const { data } = (await buyer.order()).body;
    await pay(data.url, { outcome: 'refunded' });
    await expect.poll(async () => (await buyer.show(data.uuid)).status, { timeout: 30_000 }).toBe('refunded');
    expect((await balances()).weth).toBe(before);
  });

  it.each([
    ['number', '4242 4242 4242 4241'],
    ['number', ''],
    ['expiry', '01/20'],
    ['expiry', '13/40'],
    ['cvc', '12'],
  ])('refuses the %s "%s" with a message, and sends no webhook', async (field, value) => {
    const { data } = (await buyer.order()).body;
    const answer = await pay(data.url, { [field]: value });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(`id="${field}-fault"`);
    expect((await buyer.show(data.uuid)).status).toBe('created');
  });

  it.each([
    ['quoteCurrencyAmount=0.4', 'quoteCurrencyAmount=400'],
    ['baseCurrencyCode=EUR', 'baseCurrencyCode=UAH'],
  ])('refuses a payment URL in which %s was altered', async (signed, altered) => {
    const { data } = (await buyer.order({ payIn: 'EUR' })).body;
    const more = data.url.replace(signed, altered);
    expect(more).not.toBe(data.url);
    expect((await pay(more, {})).status).toBe(400);
    expect((await fetch(`${api.url}/dev/onramp`)).status).toBe(400);
  });

  it.each([
    ['an amount above the maximum', { amount: '5' }, 422, 'onramp.tooMuch'],
    ['an amount below the minimum', { amount: '0.001' }, 422, 'onramp.tooLittle'],
    ['an amount of zero', { amount: '0' }, 400, 'invalid'],
    ['a currency of the card that is none of ours', { payIn: 'RUB' }, 400, 'invalid'],
    ['a return path on another site', { returnTo: '//evil.example' }, 400, 'invalid'],
    ['an unknown currency', { currencyUuid: '0190a4a4-0000-7000-8000-000000000000' }, 422, 'onramp.currency'],
  ])('refuses an order with %s', async (_what, fields, status, code) => {
    expect(await buyer.order(fields)).toMatchObject({ status, body: { code } });
  });

  it('needs an account to order, hides other users’ orders, and lists the user’s own newest first', async () => {
    expect((await api.call('POST', '/onramp/order', { body: {} })).status).toBe(401);
    const { data } = (await buyer.order()).body;
    const other = await api.person();
    expect((await api.call('GET', `/onramp/order/${data.uuid}`, { token: other.token })).status).toBe(404);
    expect((await api.call('GET', '/onramp/order', { token: other.token })).body).toMatchObject({
      data: [],
      meta: { totalItems: 0 },
    });
    const { body } = await api.call('GET', '/onramp/order?limit=2', { token: buyer.token });
    expect(body.data[0].uuid).toBe(data.uuid);
    expect(body.data).toHaveLength(2);
    expect(body.meta.totalItems).toBeGreaterThan(2);
  });

  it('limits the rate of orders', async () => {
    const greedy = await buyerOf(api);
    const answers = await Promise.all(Array.from({ length: 45 }, () => greedy.order()));
    expect(answers.map(({ status }) => status)).toContain(429);
  });

  it('allows a single script on the page that providers redirect to', async () => {
    const answer = await fetch(`${api.url}/api/onramp/return?to=/nfts`);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+';/);
  });
});

describe('MoonPay', () => {
  let api: TestApi;
  let buyer: Buyer;
  beforeAll(async () => {
    api = await startTestApi({
      ONRAMP_PROVIDER: 'moonpay',
      ONRAMP_KEY: 'pk_test_key',
      ONRAMP_SECRET: 'sk_test_key',
      ONRAMP_WEBHOOK_KEY: 'wk_test_key',
      ONRAMP_TEST: '1',
    });
    buyer = await buyerOf(api);
  });
  afterAll(() => api?.stop());

  const sendWebhook = (body: string, header = moonPaySignature(body, 'wk_test_key')) =>
    buyer.sendWebhook('moonpay', body, { 'moonpay-signature-v2': header });
  let payments = 0;
  const ordered = async () => {
    const { data } = (await buyer.order()).body;
    const id = `payment-${++payments}`;
    const of = (status: string, more: object = {}) =>
      moonPayBody({
        id,
        status,
        updatedAt: `2024-02-17T18:24:45.${status}`,
        externalTransactionId: data.uuid,
        walletAddress: buyer.account.address,
        ...more,
      });
    return { uuid: data.uuid as string, of };
  };

  it('is opened by a URL with a signed query that contains amount and wallet', async () => {
    const { url, uuid } = (await buyer.order({ returnTo: '/nfts/x' })).body.data;
    const [base, signature] = url.split('&signature=');
    const query = new URL(base).search;
    expect(decodeURIComponent(signature)).toBe(hmac('sk_test_key', query, 'base64'));
    expect(new URL(url).origin).toBe('https://buy-sandbox.moonpay.com');
    expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({
      apiKey: 'pk_test_key',
      currencyCode: 'eth_polygon',
      quoteCurrencyAmount: '0.4',
      walletAddress: buyer.account.address,
      externalTransactionId: uuid,
      redirectURL: 'http://localhost:3199/api/onramp/return?to=%2Fnfts%2Fx',
    });
    // The demo card does not exist with a real provider.
    expect((await fetch(`${api.url}/dev/onramp`)).status).toBe(404);
    expect((await buyer.sendWebhook('demo', '{}')).status).toBe(404);
  });

  it.each([
    ['EUR', 'eur'],
    ['USD', 'usd'],
    // MoonPay does not take it.
    ['UAH', null],
    [undefined, null],
  ])('that is to charge %s is asked by a signed query for %s', async (payIn, asked) => {
    const other = await buyerOf(api);
    const { url } = (await other.order({ payIn })).body.data;
    const [base, signature] = url.split('&signature=');
    const query = new URL(base).search;
    expect(decodeURIComponent(signature)).toBe(hmac('sk_test_key', query, 'base64'));
    expect(new URLSearchParams(query).get('baseCurrencyCode')).toBe(asked);
    expect((await api.call('GET', '/onramp')).body.data.payIn).toEqual(['USD', 'EUR']);
  });

  it('reports a payment, whose state and amounts are stored', async () => {
    const { uuid, of } = await ordered();
    expect((await sendWebhook(of('waitingPayment'))).status).toBe(202);
    expect((await buyer.show(uuid)).status).toBe('created');
    await sendWebhook(of('pending'));
    expect((await buyer.show(uuid)).status).toBe('pending');
    await sendWebhook(of('completed'));
    expect(await buyer.show(uuid)).toMatchObject({
      status: 'completed',
      received: '0.0154',
      paid: { amount: '50', currency: 'EUR' },
      txHash: '0x6751c8fce2e0fb5d57bb4801b31b35a7160fa362e0c5703d44cfd508317ee2f8',
    });
  });

  it('has one effect for webhooks that arrive twice, late, concurrently or out of order', async () => {
    const { uuid, of } = await ordered();
    const bodies = [of('completed'), of('pending'), of('waitingPayment'), of('completed'), of('pending')];
    const answers = await Promise.all(bodies.map((body) => sendWebhook(body)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    const done = await buyer.show(uuid);
    expect(done).toMatchObject({ status: 'completed', received: '0.0154' });
    // Repeated and older events change nothing.
    for (const body of [...bodies, of('failed', { failureReason: 'error' })]) await sendWebhook(body);
    expect(await buyer.show(uuid)).toEqual(done);
    const [{ count } = { count: 0 }] = await api.context.db.sql<{ count: number }[]>`
      select count(*)::int as count from onramp_event where order_uuid = ${uuid}`;
    expect(count).toBe(4);
  });

  it('marks an order as failed after two failed payments reported out of order', async () => {
    const { uuid, of } = await ordered();
    const second = (status: string, more: object = {}) =>
      of(status, { id: `second of ${uuid}`, createdAt: '2024-02-17T18:30:00.000Z', ...more });
    for (const body of [
      of('pending'),
      of('failed', { failureReason: 'payment_authorization_declined' }),
      second('failed', { failureReason: 'timeout_3d_secure' }),
      second('pending'),
    ])
      expect((await sendWebhook(body)).status).toBe(202);
    expect(await buyer.show(uuid)).toMatchObject({ status: 'failed', failure: 'expired' });
  });

  it('refuses forged, altered or unsigned webhooks without any effect', async () => {
    const { uuid, of } = await ordered();
    const body = of('completed');
    const good = moonPaySignature(body, 'wk_test_key');
    for (const header of ['', 't=1,s=00', moonPaySignature(body, 'sk_test_key'), good.replace('t=1', 't=3')])
      expect(await sendWebhook(body, header)).toMatchObject({ status: 401, body: { code: 'onramp.signature' } });
    expect((await sendWebhook(body.replace('0.0154', '15.4'), good)).status).toBe(401);
    expect((await buyer.show(uuid)).status).toBe('created');
    const broken = '{"type":"transaction_updated"}';
    expect((await sendWebhook(broken)).status).toBe(400);
    expect((await sendWebhook('no json')).status).toBe(400);
  });

  it('accepts webhooks about unknown orders, other wallets or sales without any effect', async () => {
    const { uuid, of } = await ordered();
    expect((await sendWebhook(of('completed', { walletAddress: `0x${'9'.repeat(40)}` }))).status).toBe(202);
    expect((await sendWebhook(of('completed', { externalTransactionId: null }))).status).toBe(202);
    expect((await sendWebhook(of('completed', { externalTransactionId: 'anything' }))).status).toBe(202);
    expect((await sendWebhook(moonPayBody({ externalTransactionId: uuid }, 'sell_transaction_updated'))).status).toBe(
      202,
    );
    expect((await buyer.show(uuid)).status).toBe('created');
  });

  it('limits the rate of forged webhooks', async () => {
    const answers = await Promise.all(Array.from({ length: 130 }, () => sendWebhook('{}', 't=1,s=00')));
    expect(answers.map(({ status }) => status)).toContain(429);
  });
});

describe('Transak', () => {
  let api: TestApi;
  let buyer: Buyer;
  let transak: Awaited<ReturnType<typeof startTransak>>;
  beforeAll(async () => {
    transak = await startTransak();
    api = await startTestApi({
      ONRAMP_PROVIDER: 'transak',
      ONRAMP_KEY: 'the-key',
      ONRAMP_SECRET: 'the-secret',
      ONRAMP_TEST: '1',
      ONRAMP_BASE_URL: transak.url,
    });
    buyer = await buyerOf(api);
  });
  afterAll(async () => {
    await api?.stop();
    await transak?.stop();
  });

  const refreshes = () => transak.asked.filter(({ path }) => path.endsWith('/refresh-token'));

  it('is opened by a URL made for the customer; concurrent orders share one access token', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => buyer.order()));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(answers[0]?.body.data.url).toMatch(/^https:\/\/global-stg\.transak\.com\?apiKey=the-key&sessionId=s\d+$/);
    expect(refreshes()).toHaveLength(1);
    const session = transak.asked.find(({ path }) => path === '/api/v2/auth/session');
    expect(session?.body.widgetParams).toMatchObject({
      apiKey: 'the-key',
      referrerDomain: 'localhost:3199',
      network: 'polygon',
      cryptoCurrencyCode: 'WETH',
      cryptoAmount: 0.4,
      walletAddress: buyer.account.address,
      disableWalletAddressForm: true,
    });
    const [row] = await api.context.db.sql`select token from onramp_token`;
    expect(row?.token).not.toContain('access token');
  });

  it.each([
    ['UAH', 'UAH'],
    ['EUR', 'EUR'],
    [undefined, undefined],
  ])('that is to charge %s offers %s first', async (payIn, offered) => {
    const other = await buyerOf(api);
    expect((await other.order({ payIn })).status).toBe(201);
    const widget = transak.asked.at(-1)?.body.widgetParams as Record<string, unknown> | undefined;
    expect([widget?.cryptoAmount, widget?.defaultFiatCurrency]).toEqual([0.4, offered]);
  });

  it('that takes long to renew the token delays the orders alone, of all processes, and is asked once', async () => {
    const beside = await startBeside(api);
    const other = await buyerOf({ ...api, call: callOf(beside.url), person: async () => buyer });
    await api.context.db.sql`update onramp_token set expires_at = now()`;
    const before = refreshes().length;
    let answer = () => {};
    transak.state.beforeToken = new Promise<void>((resolve) => (answer = resolve));
    // More orders than connections.
    const orders = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((at) => (at % 4 === 0 ? [other.order()] : [buyer.order()]));
    await expect.poll(() => refreshes().length, { timeout: 10_000 }).toBe(before + 1);
    expect((await api.call('GET', '/onramp/order', { token: buyer.token })).status).toBe(200);
    answer();
    expect((await Promise.all(orders)).map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(refreshes()).toHaveLength(before + 1);
    await beside.stop();
  });

  it('accepts webhooks signed with the current or the previous access token', async () => {
    const { data } = (await buyer.order()).body;
    const of = (status: string) => ({ status, partnerOrderId: data.uuid, walletAddress: buyer.account.address });
    const first = transak.state.token;
    const processing = await transakBody(of('PROCESSING'), 'ORDER_PROCESSING', first);
    expect((await buyer.sendWebhook('transak', processing)).status).toBe(202);
    expect((await buyer.show(data.uuid)).status).toBe('pending');
    // A token is renewed before it expires; webhooks signed with the old one may still arrive.
    const before = refreshes().length;
    await api.context.db.sql`update onramp_token set expires_at = now() + interval '1 minute'`;
    expect((await buyer.order()).status).toBe(201);
    expect(refreshes()).toHaveLength(before + 1);
    const completed = await transakBody(of('COMPLETED'), 'ORDER_COMPLETED', first);
    expect((await buyer.sendWebhook('transak', completed)).status).toBe(202);
    expect(await buyer.show(data.uuid)).toMatchObject({
      status: 'completed',
      received: '0.04',
      paid: { amount: '110', currency: 'EUR' },
    });
    expect((await buyer.sendWebhook('transak', completed)).status).toBe(202);
    expect((await buyer.sendWebhook('transak', processing)).status).toBe(202);
    expect((await buyer.show(data.uuid)).status).toBe('completed');
  });

  it.each([
    ['EXPIRED', 'failed', 'expired'],
    ['CANCELLED', 'failed', 'cancelled'],
    ['FAILED', 'failed', 'declined'],
    ['REFUNDED', 'refunded', null],
  ])('the status %s becomes %s (failure %s)', async (status, ours, failure) => {
    const { data } = (await buyer.order()).body;
    const order = { status, id: `id-${status}`, partnerOrderId: data.uuid, walletAddress: buyer.account.address };
    await buyer.sendWebhook('transak', await transakBody(order, 'ORDER_FAILED', transak.state.token));
    expect(await buyer.show(data.uuid)).toMatchObject({ status: ours, failure });
  });

  it('refuses webhooks signed with another token, with algorithm none, or without a signature', async () => {
    const { data } = (await buyer.order()).body;
    const order = { status: 'COMPLETED', id: 'forged', partnerOrderId: data.uuid };
    const other = await transakBody(order, 'ORDER_COMPLETED', 'another access token altogether');
    expect(await buyer.sendWebhook('transak', other)).toMatchObject({
      status: 401,
      body: { code: 'onramp.signature' },
    });
    const [, payload] = (JSON.parse(other).data as string).split('.');
    const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;
    expect((await buyer.sendWebhook('transak', JSON.stringify({ data: none }))).status).toBe(401);
    expect((await buyer.sendWebhook('transak', JSON.stringify({ data: { webhookData: order } }))).status).toBe(400);
    expect((await buyer.show(data.uuid)).status).toBe('created');
  });

  it('answers 503 when the provider is unavailable, and creates no order', async () => {
    const count = async () =>
      (await api.call('GET', '/onramp/order', { token: buyer.token })).body.meta.totalItems as number;
    const before = await count();
    transak.state.isUnavailable = true;
    expect(await buyer.order()).toMatchObject({ status: 503, body: { code: 'onramp.away' } });
    transak.state.isUnavailable = false;
    expect(await count()).toBe(before);
  });
});

describe('a server without a provider', () => {
  it('reports that card payments are off', async () => {
    const api = await startTestApi({ LOCAL_STACK: '0' });
    try {
      const buyer = await buyerOf(api);
      expect((await api.call('GET', '/onramp')).body).toEqual({ data: null });
      expect(await buyer.order()).toMatchObject({ status: 503, body: { code: 'onramp.off' } });
      expect((await buyer.sendWebhook('moonpay', '{}')).status).toBe(404);
      expect((await fetch(`${api.url}/dev/onramp`)).status).toBe(404);
    } finally {
      await api.stop();
    }
  });
});
