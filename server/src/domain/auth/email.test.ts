import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accounts, startAccounts } from './testing-account.ts';

let { api, people, post, editEmail, wayIn, stop } = {} as Accounts;
beforeAll(async () => {
  ({ api, people, post, editEmail, wayIn, stop } = await startAccounts());
});
afterAll(() => stop?.());

describe('changing the e-mail address', () => {
  it('takes effect when the new one is confirmed; the old one is notified before and after', async () => {
    const who = await people.member();
    const email = people.newEmail();
    const { body } = await editEmail(who, email.toUpperCase());
    expect(body.data).toMatchObject({ email: who.email, pendingEmail: email, isEmailConfirmed: true });
    expect((await people.mailTo(who.email, /wants to change your e-mail/)).text).toContain(email);
    expect((await wayIn(who)).status).toBe(200);
    const token = people.confirmToken(await people.mailTo(email, /Confirm your new/));
    const confirmed = await post('/auth/confirm/email', { token });
    expect(confirmed.body.data.user).toMatchObject({ uuid: who.user.uuid, email, pendingEmail: null });
    expect((await people.mailTo(who.email, /has been changed/)).text).toContain(email);
    expect((await wayIn(who)).status).toBe(401);
    expect((await people.login({ email, password: who.password })).status).toBe(200);
    expect((await post('/auth/confirm/email', { token })).status).toBe(400);
  });

  it.each(['one by one', 'all others'])('is cancelled when the session that requested it ends: %s', async (how) => {
    const who = await people.member();
    const thief = (await wayIn(who)).body.data;
    const email = people.newEmail();
    await editEmail(thief, email);
    const token = people.confirmToken(await people.mailTo(email, /Confirm your new/));
    const { data } = (await api.call('GET', '/auth/session', { token: who.accessToken })).body;
    const other = data.find((one: { isCurrent: boolean }) => !one.isCurrent).uuid;
    const path = how === 'all others' ? '/auth/session' : `/auth/session/${other}`;
    expect((await api.call('DELETE', path, { token: who.accessToken })).status).toBe(204);
    expect((await post('/auth/confirm/email', { token })).body.code).toBe('mailToken.invalid');
    expect((await people.me(who.accessToken)).body.data.pendingEmail).toBeNull();
  });

  it('continues when a session of another browser is ended', async () => {
    const who = await people.member();
    const { body, headers } = await wayIn(who);
    const cookie = (headers.get('set-cookie') ?? '').split(';')[0] as string;
    await wayIn(who);
    const email = people.newEmail();
    const mine = { token: body.data.accessToken as string, headers: { cookie } };
    await api.call('PUT', '/auth/profile', { ...mine, body: { email } });
    expect((await api.call('DELETE', '/auth/session', mine)).status).toBe(204);
    const token = people.confirmToken(await people.mailTo(email, /Confirm your new/));
    const confirmed = await api.call('POST', '/auth/confirm/email', { body: { token }, headers: { cookie } });
    expect(confirmed.body.data.user.email).toBe(email);
  });

  it('gives an account without an address its first one', async () => {
    const { token } = await api.person();
    const email = people.newEmail();
    await editEmail({ accessToken: token }, email);
    await post('/auth/confirm/email', { token: people.confirmToken(await people.mailTo(email, /Confirm your new/)) });
    expect((await people.me(token)).body.data).toMatchObject({ email, isEmailConfirmed: true, hasPassword: false });
    expect((await post('/auth/password', { password: 'my first one' }, token)).status).toBe(204);
    expect((await people.login({ email, password: 'my first one' })).status).toBe(200);
  });

  it('looks the same to the requester when the address has an account, and notifies only its owner', async () => {
    const [who, owner] = [await people.member(), await people.member()];
    expect((await editEmail(who, owner.email)).body.data).toMatchObject({ pendingEmail: owner.email });
    expect((await people.mailsTo(owner.email))[0]?.subject).toBe('You already have an account');
  });

  it('gives an address that two accounts requested to the first that confirms it', async () => {
    const [one, two] = [await people.member(), await people.member()];
    const email = people.newEmail();
    await editEmail(one, email);
    const first = people.confirmToken(await people.mailTo(email, /Confirm your new/));
    await editEmail(two, email);
    const second = people.confirmToken((await people.mailsTo(email))[0]!);
    const answers = await Promise.all([first, second].map((token) => post('/auth/confirm/email', { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('auth.emailTaken');
  });

  it('takes an address over from an unconfirmed registration', async () => {
    const who = await people.member();
    const email = people.newEmail();
    await post('/auth/register/email', { email, password: 'of somebody else' });
    await editEmail(who, email);
    const token = people.confirmToken(await people.mailTo(email, /Confirm your new/));
    expect((await post('/auth/confirm/email', { token })).body.data.user.email).toBe(email);
    expect((await people.login({ email, password: 'of somebody else' })).status).toBe(401);
  });

  it('is cancelled by requesting the current address, and by a new password', async () => {
    const who = await people.member();
    const ways = [
      () => editEmail(who, who.email),
      () => post('/auth/password', { currentPassword: who.password, password: who.password }, who.accessToken),
    ];
    for (const callOff of ways) {
      const email = people.newEmail();
      await editEmail(who, email);
      await callOff();
      expect((await people.me(who.accessToken)).body.data.pendingEmail).toBeNull();
      const token = people.confirmToken(await people.mailTo(email, /Confirm your new/));
      expect((await post('/auth/confirm/email', { token })).status).toBe(400);
    }
  });

  it('invalidates password reset links sent to the old address', async () => {
    const who = await people.member();
    await post('/auth/reset-password/request', { email: who.email });
    const reset = people.resetToken(await people.mailTo(who.email, /Set a new password/));
    const email = people.newEmail();
    await editEmail(who, email);
    await post('/auth/confirm/email', { token: people.confirmToken(await people.mailTo(email, /Confirm your new/)) });
    expect((await post('/auth/reset-password', { token: reset, password: 'of the old owner' })).status).toBe(400);
  });

  it('sends and refuses nothing when a form repeats the current address', async () => {
    const who = await people.member();
    const before = (await people.mailsTo(who.email)).length;
    for (let times = 0; times < 12; times++) expect((await editEmail(who, who.email)).status).toBe(200);
    expect(await people.mailsTo(who.email)).toHaveLength(before);
  });
});
