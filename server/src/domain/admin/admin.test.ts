import type { AdminCategory, AdminCurrency, AdminJob, AdminNetwork, AdminUser, Dashboard } from '@skarb/schema/admin';
import type { AuditEntry } from '@skarb/schema/audit';
import type { Category, Currency, Network } from '@skarb/schema/reference';
import type { TokenDetail } from '@skarb/schema/token';
import { createServer } from 'node:http';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { concat, pad, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContext } from '../../context.ts';
import { startJobs } from '../../jobs.ts';
import { startTrade, until, type Person, type Trade } from '../offer/testing-trade.ts';
import { addNetwork, editNetwork } from '../reference/network.service.ts';
import type { Refusal } from '../token/testing-catalogue.ts';

let all: Trade;
let boss: Person;
let ann: Person;
let bob: Person;
let stopJobs: () => Promise<void>;
beforeAll(async () => {
  all = await startTrade();
  [boss, ann, bob] = await Promise.all([all.person(), all.trader(), all.trader()]);
  await all.sql`update app_user set role = 'ADMIN' where uuid = ${boss.uuid}`;
  const worker = createContext(all.context.config, 'worker');
  const jobs = await startJobs(worker);
  stopJobs = async () => {
    await jobs.stop();
    await worker.db.close();
  };
});
afterAll(async () => {
  await stopJobs?.();
  await all?.stop();
});

const NIL = '00000000-0000-7000-8000-000000000000';
const adminCall = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: unknown) =>
  all.call<{ data: T } & Refusal>(method, `/admin${path}`, { as: boss, ...(json === undefined ? {} : { json }) });
const seen = async <T>(path: string) => (await all.call<{ data: T[] }>('GET', path)).body.data;
const log = async () => (await adminCall<AuditEntry[]>('GET', '/audit')).body.data;

describe('categories', () => {
  const names = async () => (await seen<Category>('/category?sortBy=position:ASC')).map(({ name }) => name);

  it('are added with both names, renamed and ordered; visitors see each change at once', async () => {
    const token = await all.mint(ann);
    const before = await names();
    const added = await adminCall<AdminCategory>('POST', '/category', { name: 'Glass', nameUkr: 'Скло' });
    expect(added).toMatchObject({ status: 201, body: { data: { name: 'Glass', nameUkr: 'Скло', tokens: 0 } } });
    expect(await names()).toEqual([...before, 'Glass']);
    for (const taken of [
      { name: 'GLASS', nameUkr: 'Шибка' },
      { name: 'Pane', nameUkr: 'СКЛО' },
    ])
      expect((await adminCall('POST', '/category', taken)).body.code).toBe('category.taken');

    const { uuid } = added.body.data;
    const rest = (await adminCall<AdminCategory[]>('GET', '/category')).body.data.filter((one) => one.uuid !== uuid);
    const order = [uuid, ...rest.map((one) => one.uuid)];
    expect((await adminCall('PUT', '/category/order', { uuids: order })).status).toBe(204);
    expect(await names()).toEqual(['Glass', ...before]);
    for (const stale of [[uuid], [...order, '0190a4a4-0000-7000-8000-000000000000']])
      expect((await adminCall('PUT', '/category/order', { uuids: stale })).body.code).toBe('order.stale');

    // A job rebuilds the token cards of the category.
    const used = all.categories[0] as string;
    await adminCall('PUT', `/category/${used}`, { name: 'Patterns', nameUkr: 'Візерунки' });
    expect((await seen<Category>('/category')).find((one) => one.uuid === used)?.names).toEqual({
      en: 'Patterns',
      ukr: 'Візерунки',
    });
    await until('the card to carry the new name', async () => {
      const [card] = await seen<TokenDetail>(`/token?collectionUuid=${token.collection.uuid}`);
      return card?.category.name === 'Patterns';
    });
    expect((await log())[0]).toMatchObject({
      act: 'category.edit',
      admin: { uuid: boss.uuid },
      subjectName: 'Patterns',
      detail: { name: { from: 'Ornament', to: 'Patterns' } },
    });
  });

  it('in use can be disabled but not removed: they accept no new tokens and keep the existing ones', async () => {
    const used = all.categories[0] as string;
    expect(await adminCall('DELETE', `/category/${used}`)).toMatchObject({
      status: 409,
      body: { code: 'category.used' },
    });
    expect((await adminCall<AdminCategory>('PUT', `/category/${used}`, { isEnabled: false })).body.data.isEnabled).toBe(
      false,
    );
    expect((await seen<Category>('/category')).some(({ uuid }) => uuid === used)).toBe(false);
    const { uuid } = await all.collection(ann);
    const refused = await all.call<Refusal>('POST', '/token', { as: ann, form: await all.tokenForm(uuid) });
    expect(refused).toMatchObject({ status: 400, body: { message: [{ property: 'categoryUuid' }] } });
    expect(await seen(`/token?categoryUuid=${used}`)).toHaveLength(1);
    await adminCall('PUT', `/category/${used}`, { isEnabled: true });

    const { body } = await adminCall<AdminCategory>('POST', '/category', { name: 'Mistake', nameUkr: 'Помилка' });
    expect((await adminCall('DELETE', `/category/${body.data.uuid}`)).status).toBe(204);
    expect((await adminCall('DELETE', `/category/${body.data.uuid}`)).status).toBe(404);
    expect((await adminCall('PUT', `/category/${NIL}`, { name: 'x' })).status).toBe(404);
  });
});

describe('currencies', () => {
  it('that are disabled accept no new offers, but existing offers can still be bought', async () => {
    const token = await all.mint(ann);
    const listing = await all.list(ann, token.uuid, { price: '20', currency: 'USDC' });
    const usdc = all.currency('USDC').uuid;
    expect((await adminCall<AdminCurrency>('PUT', `/currency/${usdc}`, { isEnabled: false })).status).toBe(200);
    expect((await seen<Currency>('/currency')).map(({ name }) => name)).not.toContain('USDC');
    expect(await seen<Currency>('/currency?all=true')).toContainEqual(
      expect.objectContaining({ name: 'USDC', isEnabled: false }),
    );
    const another = await all.mint(ann);
    expect((await all.open(ann, another.uuid, { currency: 'USDC' })).status).toBe(400);
    expect((await all.openBid(bob, another.uuid, { currency: 'USDC' })).status).toBe(400);
    await all.buy(bob, listing.uuid);
    await all.becomes(listing.uuid, 'SOLD');
    await adminCall('PUT', `/currency/${usdc}`, { isEnabled: true });
  });

  it('always have a default that is enabled and accepts bids', async () => {
    const [eth, usdc, pol] = (['ETH', 'USDC', 'POL'] as const).map((name) => all.currency(name).uuid);
    expect((await adminCall('PUT', `/currency/${eth}`, { isEnabled: false })).body.code).toBe('currency.default');
    expect((await adminCall('PUT', `/currency/${pol}`, { isDefault: true })).status).toBe(400);
    await adminCall('PUT', `/currency/${usdc}`, { isDefault: true });
    expect((await seen<Currency>('/currency')).filter(({ isDefault }) => isDefault)).toMatchObject([{ name: 'USDC' }]);
    await adminCall('PUT', `/currency/${eth}`, { isDefault: true });
    expect((await adminCall('PUT', `/currency/${eth}`, { name: 'Ether' })).body.code).toBe('currency.builtIn');
  });

  it('take symbol and decimals from their contract', async () => {
    const { usdc, seaport, weth } = all.chain.deployment;
    expect((await adminCall('GET', `/currency/contract?address=${usdc}`)).body.data).toMatchObject({
      symbol: 'USDC',
      decimals: 6,
    });
    const nobody = `0x${'12'.repeat(20)}`;
    for (const address of [seaport, nobody])
      expect((await adminCall('POST', '/currency', { address, name: 'Coin', peg: 'USD' })).body.code).toBe(
        'currency.notToken',
      );
    const again = { address: usdc, name: 'Dollar', peg: 'USD' };
    expect((await adminCall('POST', '/currency', again)).body.code).toBe('currency.exists');
    // The code of WETH at another address, with an arbitrary symbol.
    await all.chain.rpc('anvil_setCode', [nobody, await all.chain.rpc('eth_getCode', [weth, 'latest'])]);
    const call = (symbol: string) => {
      const word = concat([pad(toHex(symbol), { dir: 'right', size: 31 }), toHex(symbol.length * 2, { size: 1 })]);
      return all.chain.rpc('anvil_setStorageAt', [nobody, pad('0x4'), word]);
    };
    const add = () => adminCall<AdminCurrency>('POST', '/currency', { address: nobody, name: 'Euro', peg: 'EUR' });
    expect((await add()).body.code).toBe('currency.symbol');
    await call('WETH');
    expect((await add()).body.code).toBe('currency.taken');
    await call('EURT');
    const added = await add();
    expect(added).toMatchObject({
      status: 201,
      body: { data: { symbol: 'EURT', decimals: 18, peg: 'EUR', isEnabled: true, isBuiltIn: false, isDefault: false } },
    });
    const [row] = await all.sql`select eth_rate from currency where uuid = ${added.body.data.uuid}`;
    const { ethUsd, usdEur } = all.config.price;
    expect(Number(row?.eth_rate) * ethUsd * usdEur).toBeCloseTo(1, 6);
    await adminCall('PUT', `/currency/${added.body.data.uuid}`, { isEnabled: false });
  });
});

describe('networks', () => {
  it('are added if their node reports that chain id, and start disabled', async () => {
    const network = { name: 'second', humanName: 'Second', chainId: 777, explorerUrl: null, nativeSymbol: 'SEC' };
    const { rpcUrl } = all.context.config.chain;
    const add = (more: object) => adminCall<AdminNetwork>('POST', '/network', { ...network, ...more });
    expect((await add({ rpcUrl })).body.code).toBe('network.rpcOther');
    expect((await add({ rpcUrl: 'http://127.0.0.1:1' })).body.code).toBe('network.rpcAway');
    expect((await add({ rpcUrl: 'javascript:alert(1)' })).status).toBe(400);
    expect((await add({ rpcUrl, chainId: all.config.chain.id })).body.code).toBe('network.taken');
  });

  it('with a private RPC address are refused in production without a request to it', async () => {
    let asked = 0;
    const inside = createServer((_, response) => {
      asked++;
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x309' }));
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const { port } = inside.address() as AddressInfo;
    const needs = { ...all.context, config: { ...all.config, isProduction: true } };
    const network = { name: 'inside', humanName: 'Inside', chainId: 777, explorerUrl: null, nativeSymbol: 'SEC' };
    const refused = expect.objectContaining({ status: 422, code: 'network.rpcPrivate' });
    const addresses = [`http://127.0.0.1:${port}`, `http://localhost:${port}`, 'http://169.254.169.254/latest'];
    for (const rpcUrl of addresses)
      await expect(addNetwork(needs, boss.uuid, { ...network, rpcUrl })).rejects.toEqual(refused);
    // An existing network cannot be changed to a private address.
    const uuid = uuidv7();
    await all.sql`
      insert into network (uuid, name, human_name, chain_id, rpc_url, native_symbol, is_enabled, position)
      values (${uuid}, 'outside', 'Outside', 777, 'https://node.example', 'SEC', false, 9)`;
    for (const rpcUrl of addresses)
      await expect(editNetwork(needs, boss.uuid, uuid, { rpcUrl })).rejects.toEqual(refused);
    expect(asked).toBe(0);
    await addNetwork(all.context, boss.uuid, { ...network, chainId: 777, rpcUrl: addresses[0] as string }).catch(
      (error: unknown) => expect(error).toMatchObject({ code: 'network.taken' }),
    );
    expect(asked).toBe(1);
    await all.sql`delete from network where uuid = ${uuid}`;
    inside.close();
  });

  it('include the server’s own, which stays enabled and keeps the URLs of the settings', async () => {
    const [mine] = (await adminCall<AdminNetwork[]>('GET', '/network')).body.data;
    expect(mine).toMatchObject({ isRunning: true, isEnabled: true });
    const edit = (change: object) => adminCall<AdminNetwork>('PUT', `/network/${mine?.uuid}`, change);
    expect((await edit({ isEnabled: false })).body.code).toBe('network.running');
    expect((await edit({ rpcUrl: 'http://elsewhere.example' })).body.code).toBe('network.fromSettings');
    expect((await edit({ humanName: 'Our chain' })).body.data.humanName).toBe('Our chain');
    expect((await seen<{ humanName: string }>('/network'))[0]?.humanName).toBe('Our chain');
    expect((await adminCall('PUT', '/network/order', { uuids: [mine?.uuid] })).status).toBe(204);
  });

  it('tell browsers which one is the server’s own, wherever it is in their order', async () => {
    const uuid = uuidv7();
    await all.sql`insert into network (uuid, name, human_name, chain_id, rpc_url, native_symbol, position)
      values (${uuid}, 'first', 'First', 778, 'https://first.example', 'ONE', -1)`;
    const networks = await seen<Network>('/network?sortBy=position:ASC');
    expect(networks.map(({ chainId, isRunning }) => [chainId, isRunning])).toEqual([
      [778, false],
      [all.config.chain.id, true],
    ]);
    await all.sql`delete from network where uuid = ${uuid}`;
  });
});

describe('a blocked seller', () => {
  it('has invalid offers until an admin unblocks them', async () => {
    const token = await all.mint(ann);
    const sale = await all.list(ann, token.uuid);
    const bid = await all.bid(ann, (await all.mint(bob)).uuid, { price: '0.5' });
    const blocked = await adminCall<AdminUser>('POST', `/user/${ann.uuid}/block`, { reason: 'Copies.' });
    expect(blocked.body.data).toMatchObject({ blockedReason: 'Copies.', blockedAt: expect.any(String) });
    await all.becomes(sale.uuid, 'INVALID', 'MAKER_BLOCKED');
    await all.becomes(bid.uuid, 'INVALID', 'MAKER_BLOCKED');
    expect(await all.purchase(bob, sale.uuid)).toMatchObject({
      status: 422,
      body: { code: 'offer.invalid.MAKER_BLOCKED' },
    });
    expect((await seen<TokenDetail>(`/token?onSale=true&collectionUuid=${token.collection.uuid}`)).length).toBe(0);
    expect((await adminCall<AdminUser>('POST', `/user/${ann.uuid}/unblock`)).body.data.blockedAt).toBeNull();
    await all.becomes(sale.uuid, 'ACTIVE');
    await all.becomes(bid.uuid, 'ACTIVE');
    await all.buy(bob, sale.uuid);
    await all.becomes(sale.uuid, 'SOLD');
  }, 180_000);
});

describe('the dashboard', () => {
  it('shows volume, fees, sales, users, tokens and failed jobs', async () => {
    const { body } = await adminCall<Dashboard>('GET', '/dashboard');
    const { trade, users, tokens, jobs, marketplaceFeePercent, asShipped } = body.data;
    const [sold] =
      await all.sql`select sum(value_eth) / 1e18 as volume, count(*)::int as sales from history where value_eth is not null`;
    expect(sold?.sales).toBeGreaterThan(0);
    expect(Number(trade.volume)).toBeCloseTo(Number(sold?.volume), 9);
    expect(Number(trade.fees)).toBeCloseTo(Number(sold?.volume) / 10, 9);
    expect(trade.sales).toBe(sold?.sales);
    expect(trade.days).toHaveLength(90);
    expect(trade.days.reduce((sum, day) => sum + day.sales, 0)).toBe(sold?.sales);
    const [people] = await all.sql`select count(*)::int as count from app_user`;
    expect(users).toMatchObject({ total: people?.count, blocked: expect.any(Number) });
    expect(users.days.reduce((sum, day) => sum + day.joined, 0)).toBe(people?.count);
    const [works] =
      await all.sql`select count(*)::int as minted, count(*) filter (where on_sale)::int as on_sale from token where status = 'minted'`;
    expect(tokens).toEqual({ minted: works?.minted, onSale: works?.on_sale });
    expect(jobs.failed).toBe(0);
    expect(marketplaceFeePercent).toBe(10);
    expect(asShipped).toEqual({ isContactMissing: true, pages: ['about', 'terms', 'privacy'] });
    const folder = join(all.context.config.dataDir, 'pages');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'terms.ukr.md'), '# Правила\n\nНаші.');
    const after = await adminCall<Dashboard>('GET', '/dashboard');
    expect(after.body.data.asShipped.pages).toEqual(['about', 'privacy']);
    await rm(folder, { recursive: true });
  });

  it('subtracts sales that a reorg reverts', async () => {
    const undone = all.sql.begin(async (tx) => {
      await tx`delete from history where value_eth is not null`;
      const [left] = await tx`select sum(volume) as volume, sum(fees) as fees, sum(sales)::int as sales from trade_day`;
      expect([Number(left?.volume), Number(left?.fees), left?.sales]).toEqual([0, 0, 0]);
      throw new Error('back again');
    });
    await expect(undone).rejects.toThrow('back again');
  });

  it('lists failed jobs and retries them', async () => {
    const [job] =
      await all.sql`select id::text from graphile_worker.add_job('redraw-tokens', '{"by":"category","uuid":"no uuid"}'::json, max_attempts := 1)`;
    const failed = await until('the job to fail', async () => {
      const { body } = await adminCall<AdminJob[]>('GET', '/job');
      return body.data.find(({ id, isGivenUp }) => id === job?.id && isGivenUp);
    });
    expect(failed).toMatchObject({ kind: 'job', name: 'redraw-tokens', lastError: expect.stringContaining('uuid') });
    expect((await adminCall<Dashboard>('GET', '/dashboard')).body.data.jobs.failed).toBe(1);
    expect((await adminCall('POST', `/job/${failed.id}/retry`)).status).toBe(204);
    expect((await log())[0]).toMatchObject({ act: 'job.retry', detail: { name: 'redraw-tokens' } });

    const task = '0190a4a4-0000-7000-8000-00000000000a';
    await all.sql`insert into operator_task (uuid, chain_id, kind, subject, status, last_error)
      values (${task}, 1, 'mint', 'x', 'failed', 'reverted')`;
    expect((await adminCall('POST', `/job/${task}/retry`)).status).toBe(204);
    expect((await adminCall('POST', '/job/99999/retry')).status).toBe(404);
    expect((await adminCall('POST', '/job/nonsense/retry')).status).toBe(400);
  });
});
