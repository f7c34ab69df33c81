import { hash } from '@node-rs/argon2';
import { TOTP } from 'otpauth';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBeside, type Answer } from '../../testing.ts';
import { solve, startAccounts, type Accounts, type Member } from './testing-account.ts';

let { api, people, stop } = {} as Accounts;
/** A second server with the same database. */
let second: Awaited<ReturnType<typeof startBeside>>;
beforeAll(async () => {
  // One trusted proxy, so that a test can call from any address.
  ({ api, people, stop } = await startAccounts({ TRUST_PROXY: '1' }));
  second = await startBeside(api);
});
afterAll(async () => {
  await second?.stop();
  await stop?.();
});

type From = { networkAddress: string; cookie?: string | undefined; work?: string | undefined; token?: string };
let addresses = 0;
const newNetworkAddress = () => `10.${++addresses >> 8}.${addresses & 255}.7`;
const send = (path: string, body: unknown, { networkAddress, cookie, work, token }: From) =>
  api.call('POST', path, {
    body,
    ...(token ? { token } : {}),
    headers: {
      'x-forwarded-for': networkAddress,
      ...(cookie ? { cookie } : {}),
      ...(work ? { 'skarb-work': work } : {}),
    },
  });
const login = (who: { email: string; password: string }, from: From, code?: string) =>
  send('/auth/login', { email: who.email, password: who.password, ...(code ? { code } : {}) }, from);
const wrong = (email: string) => ({ email, password: 'not this one' });
/** A password that takes little time to check, for users whose many tries come one after another. */
const cheapHash = () => hash('correct horse', { memoryCost: 64, timeCost: 1, parallelism: 1 });
const member = async (): Promise<Member> => {
  const who = await people.member();
  await api.context.db.sql`update app_user set password_hash = ${await cheapHash()} where uuid = ${who.user.uuid}`;
  return who;
};
/** A user and the browser that they have signed in with, at their home address. */
const atHome = async () => {
  const who = await member();
  const networkAddress = newNetworkAddress();
  const { headers, body } = await login(who, { networkAddress });
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0] as string;
  return { ...who, token: body.data.accessToken as string, home: { networkAddress, cookie } };
};
/** Makes all running delays last another hour. */
const hold = () => api.context.db.sql`update pace set open_at = now() + interval '1 hour' where open_at is not null`;
/** Repeats a try until it is slowed down; returns that answer. */
const untilSlowed = async (attempt: () => Promise<Answer>): Promise<Answer> => {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await attempt();
    if (answer.status !== 429) continue;
    // Counts drain and delays end with time: on a slow machine the next try must not be free again.
    await api.context.db.sql`update pace set hits = hits + 3 where hits > 4.9`;
    await hold();
    return answer;
  }
  throw new Error('it was never slowed down');
};
/** Sends wrong passwords for an address from many network addresses, until any new one is slowed down. */
const attack = (email: string) => untilSlowed(() => login(wrong(email), { networkAddress: newNetworkAddress() }));
/** Ends all running delays. */
const wait = () => api.context.db.sql`update pace set open_at = now() - interval '1 second' where open_at is not null`;
const slowDown = { status: 429, body: { code: 'auth.slowDown' } };

describe('wrong passwords', () => {
  it('are slowed down the same way for an account and for an unknown address, with a delay and a proof of work', async () => {
    const known = await member();
    const answers: Answer[] = [];
    for (const email of [known.email, people.newEmail()]) {
      const networkAddress = newNetworkAddress();
      answers.push(await untilSlowed(() => login(wrong(email), { networkAddress })));
    }
    const [ofKnown, ofUnknown] = answers as [Answer, Answer];
    const own = { work: { challenge: expect.stringMatching(/^[\w-]+\.[0-9a-f]{64}$/), bits: 15 } };
    expect(ofKnown).toMatchObject({ ...slowDown, body: own });
    expect(ofUnknown).toMatchObject({ ...slowDown, body: own });
    expect({ ...ofUnknown.body, work: 0 }).toEqual({ ...ofKnown.body, work: 0 });
    expect(ofKnown.headers.get('retry-after')).toBe('1');
  });

  it('double the delay; a refused try is neither checked nor counted', async () => {
    const { email } = await member();
    const networkAddress = newNetworkAddress();
    const waits = [];
    await untilSlowed(() => login(wrong(email), { networkAddress }));
    const own = api.context.db.sql`bucket like 'password pair %' and bucket like ${`% ${networkAddress}`}`;
    await api.context.db.sql`update pace set hits = 20.5 where ${own}`;
    for (let round = 0; round < 4; round++) {
      await wait();
      await api.context.db.sql`update pace set touched_at = clock_timestamp() where ${own}`;
      expect((await login(wrong(email), { networkAddress })).status).toBe(401);
      const [passed] = await api.context.db.sql`
        select round(extract(epoch from open_at - touched_at))::int as wait, hits from pace where ${own}`;
      waits.push(passed?.wait);
      await hold();
      expect(await login(wrong(email), { networkAddress })).toMatchObject(slowDown);
      const [refused] = await api.context.db.sql`select hits from pace where ${own}`;
      expect(refused?.hits).toBe(passed?.hits);
    }
    expect(waits).toEqual([1, 2, 4, 8]);
  });

  it('from everywhere, on two servers at once, are counted together', async () => {
    const { email } = await people.member();
    const attempt = async (url: string) =>
      (
        await fetch(`${url}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': newNetworkAddress() },
          body: JSON.stringify(wrong(email)),
        })
      ).status;
    const statuses: number[] = [];
    for (let round = 0; round < 8; round++)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 12 }, (_, at) => attempt(at % 2 ? api.url : second.url)))),
      );
    const lookedAt = statuses.filter((status) => status === 401).length;
    // 40 are free; the count drains a little while the test runs.
    expect(lookedAt).toBeGreaterThanOrEqual(40);
    expect(lookedAt).toBeLessThan(60);
    expect(statuses.filter((status) => status === 429).length).toBe(96 - lookedAt);
  });
});

describe('the correct password', () => {
  it('passes at once on a known device, however many others failed', async () => {
    const who = await atHome();
    await attack(who.email);
    expect((await login(who, who.home)).status).toBe(200);
    expect((await login(who, { ...who.home, networkAddress: newNetworkAddress() })).status).toBe(200);
    const other = await atHome();
    expect(await login(who, { networkAddress: newNetworkAddress(), cookie: other.home.cookie })).toMatchObject(
      slowDown,
    );
  });

  it('passes at once with proof of work from anywhere else, and each proof of work is valid once', async () => {
    const who = await member();
    await attack(who.email);
    const networkAddress = newNetworkAddress();
    const refused = await login(who, { networkAddress });
    expect(refused).toMatchObject(slowDown);
    await hold();
    const work = solve(refused.body.work);
    expect(await login(who, { networkAddress: newNetworkAddress(), work })).toMatchObject(slowDown);
    expect((await login(who, { networkAddress, work })).status).toBe(200);
    expect(await login(who, { networkAddress })).toMatchObject(slowDown);
    await hold();
    const again = await Promise.all([1, 2, 3].map(() => login(who, { networkAddress, work })));
    expect(again.map(({ status }) => status)).toEqual([429, 429, 429]);
  });

  it('passes one of many concurrent uses of the same proof of work', async () => {
    const { email } = await people.member();
    const networkAddress = newNetworkAddress();
    const { body } = await untilSlowed(() => login(wrong(email), { networkAddress }));
    const work = solve(body.work);
    const answers = await Promise.all([1, 2, 3, 4].map(() => login(wrong(email), { networkAddress, work })));
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 429, 429, 429]);
  });

  it('passes without proof of work after its delay, also while the attack continues', async () => {
    const who = await member();
    const networkAddress = newNetworkAddress();
    await attack(who.email);
    const refused = await login(who, { networkAddress });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await attack(who.email);
    await wait();
    expect((await login(who, { networkAddress })).status).toBe(200);
  });

  it('of 200 users behind one network address passes within a minute, without a cookie', async () => {
    const passwordHash = await cheapHash();
    const emails = Array.from({ length: 200 }, (_, at) => `office${at}@example.org`);
    const users = emails.map((email) => ({
      uuid: uuidv7(),
      email,
      password_hash: passwordHash,
      is_email_confirmed: true,
      username: email.split('@')[0] as string,
    }));
    await api.context.db.sql`insert into app_user ${api.context.db.sql(users)}`;
    const networkAddress = newNetworkAddress();
    // One user in ten mistypes first.
    for (const email of emails.filter((_, at) => at % 10 === 0)) await login(wrong(email), { networkAddress });
    const statuses: number[] = [];
    for (let at = 0; at < 200; at += 20)
      statuses.push(
        ...(await Promise.all(
          emails.slice(at, at + 20).map((email) => login({ email, password: 'correct horse' }, { networkAddress })),
        ).then((answers) => answers.map(({ status }) => status))),
      );
    expect(statuses).toEqual(Array(200).fill(200));
  });

  it('no longer counts as from a known device when the device signed in before a password reset', async () => {
    const who = await atHome();
    await send('/auth/reset-password/request', { email: who.email }, { networkAddress: newNetworkAddress() });
    const token = people.resetToken(await people.mailTo(who.email, /Set a new password/));
    const thief = who.home;
    await send('/auth/reset-password', { token, password: 'a new password' }, { networkAddress: newNetworkAddress() });
    await attack(who.email);
    expect(await login(wrong(who.email), thief)).toMatchObject(slowDown);
  });
});

describe('codes of the second factor', () => {
  const guarded = async () => {
    const who = await atHome();
    const by = { ...who.home, token: who.token };
    const { secret } = (await send('/auth/two-factor/setup', {}, by)).body.data;
    const code = new TOTP({ secret }).generate();
    const { recoveryCodes } = (await send('/auth/two-factor/enable', { code }, by)).body.data;
    await api.context.db.sql`update two_factor set last_step = 0 where user_uuid = ${who.user.uuid}`;
    return { ...who, secret: secret as string, recoveryCodes: recoveryCodes as string[] };
  };

  it('wrong tries by someone who knows the password do not use up those of a known device', async () => {
    const who = await guarded();
    const networkAddress = newNetworkAddress();
    expect(await untilSlowed(() => login(who, { networkAddress }, '000000'))).toMatchObject(slowDown);
    await api.context.db.sql`update rate_limit set hits = 1000 where bucket = ${`two-factor-day ${who.user.uuid}`}`;
    const elsewhere = await login(
      who,
      { networkAddress: newNetworkAddress() },
      new TOTP({ secret: who.secret }).generate(),
    );
    expect(elsewhere).toMatchObject({ status: 429, body: { code: 'auth.codesClosed' } });
    expect(Number(elsewhere.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await login(who, who.home, new TOTP({ secret: who.secret }).generate())).status).toBe(200);
  });

  it('leave recovery codes usable from anywhere', async () => {
    const who = await guarded();
    await login(who, { networkAddress: newNetworkAddress() }, '000000');
    await api.context.db.sql`update rate_limit set hits = 1000 where bucket = ${`two-factor-day ${who.user.uuid}`}`;
    expect((await login(who, { networkAddress: newNetworkAddress() }, who.recoveryCodes[0])).status).toBe(200);
  });
});

describe('a copied access token', () => {
  it('cannot use up the owner’s step-up tries', async () => {
    const who = await atHome();
    const thief = { networkAddress: newNetworkAddress(), token: who.token };
    const owner = { ...who.home, token: who.token };
    for (const [path, body] of [
      ['/auth/step-up', { password: 'a guess' }],
      ['/auth/password', { currentPassword: 'a guess', password: 'long enough' }],
    ] as const)
      expect(await untilSlowed(() => send(path, body, thief))).toMatchObject(slowDown);
    expect((await send('/auth/step-up', { password: who.password }, owner)).status).toBe(204);
    const change = { currentPassword: who.password, password: 'a new password' };
    expect((await send('/auth/password', change, owner)).status).toBe(204);
  });

  it('cannot try the code of an SMS', async () => {
    const who = await atHome();
    const owner = { ...who.home, token: who.token };
    await api.call('GET', '/auth/me', { token: who.token, headers: { cookie: who.home.cookie } });
    expect((await send('/auth/phone', { phoneNumber: '+380671112233' }, owner)).status).toBe(202);
    const thief = await send(
      '/auth/phone/confirm',
      { code: '000000' },
      { networkAddress: newNetworkAddress(), token: who.token },
    );
    expect(thief).toMatchObject({ status: 403, body: { code: 'auth.stepUpRequired' } });
    const [row] = await api.context.db.sql`select tries_left from phone_code where user_uuid = ${who.user.uuid}`;
    expect(row?.tries_left).toBe(5);
  });
});

describe('password reset links', () => {
  const ask = async (who: Pick<Member, 'email'>, from: From) => {
    expect((await send('/auth/reset-password/request', { email: who.email }, from)).status).toBe(202);
    for (const until = Date.now() + 10_000; Date.now() < until;) {
      const [row] = await api.context.db
        .sql`select count(*)::int as left from graphile_worker.jobs where task_identifier = 'mail-reset'`;
      if (row?.left === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('the worker did not take the request');
  };
  const linksTo = async (email: string) =>
    (await people.mailsTo(email)).filter(({ subject }) => /Set a new password/.test(subject)).map(people.resetToken);

  it('requested repeatedly by anyone are mailed once, and a known device gets the same link again', async () => {
    const who = await atHome();
    for (let times = 0; times < 7; times++) await ask(who, { networkAddress: newNetworkAddress() });
    const [first, ...more] = await linksTo(who.email);
    expect(more).toEqual([]);
    await ask(who, who.home);
    expect(await linksTo(who.email)).toEqual([first, first]);
    const reset = { token: first, password: 'a new password' };
    expect((await send('/auth/reset-password', reset, { networkAddress: newNetworkAddress() })).status).toBe(204);
  });

  it('can be mailed to anyone again after a minute, and are new after half an hour, with both valid', async () => {
    const who = await people.member();
    await ask(who, { networkAddress: newNetworkAddress() });
    await wait();
    await ask(who, { networkAddress: newNetworkAddress() });
    const [first, again] = await linksTo(who.email);
    expect(again).toBe(first);
    await api.context.db
      .sql`update mail_token set expires_at = now() + interval '29 minutes' where user_uuid = ${who.user.uuid}`;
    await ask(who, { networkAddress: newNetworkAddress() });
    const links = await linksTo(who.email);
    expect(new Set(links).size).toBe(2);
    const reset = { token: first, password: 'a new password' };
    expect((await send('/auth/reset-password', reset, { networkAddress: newNetworkAddress() })).status).toBe(204);
  });

  it('cannot be derived from the database', async () => {
    const who = await people.member();
    await ask(who, { networkAddress: newNetworkAddress() });
    const [link] = await linksTo(who.email);
    const [row] = await api.context.db.sql`select to_jsonb(mail_token)::text as text, seed from mail_token
      where user_uuid = ${who.user.uuid} and purpose = 'reset'`;
    expect(row?.text).not.toContain(link);
    const reset = { token: row?.seed, password: 'a new password' };
    expect((await send('/auth/reset-password', reset, { networkAddress: newNetworkAddress() })).body.code).toBe(
      'resetToken.invalid',
    );
  });
});

describe('registering an address that others registered many times', () => {
  const register = (who: { email: string; password: string }, from: From) => send('/auth/register/email', who, from);
  const confirm = async (email: string, at: number, from: From) => {
    const mail = (await people.mailsTo(email)).filter(({ subject }) => /Confirm/.test(subject))[at];
    return send('/auth/confirm/email', { token: mail && people.confirmToken(mail) }, from);
  };

  it('works at once for its owner, with their own link and password', async () => {
    const email = people.newEmail();
    const networkAddress = newNetworkAddress();
    const thirdParty = () => register({ email, password: 'of a third party' }, { networkAddress });
    expect(await untilSlowed(thirdParty)).toMatchObject(slowDown);
    const owner = { email, password: 'of the owner' };
    const home = newNetworkAddress();
    expect((await register(owner, { networkAddress: home })).status).toBe(201);
    expect((await thirdParty()).status).toBe(429);
    expect((await confirm(email, 0, { networkAddress: home })).status).toBe(200);
    expect((await login(owner, { networkAddress: home })).status).toBe(200);
  });

  it('after registrations from everywhere needs proof of work, and then works', async () => {
    const email = people.newEmail();
    await untilSlowed(() => register({ email, password: 'of a third party' }, { networkAddress: newNetworkAddress() }));
    const owner = { email, password: 'of the owner' };
    const networkAddress = newNetworkAddress();
    const refused = await register(owner, { networkAddress });
    expect(refused).toMatchObject(slowDown);
    expect((await register(owner, { networkAddress, work: solve(refused.body.work) })).status).toBe(201);
    expect((await confirm(email, 0, { networkAddress })).status).toBe(200);
    expect((await login(owner, { networkAddress })).status).toBe(200);
  });

  it('again in the same browser gives the same link, with the password typed last', async () => {
    const email = people.newEmail();
    const networkAddress = newNetworkAddress();
    const { headers } = await register({ email, password: 'typed at first' }, { networkAddress });
    const cookie = (headers.get('set-cookie') ?? '').split(';')[0] as string;
    expect((await register({ email, password: 'typed at last' }, { networkAddress, cookie })).status).toBe(201);
    expect(await people.mailsTo(email)).toHaveLength(1);
    await wait();
    await register({ email, password: 'typed at last' }, { networkAddress, cookie });
    const mails = await people.mailsTo(email);
    expect(new Set(mails.map(people.confirmToken)).size).toBe(1);
    expect(mails).toHaveLength(2);
    expect((await confirm(email, 0, { networkAddress, cookie })).status).toBe(200);
    expect((await login({ email, password: 'typed at last' }, { networkAddress, cookie })).status).toBe(200);
  });
});

describe('the code of a registration’s mail', () => {
  const register = (email: string, networkAddress: string) =>
    send('/auth/register/email', { email, password: 'of the owner' }, { networkAddress });
  const cookieOf = ({ headers }: Answer) => (headers.get('set-cookie') ?? '').split(';')[0] as string;
  const codeIn = (text: string | undefined) => /Your code: (\d{6})/.exec(text ?? '')?.[1] as string;
  const confirm = (email: string, code: string, from: From) => send('/auth/confirm/email/code', { email, code }, from);
  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('confirms the address and signs in, once, only in the browser that registered, and keeps its password', async () => {
    const email = people.newEmail();
    const networkAddress = newNetworkAddress();
    const cookie = cookieOf(await register(email, networkAddress));
    const strange = cookieOf(await register(email, newNetworkAddress()));
    const texts = (await people.mailsTo(email)).map(({ text }) => text);
    const code = codeIn(texts[1]);
    expect(texts[1]).not.toBe(texts[0]);
    const refused = { status: 400, body: { code: 'mailCode.wrong' } };
    expect(await confirm(email, other(code), { networkAddress, cookie })).toMatchObject(refused);
    expect(await confirm(email, code, { networkAddress, cookie: strange })).toMatchObject(refused);
    expect(await confirm(email, code, { networkAddress })).toMatchObject(refused);
    expect(await confirm(people.newEmail(), code, { networkAddress, cookie })).toMatchObject(refused);
    expect((await confirm(email, '12345', { networkAddress, cookie })).status).toBe(400);
    const { status, body } = await confirm(email, code, { networkAddress, cookie });
    expect([status, body.data.user.isEmailConfirmed, body.data.user.hasPassword]).toEqual([200, true, true]);
    expect((await login({ email, password: 'of the owner' }, { networkAddress })).status).toBe(200);
  });

  it('says to whom has the code that the link was opened elsewhere; the link leads on to what was interrupted', async () => {
    const email = people.newEmail();
    const from = { networkAddress: newNetworkAddress() };
    const next = '/nfts/a?copies=2#buy';
    const json = { email, password: 'of the owner', next };
    const cookie = cookieOf(await send('/auth/register/email', json, from));
    const [mail] = await people.mailsTo(email);
    const link = new URL(/https?:\S+\/confirmation\?\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    expect(link.searchParams.get('next')).toBe(next);
    expect((await send('/auth/confirm/email', { token: link.searchParams.get('token') }, from)).status).toBe(200);
    const code = codeIn(mail?.text);
    const used = { status: 400, body: { code: 'mailCode.used', message: [{ property: 'code' }] } };
    expect(await confirm(email, code, { ...from, cookie })).toMatchObject(used);
    const wrong = { status: 400, body: { code: 'mailCode.wrong' } };
    expect(await confirm(email, other(code), { ...from, cookie })).toMatchObject(wrong);
    expect(await confirm(email, code, from)).toMatchObject(wrong);
    for (const elsewhere of ['//evil.example', 'https://evil.example', '/\\evil.example'])
      expect(await send('/auth/register/email', { ...json, next: elsewhere }, from)).toMatchObject({ status: 400 });
  });

  it('is slowed down after wrong tries and closed for a day after fifty; the link still works', async () => {
    const email = people.newEmail();
    const networkAddress = newNetworkAddress();
    const cookie = cookieOf(await register(email, networkAddress));
    const [mail] = await people.mailsTo(email);
    const code = codeIn(mail?.text);
    const day = () => api.context.db.sql`select 1 from rate_limit where bucket like 'mail-code-day %'`;
    await api.context.db.sql`delete from rate_limit where bucket like 'mail-code-day %'`;
    // Anyone without a registration in their browser closes nothing.
    const anyone = { networkAddress: newNetworkAddress() };
    for (let tries = 0; tries < 12; tries++)
      expect(await confirm(email, other(code), anyone)).toMatchObject({ status: 400 });
    expect(await day()).toEqual([]);
    expect(await untilSlowed(() => confirm(email, other(code), { networkAddress, cookie }))).toMatchObject(slowDown);
    expect(await day()).toHaveLength(1);
    await api.context.db.sql`update rate_limit set hits = 50 where bucket like 'mail-code-day %'`;
    const work = solve((await confirm(email, code, { networkAddress, cookie })).body.work);
    const closed = await confirm(email, code, { networkAddress, cookie, work });
    expect(closed).toMatchObject({ status: 429, body: { code: 'mailCode.closed' } });
    const token = people.confirmToken(mail as never);
    expect((await send('/auth/confirm/email', { token }, { networkAddress, cookie })).status).toBe(200);
  });

  it('is still taken in the browser of the owner when another browser has used up its tries', async () => {
    const email = people.newEmail();
    const [owner, anyone] = [{ networkAddress: newNetworkAddress() }, { networkAddress: newNetworkAddress() }];
    const cookie = cookieOf(await register(email, owner.networkAddress));
    const theirs = cookieOf(await register(email, anyone.networkAddress));
    const code = codeIn((await people.mailsTo(email))[1]?.text);
    await api.context.db.sql`delete from rate_limit where bucket like 'mail-code-%'`;
    const guess = () => confirm(email, other(code), { ...anyone, cookie: theirs });
    await guess();
    await api.context.db.sql`update rate_limit set hits = 50 where bucket like 'mail-code-day %'`;
    expect(await guess()).toMatchObject({ status: 429, body: { code: 'mailCode.closed' } });
    await api.context.db.sql`update rate_limit set hits = 500 where bucket like 'mail-code-address %'`;
    const confirmed = () => confirm(email, code, { ...owner, cookie });
    expect(await confirmed()).toMatchObject({ status: 429, body: { code: 'mailCode.closed' } });
    await api.context.db.sql`update rate_limit set hits = 499 where bucket like 'mail-code-address %'`;
    expect((await confirmed()).status).toBe(200);
  });
});

describe('a network address that sends invalid tokens', () => {
  it('can still use valid ones: sessions continue and links open', async () => {
    const networkAddress = newNetworkAddress();
    const who = await people.member();
    const refresh = (refreshToken: string) => send('/auth/refresh', { refreshToken }, { networkAddress });
    await refresh('invented');
    await send('/auth/confirm/email', { token: 'invented' }, { networkAddress });
    await api.context.db.sql`update rate_limit set hits = 1000 where bucket like ${`% ${networkAddress}`}`;
    expect((await refresh('invented')).status).toBe(429);
    expect((await refresh(who.refreshToken)).status).toBe(200);
    const email = people.newEmail();
    await send('/auth/register/email', { email, password: 'long enough' }, { networkAddress });
    const token = people.confirmToken(await people.mailTo(email, /Confirm/));
    expect((await send('/auth/confirm/email', { token }, { networkAddress })).status).toBe(200);
  });
});
