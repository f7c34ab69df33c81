import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.stop());

const edit = (token: string, fields: Record<string, string | Blob>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return api.call('PUT', '/auth/profile', { token, body });
};
const picture = async (background: string) =>
  new Blob(
    [
      new Uint8Array(
        await sharp({ create: { width: 400, height: 300, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    ],
    { type: 'image/png' },
  );

describe('a public profile', () => {
  it('shows the user and the counts of their tabs, and nothing private', async () => {
    const { user } = await api.person();
    const { status, body, headers } = await api.call('GET', `/auth/profile/${user.uuid}`);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      uuid: user.uuid,
      username: user.username,
      name: null,
      avatar: null,
      bio: null,
      statement: { en: null, ukr: null },
      links: [],
      backgroundImg: null,
      // The user has neither published nor traded anything.
      metamaskWallet: null,
      role: 'USER',
      createdAt: user.createdAt,
      followerCount: 0,
      isFollowed: false,
      isVerified: false,
      isErased: false,
      counts: { gallery: 0, onSale: 0, purchased: 0, created: 0, favorites: 0, sold: 0 },
      hidden: null,
    });
    expect(headers.get('cache-control')).toContain('public');
  });

  it('is a 404 for an unknown id', async () => {
    expect(await api.call('GET', '/auth/profile/0190a4a4-0000-7000-8000-000000000000')).toMatchObject({
      status: 404,
      body: { code: 'profile.notFound' },
    });
  });
});

describe('editing the profile', () => {
  it('changes the given fields, keeps the rest, and is visible to everyone at once', async () => {
    const { token, user } = await api.person();
    await api.call('GET', `/auth/profile/${user.uuid}`);
    const answer = await edit(token, { username: 'Нова_назва', name: 'Марія', bio: 'Вишиваю.', gameId: 'm-1' });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { username: 'Нова_назва', name: 'Марія', bio: 'Вишиваю.', gameId: 'm-1' } },
    });
    expect((await edit(token, { bio: 'Малюю.' })).body.data).toMatchObject({ name: 'Марія', bio: 'Малюю.' });
    expect((await api.call('GET', `/auth/profile/${user.uuid}`)).body.data).toMatchObject({
      username: 'Нова_назва',
      bio: 'Малюю.',
    });
  });

  it('changes the statement in one language and keeps the other; an empty text removes it', async () => {
    const { token, user } = await api.person();
    const sent = { statement: JSON.stringify({ en: 'I cut paper.', ukr: 'Ріжу папір.' }) };
    expect((await edit(token, sent)).body.data.statement).toEqual({ en: 'I cut paper.', ukr: 'Ріжу папір.' });
    const body = { statement: { en: '' } };
    expect((await api.call('PUT', '/auth/profile', { token, body })).body.data.statement).toEqual({
      en: null,
      ukr: 'Ріжу папір.',
    });
    expect((await edit(token, { name: 'Olha' })).body.data.statement.ukr).toBe('Ріжу папір.');
    expect((await api.call('GET', `/auth/profile/${user.uuid}`)).body.data.statement.ukr).toBe('Ріжу папір.');
  });

  it('replaces all links, names each after its host, and removes them with an empty list', async () => {
    const { token } = await api.person();
    const body = { links: [{ url: 'https://t.me/olha' }, { url: 'https://Olha.Art' }] };
    expect((await api.call('PUT', '/auth/profile', { token, body })).body.data.links).toEqual([
      { kind: 'telegram', url: 'https://t.me/olha' },
      { kind: 'website', url: 'https://olha.art/' },
    ]);
    expect((await edit(token, { name: 'Olha' })).body.data.links).toHaveLength(2);
    expect((await edit(token, { links: '[]' })).body.data.links).toEqual([]);
  });

  it('also accepts plain JSON when no picture is sent', async () => {
    const { token } = await api.person();
    expect((await api.call('PUT', '/auth/profile', { token, body: { name: 'Ann' } })).body.data.name).toBe('Ann');
  });

  it('stores pictures, returns their URLs, and removes them again', async () => {
    const { token, user } = await api.person();
    const { status, body } = await edit(token, { avatar: await picture('red'), background: await picture('blue') });
    expect(status).toBe(200);
    expect(body.data.avatar).toMatch(/^\/media\/\w+\/320\.webp$/);
    expect(body.data.backgroundImg).toMatch(/^\/media\/\w+\/1280\.webp$/);
    const shown = await fetch(api.url + body.data.avatar);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await api.call('GET', `/auth/profile/${user.uuid}`)).body.data.avatar).toBe(body.data.avatar);
    expect((await edit(token, { avatar: '' })).body.data).toMatchObject({
      avatar: null,
      backgroundImg: body.data.backgroundImg,
    });
  });

  it('refuses a file that is not a picture, whatever its name says, naming the field', async () => {
    const { token } = await api.person();
    const answer = await edit(token, {
      avatar: new File(['<html><script>alert(1)</script></html>'], 'me.png', { type: 'image/png' }),
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body.message[0].property).toBe('avatar');
    expect((await api.call('GET', '/auth/me', { token })).body.data.avatar).toBeNull();
  });

  it('refuses names that imitate the marketplace, for any user and in any spelling', async () => {
    const { token, user } = await api.person();
    for (const username of ['Admin', 'sk4rb_0fficial', 'аdmіn'])
      expect(await edit(token, { username })).toMatchObject({
        status: 400,
        body: { message: [{ property: 'username', constraints: expect.anything() }] },
      });
    expect((await api.call('GET', '/auth/me', { token })).body.data.username).toBe(user.username);
    const asked = { email: 'house@example.org', password: 'correct horse', username: 'Skarb_Support' };
    expect(await api.call('POST', '/auth/register/email', { body: asked })).toMatchObject({
      status: 400,
      body: { message: [{ property: 'username' }] },
    });
  });

  it('refuses a username that is taken, in any letter case, but allows a user’s own', async () => {
    const [ann, bob] = [await api.person(), await api.person()];
    await edit(ann.token, { username: 'Ann_1' });
    expect(await edit(bob.token, { username: 'ann_1' })).toMatchObject({
      status: 409,
      body: { message: [{ property: 'username' }] },
    });
    expect((await edit(ann.token, { username: 'ANN_1' })).status).toBe(200);
    expect((await api.call('GET', '/auth/me', { token: bob.token })).body.data.username).toBe(bob.user.username);
  });

  it.each([
    ['a bio of 257 characters', { bio: 'x'.repeat(257) }, 'bio'],
    ['a name of 33 characters', { name: 'x'.repeat(33) }, 'name'],
    ['a username of 33 characters', { username: 'x'.repeat(33) }, 'username'],
    ['an empty username', { username: ' ' }, 'username'],
    ['a username with a hyphen', { username: 'a-b' }, 'username'],
    ['a username with a space', { username: 'a b' }, 'username'],
    ['a username with a dot', { username: 'a.b' }, 'username'],
    ['a game id of 65 characters', { gameId: 'x'.repeat(65) }, 'gameId'],
    ['a statement of 2,001 characters', { statement: JSON.stringify({ ukr: 'x'.repeat(2001) }) }, 'statement.ukr'],
    ['a statement that is no JSON', { statement: '{' }, 'statement'],
    ['a link without https', { links: '[{ "url": "http://olha.art" }]' }, 'links.0.url'],
    ['a link that is a script', { links: '[{ "url": "javascript:alert(1)" }]' }, 'links.0.url'],
    ['seven links', { links: JSON.stringify(Array(7).fill({ url: 'https://olha.art' })) }, 'links'],
    ['an avatar that is text', { avatar: 'me.png' }, 'avatar'],
  ])('refuses %s', async (_name, fields, property) => {
    const { token } = await api.person();
    expect(await edit(token, fields)).toMatchObject({ status: 400, body: { message: [{ property }] } });
  });

  it('accepts a bio of exactly 256 characters and a name of exactly 32', async () => {
    const { token } = await api.person();
    expect((await edit(token, { bio: 'x'.repeat(256), name: 'y'.repeat(32) })).status).toBe(200);
  });

  it('changes nothing outside the profile: role, e-mail, wallet', async () => {
    const { token, user } = await api.person();
    const { body } = await edit(token, {
      role: 'ADMIN',
      email: 'new@example.org',
      metamaskWallet: `0x${'1'.repeat(40)}`,
      isEmailConfirmed: 'true',
    });
    expect(body.data).toMatchObject({
      role: 'USER',
      email: null,
      metamaskWallet: user.metamaskWallet,
      isEmailConfirmed: false,
    });
  });

  it('needs a signed-in user', async () => {
    expect((await api.call('PUT', '/auth/profile', { body: { name: 'Nobody' } })).status).toBe(401);
  });
});
