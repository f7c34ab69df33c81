import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from './auth.password.ts';
import { type Accounts, startAccounts } from './testing-account.ts';

let { api, people, post, wayIn, stop } = {} as Accounts;
beforeAll(async () => {
  ({ api, people, post, wayIn, stop } = await startAccounts());
});
afterAll(() => stop?.());

const refusal = (code: string) => ({
  status: 400,
  body: { code, message: [{ property: 'password', constraints: expect.any(Object) }] },
});
const register = (password: string, more: { email?: string; username?: string } = {}) =>
  post('/auth/register/email', { email: people.newEmail(), password, ...more });

describe('a new password', () => {
  it.each(['password', '12345678', 'football', 'Password123', 'TRUSTNO1', 'qwerty123', 'ｐassword'])(
    'is refused if it is among the most common ones, in any letter case or width: %s',
    async (password) => {
      expect(await register(password)).toMatchObject(refusal('password.breached'));
    },
  );

  it.each([['koval.olena@example.org'], ['Koval.Olena'], ['OLENA_K_1']])(
    'is refused if it is the user’s e-mail address, its local part or their username: %s',
    async (password) => {
      const who = { email: 'koval.olena@example.org', username: 'olena_k_1' };
      expect(await register(password, who)).toMatchObject(refusal('password.own'));
      expect(await people.mailsTo(who.email)).toEqual([]);
    },
  );

  it('is refused in the same way whether or not the address has an account', async () => {
    const known = await people.member();
    const answers = await Promise.all([register('iloveyou', { email: known.email }), register('iloveyou')]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  it('may be anything else of 8 to 128 characters, without composition rules', async () => {
    for (const password of ['correct horse', 'аааааааа', '🦉'.repeat(10), 'x'.repeat(128)])
      expect((await register(password)).status, password).toBe(201);
    expect(await register('x'.repeat(129))).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });

  it('is also refused with a reset link, which stays valid', async () => {
    const who = await people.member();
    await post('/auth/reset-password/request', { email: who.email });
    const token = people.resetToken(await people.mailTo(who.email, /Set a new password/));
    const reset = (password: string) => post('/auth/reset-password', { token, password });
    expect(await reset('sunshine')).toMatchObject(refusal('password.breached'));
    expect(await reset(who.email.toUpperCase())).toMatchObject(refusal('password.own'));
    expect((await wayIn(who)).status).toBe(200);
    expect((await reset('an owl at noon')).status).toBe(204);
  });

  it('is also refused in the settings, for a first and for a later password', async () => {
    const who = await people.member();
    const change = (password: string) =>
      post('/auth/password', { currentPassword: who.password, password }, who.accessToken);
    expect(await change('superman')).toMatchObject(refusal('password.breached'));
    expect(await change(who.email)).toMatchObject(refusal('password.own'));
    await api.context.db.sql`update app_user set password_hash = null where email = ${who.email}`;
    const first = await post('/auth/password', { password: 'superman' }, who.accessToken);
    expect(first.body.code).toBe('password.breached');
  });

  it('does not affect existing passwords that violate these rules', async () => {
    const who = await people.member();
    for (const password of ['password', 'x'.repeat(200)]) {
      await api.context.db
        .sql`update app_user set password_hash = ${await hashPassword(password, { owner: 'this test' })} where email = ${who.email}`;
      expect((await wayIn(who, password)).status).toBe(200);
    }
  });
});
