import { smartAccountAbi } from '@skarb/contracts/abi';
import type { Recovery } from '@skarb/schema/account-recovery';
import type { KeysOfAccount } from '@skarb/schema/account-key';
import type { Step, TransactionStep } from '@skarb/schema/primitive';
import { encodeFunctionData, type Address, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTrade, type Person, type Trade, until } from '../offer/testing-trade.ts';
import { readToken, tokenOf } from './account.recovery.rules.ts';
import { advanceRecoveries } from './account.recovery.service.ts';
import { isStepUndone } from './account.recovery.store.ts';
import { type Bundler, startBundler } from './testing-account.ts';

let all: Trade;
let site: Bundler;
beforeAll(async () => {
  all = await startTrade({ env: { LOCAL_STACK: '1' } });
  site = await startBundler(all);
});
afterAll(() => all?.stop());

type Failure = { code: string };
type Mail = { subject: string; text: string };
const DAY = 86_400;
let made = 0;
const get = async (as: Person) => (await all.call<{ data: Recovery }>('GET', '/account/recovery', { as })).body.data;
const post = (as: Person | undefined, path: string, json: object) =>
  all.call<{ data: Recovery & { steps: Step[] } } & Failure>('POST', `/account/recovery${path}`, {
    ...(as ? { as } : {}),
    json,
  });
const codeOf = async (answer: ReturnType<typeof post>) => {
  const { status, body } = await answer;
  return [status, body?.code];
};
const mailsTo = async (email: string, subject: RegExp) => {
  const { body } = await all.call<{ data: Mail[] }>('GET', `/dev/mail?to=${encodeURIComponent(email)}`);
  return body.data.filter((mail) => subject.test(mail.subject));
};
const tokenIn = (mail: Mail | undefined) => /recovery\/([\w-]{64})/.exec(mail?.text ?? '')?.[1] ?? '';
const advance = () => advanceRecoveries(all.context);
/** Moves the chain's time. */
const wait = async (seconds: number) => {
  await all.chain.rpc('evm_increaseTime', [seconds]);
  await all.chain.rpc('evm_mine', []);
  await all.settled();
};
const callOf = (step: Step | undefined) => {
  const { to, data } = step as TransactionStep;
  return { to: to as Address, data: data as Hex };
};
const keysOf = async (as: Person) =>
  (await all.call<{ data: KeysOfAccount }>('GET', '/account/key', { as })).body.data.keys.map(({ key }) => key);

/** A user with a smart account, a confirmed address and a fresh proof. */
const holder = async () => {
  const { person, account, signer } = await site.holder();
  const email = `recovery${++made}@example.org`;
  const wallet = account.address.toLowerCase();
  await all.sql`insert into smart_account (address, chain_id, first_key) values (${wallet}, 80001, ${signer.key.toLowerCase()})`;
  await all.sql`update app_user set email = ${email}, is_email_confirmed = true where uuid = ${person.uuid}`;
  await all.sql`update session set proved_at = now() where user_uuid = ${person.uuid}`;
  return { person, account, signer, email };
};
type Holder = Awaited<ReturnType<typeof holder>>;
const choose = async ({ person, account }: Holder, isOn = true) => {
  const { status, body } = await post(person, '', { isOn });
  expect([status, body.data?.steps.map(({ id }) => id)], JSON.stringify(body)).toEqual([200, ['set-recovery']]);
  await site.act(account, [callOf(body.data.steps[0])]);
  await until('the choice', async () => (await get(person)).isChosen === isOn);
};
/** A user who chose recovery and asked for a new key. */
const asker = async () => {
  const who = await holder();
  await choose(who);
  const found = site.newPasskey();
  const { status, body } = await post(who.person, '/request', { key: found.key });
  expect([status, body.data?.request?.status], JSON.stringify(body)).toEqual([200, 'ASKED']);
  const token = tokenIn((await mailsTo(who.email, /Do you want a new key/))[0]);
  return { ...who, found, token };
};
/** The same, with the proposal on the chain. */
const waiting = async () => {
  const who = await asker();
  expect((await post(who.person, '/confirm', { token: who.token })).status).toBe(200);
  await until('the proposal', async () => (await get(who.person)).request?.effectiveAt !== null);
  return who;
};
const readAccount = (account: Address, functionName: 'recoverableAt' | 'proposedKeyHash') =>
  site.client.readContract({ address: account, abi: smartAccountAbi, functionName });

describe('recovery by e-mail', () => {
  it('is off until the person chooses it, who can give it up again; a reorg reverts the choice', async () => {
    const who = await holder();
    expect(await get(who.person)).toEqual({ isAvailable: true, isChosen: false, request: null });
    expect(await codeOf(post(who.person, '/request', { key: site.newPasskey().key }))).toEqual([
      422,
      'recovery.notChosen',
    ]);
    await choose(who);
    await choose(who, false);
    await choose(who);
    await all.settled();
    await all.chain.rpc('evm_setAutomine', [false]);
    await all.chain.rpc('anvil_rollback', [1]);
    await until('the reorg', async () => !(await get(who.person)).isChosen);
    await all.chain.rpc('evm_setAutomine', [true]);
    await all.chain.rpc('evm_mine', []);
  });

  it('adds the new key seven days after it was confirmed, with mails on days 0, 3 and 6 and at the end', async () => {
    const { person, account, signer, email, found, token } = await asker();
    // Many stopped requests delay nobody.
    await all.sql`
      insert into recovery (uuid, account, key, status, since_block, created_at)
      select gen_random_uuid(), ${account.address.toLowerCase()}, '0x01', 'STOPPED', 0, now() - interval '2 days' from generate_series(1, 1001)`;
    await advance();
    expect((await get(person)).request).toMatchObject({
      status: 'ASKED',
      key: found.key.toLowerCase(),
      effectiveAt: null,
    });
    const look = () => post(undefined, '/link', { token });
    expect((await look()).body.data).toEqual({ status: 'ASKED', effectiveAt: null, account: account.address });
    expect((await post(person, '/confirm', { token })).body.data.request?.status).toBe('CONFIRMED');
    expect(await codeOf(post(person, '/confirm', { token }))).toEqual([400, 'recovery.link']);
    expect(await codeOf(post(person, '/request', { key: site.newPasskey().key }))).toEqual([409, 'recovery.open']);
    await until('the proposal', async () => (await get(person)).request?.effectiveAt !== null);
    const mails = async () => {
      // A second run sends no second mail.
      await Promise.all([advance(), advance()]);
      return [await mailsTo(email, /on its way/), await mailsTo(email, /works from/)].map((found) => found.length);
    };
    expect(await mails()).toEqual([1, 0]);
    const [start] = await mailsTo(email, /on its way/);
    expect(tokenIn(start)).toBe(token);
    expect(start?.text).toContain((await get(person)).request?.effectiveAt?.slice(0, 10));
    await wait(3 * DAY);
    expect(await mails()).toEqual([1, 1]);
    await wait(3 * DAY);
    expect(await mails()).toEqual([1, 2]);
    expect(await keysOf(person)).toEqual([signer.key.toLowerCase()]);
    await wait(DAY);
    await advance();
    await until('the new key', async () => (await keysOf(person)).includes(found.key.toLowerCase() as Hex));
    await advance();
    expect((await get(person)).request?.status).toBe('DONE');
    expect(await mailsTo(email, /new key works$/)).toHaveLength(1);
    expect(await codeOf(post(undefined, '/stop', { token }))).toEqual([409, 'recovery.done']);
    expect(await codeOf(post(person, '/request', { key: found.key }))).toEqual([409, 'key.exists']);
    // The new key acts, and removes the lost one.
    const byNew = await site.accountOf(found, signer.key);
    const remove = encodeFunctionData({ abi: smartAccountAbi, functionName: 'removeKey', args: [signer.key] });
    expect((await site.act(byNew, [{ to: account.address, data: remove }])).success).toBe(true);
  });

  it('adds a key that the account had before and removed', async () => {
    const who = await holder();
    await choose(who);
    const { key } = site.newPasskey();
    const to = who.account.address;
    const data = (functionName: 'addKey' | 'removeKey') =>
      encodeFunctionData({ abi: smartAccountAbi, functionName, args: [key] });
    const both = [
      { to, data: data('addKey') },
      { to, data: data('removeKey') },
    ];
    expect((await site.act(who.account, both)).success).toBe(true);
    await all.settled();
    expect((await post(who.person, '/request', { key })).status).toBe(200);
    const token = tokenIn((await mailsTo(who.email, /Do you want a new key/))[0]);
    expect((await post(who.person, '/confirm', { token })).status).toBe(200);
    await advance();
    expect((await get(who.person)).request?.status).toBe('CONFIRMED');
    await until('the proposal', async () => (await get(who.person)).request?.effectiveAt !== null);
  });

  it('is stopped by the mailed link, for which nobody signs in: the operator cancels the proposal', async () => {
    const { person, account, email, found, token } = await waiting();
    // All that the operator may spend on duties in a day: a stop does not wait for it.
    await all.sql`
      insert into operator_spend (tx_hash, task_uuid, chain_id, nonce, kind, gas, wei, is_booked)
      values (${`0x${'5e'.repeat(32)}`}, gen_random_uuid(), 80001, 0, 'hatch', 1, ${String(all.config.operatorBudget.dutyDay)}, true)`;
    expect((await post(undefined, '/stop', { token })).status).toBe(204);
    expect((await post(undefined, '/stop', { token })).status).toBe(204);
    await until('the cancellation', async () => Number(await readAccount(account.address, 'recoverableAt')) === 0);
    await all.sql`delete from operator_spend where kind = 'hatch'`;
    await wait(8 * DAY);
    await advance();
    await all.settled();
    expect(await keysOf(person)).not.toContain(found.key.toLowerCase());
    expect((await get(person)).request?.status).toBe('STOPPED');
    expect(await mailsTo(email, /has been stopped/)).toHaveLength(1);
    // Another one can begin, with the same key: the end of the first one does not cancel it.
    expect((await post(person, '/request', { key: found.key })).body.data.request?.status).toBe('ASKED');
    const second = tokenIn((await mailsTo(email, /Do you want a new key/)).find((mail) => tokenIn(mail) !== token));
    expect((await post(person, '/confirm', { token: second })).status).toBe(200);
    await until('the proposal', async () => (await get(person)).request?.effectiveAt !== null);
    await advance();
    const first = `${readToken(all.config, token)}:stop`;
    const [task] = await all.sql<{ status: string; undone: boolean }[]>`
      select status, ${isStepUndone(all.sql)} as undone from operator_task task where subject = ${first}`;
    expect(task).toEqual({ status: 'done', undone: false });
    expect((await get(person)).request?.status).toBe('CONFIRMED');
  });

  it('is stopped by its person, also when the proposal reaches the chain only after that', async () => {
    const { person, account, found } = await waiting();
    // As if the link had been used before the follower read the proposal.
    await all.sql`update recovery set status = 'STOPPED' where user_uuid = ${person.uuid}`;
    await advance();
    await all.settled();
    expect(Number(await readAccount(account.address, 'recoverableAt'))).toBe(0);
    expect((await post(person, '/request', { key: found.key })).status).toBe(200);
    expect((await post(person, '/stop', {})).status).toBe(204);
    expect((await get(person)).request?.status).toBe('STOPPED');
  });

  it('goes on although an earlier one, already stopped, ends on the chain only after it was asked for', async () => {
    const { person, account, email, token } = await waiting();
    await all.sql`update recovery set status = 'STOPPED' where user_uuid = ${person.uuid}`;
    const { key } = site.newPasskey();
    expect((await post(person, '/request', { key })).body.data.request?.status).toBe('ASKED');
    const second = tokenIn((await mailsTo(email, /Do you want a new key/)).find((mail) => tokenIn(mail) !== token));
    await advance();
    await until('the cancellation', async () => Number(await readAccount(account.address, 'recoverableAt')) === 0);
    await all.settled();
    expect((await post(person, '/confirm', { token: second })).status).toBe(200);
    await advance();
    await until('the second proposal', async () => (await get(person)).request?.effectiveAt !== null);
    await advance();
    expect((await get(person)).request).toMatchObject({ status: 'CONFIRMED', key: key.toLowerCase() });
  });

  it('is stopped by any key of the account on the chain, and its person gets a mail', async () => {
    const { person, account, email } = await waiting();
    const cancel = encodeFunctionData({ abi: smartAccountAbi, functionName: 'cancelRecovery' });
    await site.act(account, [{ to: account.address, data: cancel }]);
    await until('the cancellation', async () => (await get(person)).request?.effectiveAt === null);
    await advance();
    expect((await get(person)).request?.status).toBe('STOPPED');
    expect(await mailsTo(email, /has been stopped/)).toHaveLength(1);
  });

  it('is stopped when the owner undoes a change of the account that came before it, after a change of the e-mail address or the password, without the wallet, and with the account', async () => {
    const [undone, deleted] = [await waiting(), await waiting()];
    await all.sql`
      insert into account_change (uuid, user_uuid, kind, undo_hash, expires_at, before, undone_at)
      values (gen_random_uuid(), ${undone.person.uuid}, 'password', 'x', now(), '{}', now() + interval '1 second')`;
    const changed = await waiting();
    const isStopped = async (what: string) => {
      await advance();
      expect((await get(changed.person)).request?.status, what).toBe('STOPPED');
      await all.sql`update recovery set status = 'CONFIRMED' where user_uuid = ${changed.person.uuid}`;
    };
    for (const kind of ['email', 'password']) {
      await all.sql`
        insert into account_change (uuid, user_uuid, kind, undo_hash, expires_at, before)
        values (gen_random_uuid(), ${changed.person.uuid}, ${kind}, ${`new ${kind}`}, now(), '{}')`;
      await isStopped(kind);
      await all.sql`delete from account_change where user_uuid = ${changed.person.uuid}`;
    }
    await all.sql`update app_user set metamask_wallet = null where uuid = ${changed.person.uuid}`;
    await isStopped('another wallet');
    const wallet = changed.account.address.toLowerCase();
    await all.sql`update app_user set metamask_wallet = ${wallet}, blocked_at = now() where uuid = ${changed.person.uuid}`;
    await advance();
    const blocked = await all.sql`select status from recovery where user_uuid = ${changed.person.uuid}`;
    expect(blocked).toEqual([{ status: 'STOPPED' }]);
    const { OWN_DATA } = await import('../own-data/own-data.registry.ts');
    const owner = { uuid: deleted.person.uuid, wallet: deleted.person.wallet, contacts: [] };
    await OWN_DATA.find(({ tables }) => tables.includes('recovery'))?.erase?.(all.sql, owner);
    await advance();
    await advance();
    for (const { account } of [undone, deleted])
      await until('the cancellation', async () => Number(await readAccount(account.address, 'recoverableAt')) === 0);
    expect((await get(undone.person)).request?.status).toBe('STOPPED');
  });
});

describe('a request for a new key', () => {
  it('needs a confirmed address, which did not change in the last seven days', async () => {
    const who = await holder();
    await choose(who);
    const ask = () => codeOf(post(who.person, '/request', { key: site.newPasskey().key }));
    await all.sql`
      insert into account_change (uuid, user_uuid, kind, undo_hash, expires_at, before)
      values (gen_random_uuid(), ${who.person.uuid}, 'email', 'y', now() + interval '7 days', '{}')`;
    expect(await ask()).toEqual([422, 'recovery.emailNew']);
    await all.sql`update app_user set is_email_confirmed = false where uuid = ${who.person.uuid}`;
    expect(await ask()).toEqual([422, 'recovery.email']);
    expect(await get(who.person)).toMatchObject({ isAvailable: false });
    const other = await holder();
    await all.sql`update app_user set email = null where uuid = ${other.person.uuid}`;
    expect(await codeOf(post(other.person, '', { isOn: true }))).toEqual([422, 'recovery.email']);
  });

  it('needs a fresh proof of identity and a smart account, and names a key that can sign', async () => {
    const { person, account } = await holder();
    expect(await codeOf(post(person, '/request', { key: account.address }))).toEqual([400, 'key.kind']);
    expect(await codeOf(post(person, '/request', { key: `${all.deployment.weth}01` }))).toEqual([400, 'key.kind']);
    await all.sql`update session set proved_at = now() - interval '6 minutes' where user_uuid = ${person.uuid}`;
    for (const [path, json] of [
      ['', { isOn: true }],
      ['/request', { key: site.newPasskey().key }],
    ] as const)
      expect(await codeOf(post(person, path, json))).toEqual([403, 'auth.stepUpRequired']);
    const plain = await all.person();
    await all.sql`update session set proved_at = now() where user_uuid = ${plain.uuid}`;
    expect(await codeOf(post(plain, '', { isOn: true }))).toEqual([422, 'recovery.noAccount']);
  });

  it('is confirmed by its person, in the browser that asked, within a day, and by no other token', async () => {
    const [one, two] = [await asker(), await asker()];
    const confirm = (as: Person, token: string) => codeOf(post(as, '/confirm', { token }));
    expect(await confirm(two.person, one.token)).toEqual([400, 'recovery.link']);
    const forged = `${one.token.slice(0, -2)}AA`;
    for (const path of ['/confirm', '/stop', '/link'])
      expect((await post(one.person, path, { token: forged })).body).toMatchObject({
        statusCode: 400,
        code: 'recovery.link',
        message: [
          { property: 'token', constraints: { 'recovery.link': expect.stringContaining('ask for a new one') } },
        ],
      });
    expect((await post(undefined, '/stop', {})).body).toMatchObject({
      statusCode: 400,
      message: [{ property: 'token', constraints: { isNotEmpty: 'required' } }],
    });
    expect(await codeOf(post(await all.person(), '/stop', {}))).toEqual([404, 'recovery.notFound']);
    const nobodys = tokenOf(all.config, '00000000-0000-7000-8000-000000000000');
    expect(await confirm(one.person, nobodys)).toEqual([400, 'recovery.link']);
    await all.sql`
      insert into account_change (uuid, user_uuid, kind, undo_hash, expires_at, before)
      values (gen_random_uuid(), ${one.person.uuid}, 'email', 'z', now() + interval '7 days', '{}')`;
    expect(await confirm(one.person, one.token)).toEqual([422, 'recovery.emailNew']);
    await all.sql`update recovery set device_hash = 'another browser' where user_uuid = ${one.person.uuid}`;
    const headers = { origin: 'http://localhost:3199', cookie: `skarb.browser=${'A'.repeat(43)}` };
    const elsewhere = await all.call<Failure>('POST', '/account/recovery/confirm', {
      as: one.person,
      json: { token: one.token },
      headers,
    });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'recovery.otherBrowser']);
    await all.sql`update recovery set created_at = now() - interval '25 hours' where user_uuid = ${two.person.uuid}`;
    expect(await confirm(two.person, two.token)).toEqual([400, 'recovery.link']);
    const asked = all.sql`select uuid::text from recovery where user_uuid in (${one.person.uuid}, ${two.person.uuid})`;
    expect(await all.sql`select 1 from operator_task where split_part(subject, ':', 1) in (${asked})`).toHaveLength(0);
  });

  it('takes the steps of all other requests although one fails', async () => {
    const uuids = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b'];
    const states = async () =>
      (await all.sql`select status from recovery where uuid in ${all.sql(uuids)} order by uuid`).map(
        (row) => row.status,
      );
    await all.sql.unsafe(
      `alter table recovery add constraint one_fails check (uuid <> '${uuids[0]}' or status <> 'STOPPED')`,
    );
    for (const uuid of uuids) {
      const { person, account } = await holder();
      await all.sql`
        insert into recovery (uuid, user_uuid, account, key, status, since_block)
        values (${uuid}, ${person.uuid}, ${account.address.toLowerCase()}, '0x01', 'CONFIRMED', 0)`;
    }
    // Nobody chose recovery for these accounts, so both requests end.
    await expect(advance()).rejects.toThrow(uuids[0]);
    expect(await states()).toEqual(['CONFIRMED', 'STOPPED']);
    await all.sql`alter table recovery drop constraint one_fails`;
    await advance();
    expect(await states()).toEqual(['STOPPED', 'STOPPED']);
  });
});
