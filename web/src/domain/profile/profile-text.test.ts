import { expect, it } from 'vitest';
import { profileText } from './profile-text.ts';

const [bio, біо] = ['I draw rivers.', 'Малюю річки.'];
const statement = { en: 'By day I measure the Dnipro.', ukr: 'Удень я міряю Дніпро.' };
const none = { en: null, ukr: null };

it.each([
  ['the bio in its language', { bio, statement }, 'en', bio],
  ['the statement where the bio is in another language', { bio, statement }, 'ukr', statement.ukr],
  ['the same the other way round', { bio: біо, statement }, 'en', statement.en],
  ['the bio without a statement in its language', { bio, statement: { ...none, en: statement.en } }, 'ukr', bio],
  ['the statement in another language', { bio: null, statement: { ...none, ukr: statement.ukr } }, 'en', statement.ukr],
  ['nothing where nothing is written', { bio: null, statement: none }, 'en', ''],
])('a page is described by %s', (_what, profile, language, text) => expect(profileText(profile, language)).toBe(text));
