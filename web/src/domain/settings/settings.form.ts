import {
  BIO_MAX,
  GAME_ID_MAX,
  NAME_MAX,
  PHONE_PATTERN,
  STATEMENT_MAX,
  USERNAME_MAX,
  USERNAME_PATTERN,
} from '@skarb/schema/limits';
import { forEachLanguage, LANGUAGES } from '@skarb/schema/language';
import type { BodyOf } from '@skarb/client';
import type { User } from '@skarb/schema/auth';
import type { editProfile } from '@skarb/schema/calls/auth';
import { mayTakeUsername } from '@skarb/schema/username';
import * as z from 'zod/mini';
import { linksField } from '../../ui/typed-link.ts';

// The messages are keys below `settings.field`; the server validates again.

/** @param known the current nickname: it stays valid even if the rules have changed since, but it cannot be removed */
export const profileForm = (known: string | null) =>
  z.object({
    username: z.string().check(
      z.trim(),
      z.refine((text) => known === null || text !== '', { error: 'required', abort: true }),
      z.maxLength(USERNAME_MAX, 'username'),
      z.refine((text) => text === '' || USERNAME_PATTERN.test(text), 'username'),
      z.refine((text) => text === known || mayTakeUsername(text), 'usernameKept'),
    ),
    name: z.string().check(z.trim(), z.maxLength(NAME_MAX, 'name')),
    gameId: z.string().check(
      z.trim(),
      z.maxLength(GAME_ID_MAX, 'gameId'),
      z.refine((text) => !/\s/.test(text), 'gameId'),
    ),
    bio: z.string().check(z.maxLength(BIO_MAX, 'bio')),
    statement: z.object(forEachLanguage(() => z.string().check(z.trim(), z.maxLength(STATEMENT_MAX, 'statement')))),
    /** An empty one is not sent. */
    links: linksField,
    /** A new picture; '' removes the current one; null keeps it. */
    avatar: z.nullable(z.union([z.literal(''), z.instanceof(File)])),
    background: z.nullable(z.union([z.literal(''), z.instanceof(File)])),
  });
export type ProfileForm = z.infer<ReturnType<typeof profileForm>>;

export const profileValues = (user: User): ProfileForm => ({
  username: user.username ?? '',
  name: user.name ?? '',
  gameId: user.gameId ?? '',
  bio: user.bio ?? '',
  statement: forEachLanguage((language) => user.statement[language] ?? ''),
  links: user.links.map(({ url }) => ({ url })),
  avatar: null,
  background: null,
});

/** Send only what was changed. */
export const profileBody = (form: ProfileForm, user: User): BodyOf<typeof editProfile> => {
  const before = profileValues(user);
  const body: BodyOf<typeof editProfile> = { avatar: form.avatar, background: form.background };
  for (const name of ['username', 'name', 'gameId', 'bio'] as const)
    if (form[name].trim() !== before[name]) body[name] = name === 'bio' ? form.bio : form[name].trim();
  const written = LANGUAGES.filter((language) => form.statement[language] !== before.statement[language]);
  if (written.length > 0)
    body.statement = Object.fromEntries(written.map((language) => [language, form.statement[language]]));
  const links = form.links.filter(({ url }) => url !== '');
  if (JSON.stringify(links) !== JSON.stringify(before.links)) body.links = links;
  return body;
};

export const phoneForm = z.object({
  phoneNumber: z.string().check(z.minLength(1, { error: 'required', abort: true }), z.regex(PHONE_PATTERN, 'phone')),
});
export const codeForm = z.object({ code: z.string().check(z.trim(), z.minLength(1, 'required')) });
