import { isolated } from '@skarb/schema/isolated';
import { forEachLanguage, type Language } from '@skarb/schema/language';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type appOfWeb from '../../../web/locales/en/common/app.json';
import type notificationOfWeb from '../../../web/locales/en/common/notification.json';
import type account from '../../../web/locales/en/server/account.json';
import type card from '../../../web/locales/en/server/card.json';
import type child from '../../../web/locales/en/server/child.json';
import type note from '../../../web/locales/en/server/note.json';
import type notification from '../../../web/locales/en/server/notification.json';
import type page from '../../../web/locales/en/server/page.json';
import type portfolio from '../../../web/locales/en/server/portfolio.json';
import type share from '../../../web/locales/en/server/share.json';
import { LOCALE_FOLDER } from './locale-folder.ts';

/** The texts of the server in one language: mails, text messages, its own pages and the works that it names. */
export type Words = {
  account: typeof account;
  card: typeof card;
  child: typeof child;
  note: typeof note;
  notification: typeof notification;
  page: typeof page;
  portfolio: typeof portfolio;
  share: typeof share;
  /** What the site is, in a sentence. */
  tagline: typeof appOfWeb.tagline;
  /** The notification kinds: their names in the settings, and their mails. */
  kind: Pick<typeof notificationOfWeb, 'setting' | 'mail'>;
};

const read = (language: Language, file: string) =>
  JSON.parse(readFileSync(join(LOCALE_FOLDER, language, `${file}.json`), 'utf8'));

/** The texts of each language, read once at the start. */
export const WORDS: Record<Language, Words> = forEachLanguage((language) => ({
  account: read(language, 'server/account'),
  card: read(language, 'server/card'),
  child: read(language, 'server/child'),
  note: read(language, 'server/note'),
  notification: read(language, 'server/notification'),
  page: read(language, 'server/page'),
  portfolio: read(language, 'server/portfolio'),
  share: read(language, 'server/share'),
  tagline: read(language, 'common/app').tagline,
  kind: read(language, 'common/notification'),
}));

const replaceMarks = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.replace(/\{\{(\w+)\}\}/g, (mark, name: string) => valueOf(name) ?? mark);

/** A sentence with each `{{name}}` replaced by its value, which does not reorder the words around it. */
export const fill = (text: string, values: Record<string, string>): string =>
  replaceMarks(text, (name) => values[name] && isolated(values[name]));

/** A text that is stored, such as a name made of names: of their characters and no others. */
export const compose = (text: string, values: Record<string, string>): string =>
  replaceMarks(text, (name) => values[name]);
