import type { CreationOptions, Passkey, RequestOptions } from '@skarb/schema/passkey';
import { TOTP } from 'otpauth';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepAccounts } from './auth.store.ts';
import { type Accounts, type InBrowser, solve, startAccounts } from './testing-account.ts';
import { newAuthenticator, type Authenticator, type Wrong } from './testing-authenticator.ts';

let { api, people, stop } = {} as Accounts;
let { as, inBrowser, signIn, ageProof, signed, undoToken, undo } = {} as Accounts['browsers'];
beforeAll(async () => {
  const accounts = await startAccounts();
  ({ api, people, stop } = accounts);
  ({ as, inBrowser, signIn, ageProof, signed, undoToken, undo } = accounts.browsers);
});
afterAll(() => stop?.());

type Member = Awaited<ReturnType<typeof inBrowser>>;
const ORIGIN = 'http://localhost:3199';
const device = () => newAuthenticator({ origin: ORIGIN });
const send = (path: string, body: unknown, who?: InBrowser) =>
  who ? as(who, 'POST', `/auth/passkey/${path}`, body) : api.call('POST', `/auth/passkey/${path}`, { body });
const creation = async (who?: InBrowser, body = {}) =>
  (await send('register/options', body, who)).body.data.options as CreationOptions;
const request = async (who?: InBrowser) => (await send('login/options', {}, who)).body.data.options as RequestOptions;
const register = async (by: Authenticator, who?: InBrowser, wrong: Wrong = {}, name?: string) =>
  send('register/verify', { response: by.create(await creation(who), wrong), ...(name ? { name } : {}) }, who);
const login = async (by: Authenticator, wrong: Wrong = {}) =>
  send('login/verify', { response: by.get(await request(), wrong) });
/** A user with a passkey beside their password. */
const holder = async (name?: string) => {
  const who = await inBrowser();
  const by = device();
  const { status, body } = await register(by, who, {}, name);
  expect(status, JSON.stringify(body)).toBe(200);
  return { who, by, passkey: body.data.passkey as Passkey };
};
/** A person who has only a passkey: without a password, whose hash costs time. */
const visitor = async () => {
  const by = device();
  const { status, body } = await register(by);
  expect(status, JSON.stringify(body)).toBe(200);
  return { by, user: body.data.user as { uuid: string } };
};
const resetBy = (path: '' | '/request' | '/link', body: object) =>
  api.call('POST', `/auth/reset-password${path}`, { body });
const ways = async (who: InBrowser) => (await as(who, 'GET', '/auth/way')).body.data as Record<string, unknown>[];
const remove = (who: InBrowser, id: string) => as(who, 'DELETE', `/auth/way/${id}`);
const age = () => api.context.db.sql`update passkey_challenge set expires_at = now() - interval '1 second'`;
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

describe('a new passkey', () => {
  it('is asked for as the contracts need it, signs in to its account, and is mailed', async () => {
    const who = await inBrowser();
    expect(await creation(who)).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: who.email },
      pubKeyCredParams: [{ alg: -7 }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    });
    const by = device();
    const { passkey } = (await register(by, who, {}, 'My phone')).body.data as { passkey: Passkey };
    expect(passkey).toMatchObject({ name: 'My phone', lastUsedAt: null });
    expect((await creation(who)).excludeCredentials).toMatchObject([{ id: by.id, transports: ['internal'] }]);
    const { body } = await login(by);
    expect(body.data.user.uuid).toBe(who.user.uuid);
    expect((await people.mailTo(who.email, /passkey has been added/)).text).toContain('My phone');
    expect(await ways(who)).toMatchObject([
      { kind: 'password' },
      { id: `passkey:${passkey.id}`, kind: 'passkey', label: 'My phone', lastUsedAt: expect.any(String) },
    ]);
  });

  it('opens an account for a visitor, with the name that they like', async () => {
    const by = device();
    const username = `olena_${Date.now() % 1e9}`;
    const options = await creation(undefined, { username });
    expect(options.user.name).toBe(username);
    const { body } = await send('register/verify', { response: by.create(options) });
    expect(body.data.user).toMatchObject({ username, email: null, metamaskWallet: null });
    expect((await people.me(body.data.accessToken)).status).toBe(200);
    expect((await login(by)).body.data.user.uuid).toBe(body.data.user.uuid);
    expect(await ways(body.data)).toMatchObject([{ kind: 'passkey', isRemovable: false, whyNot: 'way.last' }]);
    expect(refusal(await send('register/options', { username: 'admin' }))).toEqual([400, 'invalid']);
  });

  it('is refused with a token that is not valid, so that a signed-in person gets no second account', async () => {
    const by = device();
    const stale = { accessToken: 'stale' };
    const response = by.create(await creation());
    const paths = { 'register/options': {}, 'register/verify': { response }, 'login/options': {} };
    for (const [path, body] of Object.entries(paths)) expect((await send(path, body, stale)).status).toBe(401);
    expect((await send('register/verify', { response })).body.data.user.email).toBeNull();
  });

  it('needs a proof of identity from before five minutes, in the same browser', async () => {
    const who = await inBrowser();
    const options = await creation(who);
    const stolen = { accessToken: who.accessToken };
    for (const [path, body] of [
      ['options', {}],
      ['verify', { response: device().create(options) }],
    ] as const)
      expect(refusal(await send(`register/${path}`, body, stolen))).toEqual([403, 'auth.stepUpRequired']);
    await ageProof(who);
    expect(refusal(await send('register/options', {}, who))).toEqual([403, 'auth.stepUpRequired']);
    // The options were given with a fresh proof, so that the device may take its time.
    expect((await send('register/verify', { response: device().create(options) }, who)).status).toBe(200);
  });

  it.each<[string, Wrong]>([
    ['of another site', { rpId: 'evil.example' }],
    ['made on a page of another site', { origin: 'https://evil.example' }],
    ['made on a page inside another site', { crossOrigin: true }],
    ['that did not verify the person', { isVerified: false }],
    ['of an algorithm that contracts cannot verify (EdDSA)', { algorithm: -8 }],
    ['of an algorithm that contracts cannot verify (RS256)', { algorithm: -257 }],
    ['that answers another kind of request', { type: 'webauthn.get' }],
  ])('%s is refused', async (_what, wrong) => {
    const by = device();
    expect(refusal(await register(by, undefined, wrong))).toEqual([422, 'passkey.invalid']);
    expect(refusal(await login(by))).toEqual([401, 'passkey.unknown']);
  });

  it('is refused for a challenge that is late, used, invented, of somebody else or for signing in', async () => {
    const [who, other] = [await inBrowser(), await inBrowser()];
    const verify = (response: unknown, by: InBrowser | undefined = who) => send('register/verify', { response }, by);
    const first = device().create(await creation(who));
    expect((await verify(first)).status).toBe(200);
    expect(refusal(await verify(first))).toEqual([422, 'passkey.expired']);
    const late = device().create(await creation(who));
    await age();
    expect(refusal(await verify(late))).toEqual([422, 'passkey.expired']);
    for (const challenge of ['invented', (await request(who)).challenge])
      expect(refusal(await verify(device().create(await creation(who), { challenge })))).toEqual([
        422,
        'passkey.expired',
      ]);
    expect(refusal(await verify(device().create(await creation(other))))).toEqual([422, 'passkey.invalid']);
    expect(refusal(await verify(device().create(await creation())))).toEqual([422, 'passkey.invalid']);
    const own = device().create(await creation(who));
    expect(refusal(await api.call('POST', '/auth/passkey/register/verify', { body: { response: own } }))).toEqual([
      422,
      'passkey.invalid',
    ]);
  });

  it('belongs to one account, and an account has at most ten', async () => {
    const { who, by } = await holder();
    expect(refusal(await register(by, await inBrowser()))).toEqual([409, 'passkey.taken']);
    expect(refusal(await register(by))).toEqual([409, 'passkey.taken']);
    const { sql } = api.context.db;
    await sql`
      insert into passkey (uuid, user_uuid, credential_id, public_key, rp_id, counter, transports, name)
      select gen_random_uuid(), user_uuid, gen_random_uuid(), public_key, rp_id, 0, transports, name
      from passkey, generate_series(1, 9) where user_uuid = ${who.user.uuid}`;
    expect(refusal(await send('register/options', {}, who))).toEqual([409, 'passkey.tooMany']);
  });
});

describe('signing in with a passkey', () => {
  it('works in two tabs at once, each with its own challenge', async () => {
    const { by, user } = await visitor();
    const [first, second] = [await request(), await request()];
    for (const options of [second, first]) {
      const { body } = await send('login/verify', { response: by.get(options) });
      expect(body.data.user.uuid).toBe(user.uuid);
    }
  });

  it('needs no code where the second factor is on', async () => {
    const { by, who } = await holder();
    const { secret } = (await as(who, 'POST', '/auth/two-factor/setup', {})).body.data;
    await as(who, 'POST', '/auth/two-factor/enable', { code: new TOTP({ secret }).generate() });
    expect((await login(by)).status).toBe(200);
  });

  it.each<[string, Wrong]>([
    ['another site', { rpId: 'evil.example' }],
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page inside another site', { crossOrigin: true }],
    ['a device that did not verify the person', { isVerified: false }],
    ['another account', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['another kind of request', { type: 'webauthn.create' }],
  ])('is refused for %s', async (_what, wrong) => {
    const { by } = await visitor();
    expect(refusal(await login(by, wrong))).toEqual([401, 'passkey.invalid']);
  });

  it('is refused with a signature of another key, a changed one, and without JSON', async () => {
    const { by } = await visitor();
    const real = by.get(await request());
    const thief = device().get(await request());
    const forged = {
      ...thief,
      id: by.id,
      rawId: by.id,
      response: { ...thief.response, userHandle: real.response.userHandle },
    };
    expect(refusal(await send('login/verify', { response: forged }))).toEqual([401, 'passkey.invalid']);
    const { authenticatorData } = real.response;
    const raised = `${authenticatorData.slice(0, -2)}zz`;
    const changed = { ...real, response: { ...real.response, authenticatorData: raised } };
    expect(refusal(await send('login/verify', { response: changed }))).toEqual([401, 'passkey.invalid']);
    const noJson = { ...real, response: { ...real.response, clientDataJSON: 'AAAA' } };
    expect(refusal(await send('login/verify', { response: noJson }))).toEqual([401, 'passkey.invalid']);
  });

  it('is refused for a challenge that is late, used, or given to a signed-in user', async () => {
    const { by, who } = await holder();
    const once = by.get(await request());
    expect((await send('login/verify', { response: once })).status).toBe(200);
    expect(refusal(await send('login/verify', { response: once }))).toEqual([401, 'passkey.expired']);
    const late = by.get(await request());
    await age();
    expect(refusal(await send('login/verify', { response: late }))).toEqual([401, 'passkey.expired']);
    const options = await request(who);
    expect(options.allowCredentials).toMatchObject([{ id: by.id }]);
    expect(refusal(await send('login/verify', { response: by.get(options) }))).toEqual([401, 'passkey.invalid']);
  });

  it('is refused with words of its own for a passkey that was removed, or that nobody registered', async () => {
    const { by, who, passkey } = await holder();
    expect((await remove(who, `passkey:${passkey.id}`)).status).toBe(200);
    expect(refusal(await login(by))).toEqual([401, 'passkey.unknown']);
    expect(refusal(await login(device()))).toEqual([401, 'passkey.unknown']);
  });

  it('is refused for a blocked account', async () => {
    const { by, who } = await holder();
    await api.context.db
      .sql`update app_user set blocked_at = now(), blocked_reason = 'spam' where uuid = ${who.user.uuid}`;
    expect(refusal(await login(by))).toEqual([403, 'auth.blocked']);
  });

  it('is refused and mailed when the device counts less than before: a copy may exist', async () => {
    const { by, who } = await holder('Old key');
    expect((await login(by, { counter: 5 })).status).toBe(200);
    for (const counter of [5, 4, 0]) expect(refusal(await login(by, { counter }))).toEqual([401, 'passkey.counter']);
    expect((await people.mailTo(who.email, /copied your passkey/)).text).toContain('Old key');
    expect((await people.mailsTo(who.email)).filter(({ subject }) => /copied/.test(subject))).toHaveLength(1);
    expect((await login(by, { counter: 6 })).status).toBe(200);
  });

  it('counts two uses at once one after the other', async () => {
    const { by } = await visitor();
    const options = [await request(), await request()];
    const answers = await Promise.all(
      options.map((one) => send('login/verify', { response: by.get(one, { counter: 7 }) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

describe('many and large requests', () => {
  it('keep the table of challenges bounded: a new one takes the oldest place', async () => {
    const { sql } = api.context.db;
    const first = await request();
    const [{ slot } = { slot: 0 }] = await sql<
      { slot: number }[]
    >`select slot from passkey_challenge order by expires_at desc limit 1`;
    await sql`select setval('passkey_challenge_slot', 99999)`;
    if (slot > 0) await sql`select setval('passkey_challenge_slot', ${slot - 1})`;
    await request();
    const { by } = await visitor();
    expect(refusal(await send('login/verify', { response: by.get(first) }))).toEqual([401, 'passkey.expired']);
    await sql`select setval('passkey_challenge_slot', 99999)`;
    expect((await login(by)).status).toBe(200);
  });

  it('from one network address need a proof of work, and pass with it', async () => {
    const { sql } = api.context.db;
    const [here] = await sql<
      { bucket: string }[]
    >`select bucket from pace where bucket like 'passkey networkAddress %'`;
    await sql`update pace set hits = 700, touched_at = now() where bucket = ${here?.bucket ?? ''}`;
    const refused = await send('login/options', {});
    expect(refusal(refused)).toEqual([429, 'auth.slowDown']);
    const headers = { 'skarb-work': solve(refused.body.work) };
    expect((await api.call('POST', '/auth/passkey/login/options', { body: {}, headers })).status).toBe(200);
    await sql`delete from pace where bucket like 'passkey networkAddress %'`;
  });

  it.each(['login', 'register'])('that are too large are refused before they are read: %s', async (what) => {
    const response = { ...device().get(await request()), id: 'A'.repeat(2000) };
    expect((await send(`${what}/verify`, { response })).status).toBe(400);
    expect((await send(`${what}/verify`, { response: { ...response, note: 'x'.repeat(5_000_000) } })).status).toBe(413);
  });
});

describe('a passkey proves identity', () => {
  it('for step-up: its own account’s only, with the caller’s own challenge', async () => {
    const { by, who } = await holder();
    const other = await holder();
    await ageProof(who);
    const stepUp = (passkey: unknown) => as(who, 'POST', '/auth/step-up', { passkey });
    expect(await stepUp(other.by.get(await request(who)))).toMatchObject({
      status: 400,
      body: { code: 'passkey.invalid', message: [{ property: 'passkey' }] },
    });
    expect(refusal(await stepUp(by.get(await request(other.who))))).toEqual([400, 'passkey.invalid']);
    expect(refusal(await send('register/options', {}, who))).toEqual([403, 'auth.stepUpRequired']);
    expect((await stepUp(by.get(await request(who)))).status).toBe(204);
    expect((await send('register/options', {}, who)).status).toBe(200);
  });

  it('as the second factor of a password and of a wallet', async () => {
    const { by, who } = await holder();
    const other = await holder();
    const { secret } = (await as(who, 'POST', '/auth/two-factor/setup', {})).body.data;
    await as(who, 'POST', '/auth/two-factor/enable', { code: new TOTP({ secret }).generate() });
    const key = generatePrivateKey();
    await as(who, 'POST', '/auth/connect-metamask', await signed(key));
    const { email, password } = who;
    const byPassword = (passkey: unknown) => api.call('POST', '/auth/login', { body: { email, password, passkey } });
    expect(refusal(await byPassword(undefined))).toEqual([401, 'auth.codeRequired']);
    expect(refusal(await byPassword(other.by.get(await request())))).toEqual([401, 'passkey.invalid']);
    const passkey = by.get(await request());
    expect((await byPassword(passkey)).status).toBe(200);
    expect(refusal(await byPassword(passkey))).toEqual([401, 'passkey.expired']);
    const body = { ...(await signed(key)), passkey: by.get(await request()) };
    expect((await api.call('POST', '/auth/login/wallet', { body })).status).toBe(200);
  });
});

describe('the account of a passkey', () => {
  it('keeps one of two sign-in methods that are removed at once', async () => {
    const { who, passkey } = await holder();
    const answers = await Promise.all([remove(who, 'password'), remove(who, `passkey:${passkey.id}`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await ways(who)).toHaveLength(1);
  });

  it('loses its other sessions with a removed passkey, and gets it back by the mailed link', async () => {
    const { who, by, passkey } = await holder('Lost phone');
    const other = (await login(by, { counter: 3 })).body.data;
    expect((await remove(who, `passkey:${passkey.id}`)).status).toBe(200);
    expect((await people.me(other.accessToken)).status).toBe(401);
    expect(await remove(who, `passkey:${passkey.id}`)).toMatchObject({ status: 404, body: { code: 'way.notFound' } });
    expect((await undo(await undoToken(who.email, /passkey has been removed/))).status).toBe(204);
    expect((await people.me(who.accessToken)).status).toBe(401);
    expect(refusal(await login(by, { counter: 3 }))).toEqual([401, 'passkey.counter']);
    expect((await login(by, { counter: 4 })).body.data.user.uuid).toBe(who.user.uuid);
  });

  it('does not keep a passkey whose addition was undone', async () => {
    const { who, by } = await holder();
    expect((await undo(await undoToken(who.email, /passkey has been added/))).status).toBe(204);
    expect(refusal(await login(by))).toEqual([401, 'passkey.unknown']);
    expect(await ways(await signIn(who))).toHaveLength(1);
  });

  it('is not mailed and not deleted while its e-mail address is not confirmed', async () => {
    const by = device();
    const { accessToken, user } = (await register(by)).body.data as Member;
    const { sql } = api.context.db;
    const email = people.newEmail();
    await sql`update app_user set email = ${email}, created_at = now() - interval '9 days' where uuid = ${user.uuid}`;
    await sweepAccounts(sql);
    expect((await people.me(accessToken)).status).toBe(200);
    await login(by, { counter: 2 });
    expect(refusal(await login(by, { counter: 1 }))).toEqual([401, 'passkey.counter']);
    expect(await people.mailsTo(email)).toEqual([]);
  });

  it('has its passkeys in the export of its data', async () => {
    const { OWN_DATA } = await import('../own-data/own-data.registry.ts');
    const { who, by } = await holder('Laptop');
    const rowsOf = OWN_DATA.flatMap(({ topics }) => (topics.passkeys ? [topics.passkeys] : []))[0];
    const rows = await rowsOf?.(api.context.db.sql, { uuid: who.user.uuid, wallet: null, contacts: [] });
    expect(rows).toMatchObject([{ credential_id: by.id, name: 'Laptop' }]);
  });
});

it('works on the new pages after a move to another domain, which the old one lists', async () => {
  const listed = await fetch(`${api.url}/.well-known/webauthn`);
  expect(listed.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await listed.json()).toEqual({ origins: [ORIGIN] });
  const { makeCreationOptions } = await import('./passkey.service.ts');
  const config = { ...api.context.config, passkeyRpId: 'old.example' };
  const options = await makeCreationOptions({ config, db: api.context.db }, undefined, undefined);
  expect(options.rp.id).toBe('old.example');
});

describe('after somebody else had the account, the reset of its password', () => {
  it('lists the passkeys of the last 30 days, and removes those that its owner chooses', async () => {
    const { who, by: own, passkey } = await holder('Mine');
    await api.context.db.sql`update passkey set created_at = now() - interval '31 days' where uuid = ${passkey.id}`;
    const [other, second] = [device(), device()];
    const added = [];
    for (const [by, name] of [[other, 'Not mine'] as const, [second, 'Mine, too'] as const])
      added.push(`passkey:${(await register(by, who, {}, name)).body.data.passkey.id}`);
    await resetBy('/request', { email: who.email });
    const token = people.resetToken(await people.mailTo(who.email, /Set a new password/));
    const listed = (await resetBy('/link', { token })).body.data.ways;
    expect(listed.map(({ id, label, isRemovable }: Record<string, unknown>) => [id, label, isRemovable])).toEqual([
      [added[0], 'Not mine', true],
      [added[1], 'Mine, too', true],
    ]);
    // An older one needs more than the mailbox; the refusal leaves the link valid.
    const password = 'a new password';
    for (const id of [`passkey:${passkey.id}`, 'password'])
      expect(refusal(await resetBy('', { token, password, removedWays: [id] }))).toEqual([404, 'way.notFound']);
    expect((await resetBy('', { token, password, removedWays: [added[0]] })).status).toBe(204);
    expect(refusal(await login(other))).toEqual([401, 'passkey.unknown']);
    for (const by of [own, second]) expect((await login(by)).status).toBe(200);
    expect((await resetBy('/link', { token })).body.data.ways).toEqual([]);
  });

  it('does not offer to remove what the account began with: the mailbox may be a thief’s', async () => {
    const [first, later] = [device(), device()];
    const { accessToken, user, passkey } = (await register(first)).body.data;
    const email = people.newEmail();
    await api.context.db.sql`update app_user set email = ${email}, is_email_confirmed = true where uuid = ${user.uuid}`;
    const added = (await register(later, { accessToken }, {}, 'Added')).body.data.passkey;
    await resetBy('/request', { email });
    const token = people.resetToken(await people.mailTo(email, /Set a new password/));
    const ids = (await resetBy('/link', { token })).body.data.ways.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([`passkey:${added.id}`]);
    const removing = { token, password: 'a new password', removedWays: [`passkey:${passkey.id}`] };
    expect(refusal(await resetBy('', removing))).toEqual([404, 'way.notFound']);
    expect((await login(first)).status).toBe(200);
  });
});
