import { language as languageSchema } from '@skarb/schema/auth';
import { asLanguage, isCommaDecimal, languageOfRequest, tagOf, type Language } from '@skarb/schema/language';
import Fastify from 'fastify';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { formatsOf } from '../../../../web/src/platform/format/format.ts';
import { createTranslations } from '../../../../web/src/platform/i18n/server.ts';
import { writeManifests } from '../../../../web/icon.ts';
import { offlineRoutes } from '../../offline.ts';
import { LOCALE_FOLDER } from '../../platform/locale-folder.ts';
import { startTestApi, type TestApi } from '../../testing.ts';
import { GOOGLE_RETURN_PAGE } from '../auth/google.page.ts';
import { writeNotification } from '../notification/notification.mail.ts';
import { invalidLinkPage } from '../notification/notification.page.ts';
import { ONRAMP_RETURN_PAGE } from '../onramp/onramp.page.ts';
import { listMailbox } from './mail.view.ts';

// A language needs only an entry in schema/src/language.ts and its texts: this test adds Polish with just these two.
const POLISH = 'pl' as Language;
vi.mock('@skarb/schema/language', async (load) => {
  const real = await load<{ LANGUAGE: object; LANGUAGES: string[] }>();
  const [name, locale] = ['Polski', 'pl-PL'];
  const letter = /\p{Script=Latin}/gu;
  const facts = { name, short: 'PL', tag: 'pl', locale, font: null, letter };
  Object.assign(real.LANGUAGE, { pl: facts });
  real.LANGUAGES.push('pl');
  return real;
});
vi.mock('../../platform/locale-folder.ts', async (load) => {
  const real = await load<{ LOCALE_FOLDER: string }>();
  const folder = mkdtempSync(join(tmpdir(), 'skarb-locales-'));
  cpSync(real.LOCALE_FOLDER, folder, { recursive: true });
  for (const part of ['common', 'server'])
    cpSync(join(folder, 'en', part), join(folder, 'pl', part), { recursive: true });
  const replace = (file: string, from: string, to: string) => {
    const text = readFileSync(join(folder, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} does not have ${from}`);
    writeFileSync(join(folder, file), text.replace(from, to));
  };
  replace('pl/server/account.json', '"Confirm your e-mail address"', '"Potwierdź swój adres e-mail"');
  replace('pl/common/notification.json', '"Sold: “{{token}}”"', '"Sprzedano: „{{token}}”"');
  replace('pl/common/app.json', '"Sign in"', '"Zaloguj się"');
  replace('pl/server/page.json', 'You are offline', 'Brak połączenia');
  replace('pl/server/page.json', 'You can close this window.', 'Możesz zamknąć to okno.');
  replace('pl/server/page.json', 'Back to Skarb', 'Wróć do Skarb');
  replace('pl/server/page.json', 'This link does not work', 'Ten link nie działa');
  return { LOCALE_FOLDER: folder };
});

let api: TestApi;
beforeAll(async () => {
  // Without the built web app, if there is one: it reads the locales of the repository.
  api = await startTestApi({ WEB_DIST: join(LOCALE_FOLDER, 'no-web') });
});
afterAll(async () => {
  await api?.stop();
  rmSync(LOCALE_FOLDER, { recursive: true, force: true });
});

it('the API accepts a new language, and mails are written in it', async () => {
  expect(languageSchema.safeParse('pl').success).toBe(true);
  expect(languageSchema.safeParse('de').success).toBe(false);
  const email = 'ola@example.org';
  const body = { email, password: 'correct horse', language: POLISH };
  expect((await api.call('POST', '/auth/register/email', { body })).status).toBe(201);
  const [mail] = await listMailbox(api.context.db.sql, email);
  expect(mail?.subject).toBe('Potwierdź swój adres e-mail');
  expect(mail?.html).toContain('<html lang="pl">');
});

it('notifications are mailed in a new language, with its numbers', () => {
  const facts = {
    email: 'ola@example.org',
    language: POLISH,
    kind: 'SOLD' as const,
    token_uuid: '0190a4a4-0000-7000-8000-000000000001',
    token_name: 'Rain',
    offer_uuid: null,
    offer_type: 'SALE' as const,
    breeding_uuid: null,
    price: '1.5',
    old_price: null,
    currency: 'ETH',
    quantity: '1',
    is_edition: false,
    actor: null,
    actor_name: 'Ann',
    ends_at: null,
  };
  const mail = writeNotification(facts, 'https://skarb.example', 'https://skarb.example/off');
  expect(mail.subject).toBe('Sprzedano: „Rain”');
  expect(mail.text).toContain('1,5 ETH');
});

it('pages that the server renders for an unknown reader include a new language', () => {
  expect(GOOGLE_RETURN_PAGE).toContain('<p lang="pl">Możesz zamknąć to okno.</p>');
  expect(ONRAMP_RETURN_PAGE).toContain('<span lang="pl">Wróć do Skarb</span>');
  expect(invalidLinkPage()).toContain('<p lang="pl">Ten link nie działa.');
});

it('the offline page and the service worker include a new language', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  offlineRoutes(app, { client: fileURLToPath(new URL('../../../../web/public', import.meta.url)), fonts: [] });
  const page = (await app.inject('/offline?lng=pl')).body;
  expect(page).toContain('<html lang="pl">');
  expect(page).toContain('Brak połączenia');
  expect((await app.inject('/sw.js')).body).toContain(`const LANGUAGES = 'en:en ukr:uk pl:pl'`);
});

it('the installed app has a manifest in a new language', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skarb-manifests-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeManifests(LOCALE_FOLDER, folder);
  expect(JSON.parse(readFileSync(join(folder, 'pl.webmanifest'), 'utf8'))).toMatchObject({
    lang: 'pl',
    short_name: 'Skarb',
  });
});

it('the interface detects, translates and formats a new language', () => {
  expect(languageOfRequest({ accept: 'pl-PL, en;q=0.5' })).toBe('pl');
  expect([asLanguage('pl'), tagOf('pl')]).toEqual(['pl', 'pl']);
  const folder = join(LOCALE_FOLDER, 'pl', 'common');
  const words = Object.fromEntries(
    readdirSync(folder).map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
  );
  expect(createTranslations('pl', { pl: words }).t('app.signIn')).toBe('Zaloguj się');
  expect(formatsOf('pl').amount('0.25')).toBe('0,25');
  expect(isCommaDecimal('pl')).toBe(true);
});
