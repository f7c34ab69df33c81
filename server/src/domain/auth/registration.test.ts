import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../testing.ts';
import { type Accounts, type Mail, startAccounts } from './testing-account.ts';

let { api, people, post, stop } = {} as Accounts;
beforeAll(async () => {
  ({ api, people, post, stop } = await startAccounts());
});
afterAll(() => stop?.());

const password = 'of the owner';
const cookieOf = ({ headers }: Answer) => (headers.get('set-cookie') ?? '').split(';')[0] as string;
const send = (path: string, body: unknown, cookie?: string) =>
  api.call('POST', path, { body, ...(cookie ? { headers: { cookie } } : {}) });
/** Registers in a new browser; returns its cookie and the answer's word on the mail. */
const register = async (body: { email: string } & Record<string, string>, cookie?: string) => {
  const answer = await send('/auth/register/email', { password, ...body }, cookie);
  expect(answer.status).toBe(201);
  return { cookie: cookie ?? cookieOf(answer), mail: answer.body.mail as { isSent: boolean; nextInSeconds: number } };
};
/** Requests the mail again, and waits until the worker has done it. */
const again = async (email: string, cookie?: string) => {
  const { status, body } = await send('/auth/register/email/again', { email }, cookie);
  expect(status).toBe(202);
  await expect
    .poll(async () => {
      const [row] = await api.context.db
        .sql`select count(*)::int as left from graphile_worker.jobs where task_identifier = 'mail-registration'`;
      return row?.left;
    })
    .toBe(0);
  return body.data as { isSent: boolean; nextInSeconds: number };
};
/** Ends all delays. */
const wait = () => api.context.db.sql`update pace set open_at = now() - interval '1 second' where open_at is not null`;
const linkIn = ({ text }: Mail) => new URL(/https?:\S+\/confirmation\?\S+/.exec(text)?.[0] ?? '');
const codeIn = ({ text }: Mail) => /: (\d{6})\n/.exec(text)?.[1] as string;
const confirm = (email: string, mail: Mail, cookie: string) =>
  send('/auth/confirm/email/code', { email, code: codeIn(mail) }, cookie);

describe('the mail of a registration, sent again', () => {
  it('keeps the nickname, the way back, the language and the password', async () => {
    const email = people.newEmail();
    const next = '/nfts/a#buy';
    const { cookie } = await register({ email, username: 'halyna_kvit', language: 'ukr', next });
    await wait();
    expect(await again(email, cookie)).toEqual({ isSent: true, nextInSeconds: 120 });
    const [second, first] = (await people.mailsTo(email)) as [Mail, Mail];
    expect(second.subject).toBe('Підтвердьте свою електронну адресу');
    expect([linkIn(second).href, linkIn(second).searchParams.get('next')]).toEqual([linkIn(first).href, next]);
    const { body } = await confirm(email, second, cookie);
    expect(body.data.user).toMatchObject({ username: 'halyna_kvit', language: 'ukr', hasPassword: true });
    expect((await people.login({ email, password })).status).toBe(200);
  });

  it('says how long to wait, and is not sent before', async () => {
    const email = people.newEmail();
    const { cookie, mail } = await register({ email });
    expect(mail).toEqual({ isSent: true, nextInSeconds: 60 });
    const early = await again(email, cookie);
    expect(early.isSent).toBe(false);
    expect(early.nextInSeconds).toBeGreaterThan(50);
    expect(early.nextInSeconds).toBeLessThanOrEqual(60);
    expect((await register({ email }, cookie)).mail.isSent).toBe(false);
    expect(await people.mailsTo(email)).toHaveLength(1);
  });

  it('keeps what a second registration in the same browser leaves out', async () => {
    const email = people.newEmail();
    const { cookie } = await register({ email, username: 'kept_name', next: '/nfts/b' });
    await wait();
    await register({ email }, cookie);
    const [mail] = (await people.mailsTo(email)) as [Mail];
    expect(linkIn(mail).searchParams.get('next')).toBe('/nfts/b');
    expect((await confirm(email, mail, cookie)).body.data.user.username).toBe('kept_name');
  });

  it('has a new link once half of the lifetime is over, with what the first one knew', async () => {
    const email = people.newEmail();
    const { cookie } = await register({ email, username: 'late_name', next: '/nfts/c' });
    await api.context.db.sql`update mail_token set expires_at = now() + interval '11 hours' where email = ${email}`;
    await wait();
    await again(email, cookie);
    const [second, first] = (await people.mailsTo(email)) as [Mail, Mail];
    expect(linkIn(second).searchParams.get('token')).not.toBe(linkIn(first).searchParams.get('token'));
    expect(linkIn(second).searchParams.get('next')).toBe('/nfts/c');
    expect((await confirm(email, second, cookie)).body.data.user.username).toBe('late_name');
  });

  it('goes out only for the browser that registered', async () => {
    const email = people.newEmail();
    await register({ email });
    const { cookie: strange } = await register({ email: people.newEmail() });
    await again(email, strange);
    await again(email);
    expect(await people.mailsTo(email)).toHaveLength(1);
  });

  it('looks the same for an address with an account, one that is not confirmed, and an unknown one', async () => {
    const known = await people.member();
    const unconfirmed = people.newEmail();
    await register({ email: unconfirmed });
    // The owner got a mail about that a moment ago: nothing may show of it here.
    await register({ email: known.email });
    const answers = await Promise.all(
      [known.email, unconfirmed, people.newEmail()].map(async (email) => {
        const { cookie, mail } = await register({ email });
        const early = await send('/auth/register/email/again', { email }, cookie);
        return [mail, early.status, early.body.data.isSent];
      }),
    );
    expect(answers).toEqual(Array(3).fill([{ isSent: true, nextInSeconds: 60 }, 202, false]));
    const strange = await Promise.all(
      [known.email, unconfirmed, people.newEmail()].map(async (email) => {
        const { cookie } = await register({ email: people.newEmail() });
        return (await send('/auth/register/email/again', { email }, cookie)).text;
      }),
    );
    expect(new Set(strange).size).toBe(1);
    expect((await people.mailsTo(known.email)).filter(({ subject }) => /already have/.test(subject))).toHaveLength(1);
  });
});

describe('the sign-in of an unconfirmed account', () => {
  const signIn = async (email: string, cookie?: string) => {
    const headers = { origin: api.context.config.publicUrl, ...(cookie ? { cookie } : {}) };
    const answer = await api.call('POST', '/auth/login', { body: { email, password }, headers });
    expect(answer).toMatchObject({ status: 403, body: { code: 'auth.unconfirmed' } });
    return cookie ?? cookieOf(answer);
  };

  it('sends nothing in the browser that registered', async () => {
    const email = people.newEmail();
    const { cookie } = await register({ email });
    await wait();
    await signIn(email, cookie);
    expect(await people.mailsTo(email)).toHaveLength(1);
  });

  it('in another browser makes the same registration there, with a code of its own', async () => {
    const email = people.newEmail();
    await register({ email, username: 'of_two_browsers', next: '/nfts/d', language: 'ukr' });
    const other = await signIn(email);
    const [mail, first] = (await people.mailsTo(email)) as [Mail, Mail];
    expect(mail.subject).toBe('Підтвердьте свою електронну адресу');
    expect(linkIn(mail).searchParams.get('next')).toBe('/nfts/d');
    expect((await confirm(email, first, other)).body.code).toBe('mailCode.wrong');
    const { body } = await confirm(email, mail, other);
    expect(body.data.user).toMatchObject({ username: 'of_two_browsers', hasPassword: true });
    expect((await people.login({ email, password })).status).toBe(200);
  });

  it('takes no nickname from a registration with another password', async () => {
    const email = people.newEmail();
    await register({ email, username: 'of_somebody_else', password: 'of somebody else' });
    const { cookie } = await register({ email });
    const other = await signIn(email);
    expect(other).not.toBe(cookie);
    const [mail] = (await people.mailsTo(email)) as [Mail];
    expect((await confirm(email, mail, other)).body.data.user.username).not.toBe('of_somebody_else');
  });

  it('sends a new mail once the registration has expired', async () => {
    const email = people.newEmail();
    const { cookie } = await register({ email });
    await api.context.db.sql`update mail_token set expires_at = now() - interval '1 second' where email = ${email}`;
    await wait();
    await signIn(email, cookie);
    const [mail] = (await people.mailsTo(email)) as [Mail];
    expect((await confirm(email, mail, cookie)).status).toBe(200);
  });

  it('from many browsers answers the same, and mails less than every time', async () => {
    const email = people.newEmail();
    await register({ email });
    for (let times = 0; times < 20; times++) await signIn(email);
    const mails = await people.mailsTo(email);
    expect(mails.length).toBeGreaterThan(1);
    expect(mails.length).toBeLessThan(20);
  });

  it('in a program sends nothing: the link works there', async () => {
    const email = people.newEmail();
    await register({ email });
    expect((await people.login({ email, password })).status).toBe(403);
    expect(await people.mailsTo(email)).toHaveLength(1);
  });

  it('with a wrong password sends nothing', async () => {
    const email = people.newEmail();
    await register({ email });
    expect((await post('/auth/login', { email, password: 'a guess' })).status).toBe(401);
    expect(await people.mailsTo(email)).toHaveLength(1);
  });
});
