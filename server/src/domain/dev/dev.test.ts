import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { erc20Abi } from '@skarb/contracts/abi';
import { parseEther, parseUnits, type Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi } from '../../api.ts';
import { startTestApi, type TestApi } from '../../testing.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.stop());

const newAddress = () => privateKeyToAddress(generatePrivateKey());
const moneyOf = async (address: Address) => {
  const { chain, config } = api.context;
  const of = (token: Address) =>
    chain.public.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] });
  return [
    await chain.public.getBalance({ address }),
    await of(config.deployment.weth),
    await of(config.deployment.usdc),
  ];
};

describe('the faucet', () => {
  it('sends 100 POL, 10 WETH and 10,000 USDC before it answers', async () => {
    const address = newAddress();
    const answer = await api.call('POST', '/dev/faucet', { body: { address: address.toLowerCase() } });
    expect(answer).toMatchObject({ status: 200, body: { data: { address, pol: '100', weth: '10', usdc: '10000' } } });
    expect(await moneyOf(address)).toEqual([parseEther('100'), parseEther('10'), parseUnits('10000', 6)]);
  });

  it('serves concurrent requests on two servers, and amounts add up', async () => {
    const second = await createApi(api.context);
    const addresses = Array.from({ length: 6 }, newAddress);
    const statuses = await Promise.all(
      [...addresses, addresses[0] as Address].map(async (address, index) =>
        index % 2
          ? (await second.inject({ method: 'POST', url: '/api/dev/faucet', payload: { address } })).statusCode
          : (await api.call('POST', '/dev/faucet', { body: { address } })).status,
      ),
    );
    expect(statuses).toEqual(statuses.map(() => 200));
    expect(await moneyOf(addresses[0] as Address)).toEqual([
      parseEther('200'),
      parseEther('20'),
      parseUnits('20000', 6),
    ]);
    expect(await moneyOf(addresses[5] as Address)).toEqual([
      parseEther('100'),
      parseEther('10'),
      parseUnits('10000', 6),
    ]);
    await second.close();
  });

  it('refuses an invalid address', async () => {
    expect(await api.call('POST', '/dev/faucet', { body: { address: 'me' } })).toMatchObject({
      status: 400,
      body: { message: [{ property: 'address' }] },
    });
  });
});

describe('the mailbox', () => {
  it('shows the newest mail first, and can filter by recipient', async () => {
    for (const email of ['first@example.org', 'second@example.org'])
      await api.call('POST', '/auth/register/email', { body: { email, password: 'correct horse' } });
    const all = (await api.call('GET', '/dev/mail')).body.data;
    expect(all.slice(0, 2).map(({ to }: { to: string }) => to)).toEqual(['second@example.org', 'first@example.org']);
    const one = (await api.call('GET', '/dev/mail?to=First@example.org')).body.data;
    expect(one).toHaveLength(1);
    expect(one[0]).toEqual({
      to: 'first@example.org',
      subject: expect.any(String),
      text: expect.any(String),
      html: expect.any(String),
      createdAt: expect.any(String),
    });
  });

  it('has a page with clickable links, on which nothing in a mail can run', async () => {
    await api.context.db.sql`insert into mailbox (recipient, subject, body_text, body_html) values
      ('<img src=x onerror=alert(1)>', '<script>alert(1)</script>', 'Open https://example.org/?a=1&b="><script>alert(1)</script>', '<script>alert(2)</script>')`;
    const page = await (await fetch(`${api.url}/dev/mail`)).text();
    expect(page).not.toMatch(/<script|<img/);
    expect(page).toContain('<a href="https://example.org/?a=1&amp;b=">');
    expect(page).toMatch(/<a href="http:\/\/localhost:3199\/confirmation\?token=/);
  });
});

describe('outside the local stack', () => {
  it('neither exists, whichever keys are set', async () => {
    const config = { ...api.context.config, isLocalStack: false };
    const production = await createApi({ ...api.context, config });
    for (const [method, url] of [
      ['POST', '/api/dev/faucet'],
      ['GET', '/api/dev/mail'],
      ['GET', '/dev/mail'],
    ] as const)
      expect(
        (await production.inject({ method, url, ...(method === 'POST' ? { payload: { address: newAddress() } } : {}) }))
          .statusCode,
      ).toBe(404);
    await production.close();
  });

  it('registering without a mail server answers that mail is off, and creates no account', async () => {
    const config = { ...api.context.config, isLocalStack: false };
    const production = await createApi({ ...api.context, config });
    const payload = { email: 'lost@example.org', password: 'correct horse' };
    const answer = await production.inject({ method: 'POST', url: '/api/auth/register/email', payload });
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'mail.off']);
    expect(await api.context.db.sql`select 1 from app_user where email = 'lost@example.org'`).toHaveLength(0);
    await production.close();
  });
});

it('names the contracts whose calls the demo wallet can read, as this stack deployed them', async () => {
  const { auctionHouse, breeding, collectionFactory, weth } = api.context.config.deployment;
  const answer = await api.call('GET', '/dev/contracts');
  expect(answer).toMatchObject({ status: 200, body: { data: { auctionHouse, breeding, collectionFactory, weth } } });
});
