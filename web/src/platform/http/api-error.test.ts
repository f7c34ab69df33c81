import { readError } from '@skarb/client';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createTranslations } from '../i18n/server.ts';
import { errorWords } from './api-error.ts';

const read = (language: string, name: string): object =>
  JSON.parse(readFileSync(new URL(`../../../locales/${language}/common/${name}.json`, import.meta.url), 'utf8'));
const words = Object.fromEntries(
  ['en', 'ukr'].map((language) => [language, { error: read(language, 'error'), code: read(language, 'code') }]),
);
const say = { en: createTranslations('en', words).t, ukr: createTranslations('ukr', words).t };
const failed = (status: number, body: unknown) =>
  readError(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));

it('lists the constraint messages of every refused field in the reader’s language', async () => {
  const message = [
    { property: 'name', constraints: { isNotEmpty: 'required' } },
    { property: 'royalty', constraints: { max: 'royalty must be at most 50', custom: 'at most two decimals' } },
    { property: 'hue', constraints: { isBlue: 'hue must be blue' } },
  ];
  const refused = await failed(400, { message, code: 'invalid' });
  expect(errorWords(say.en, refused)).toEqual([
    'required',
    'At most 50',
    'At most two decimals',
    // For a constraint that the app does not know, the server's message is shown.
    'hue must be blue',
  ]);
  expect(errorWords(say.ukr, refused)).toEqual([
    'обов’язкове поле',
    'Щонайбільше 50',
    'Щонайбільше два знаки після коми',
    'hue must be blue',
  ]);
  expect(refused.fields).toEqual({ name: 'required', royalty: 'royalty must be at most 50', hue: 'hue must be blue' });
});

it('says of a mailed link that was cut on its way where the whole one is', async () => {
  const message = [{ property: 'token', constraints: { matches: 'must be the token of a mailed link' } }];
  const refused = await failed(400, { message, code: 'invalid' });
  expect(errorWords(say.en, refused)).toEqual(['The link is incomplete. Open it from your inbox again.']);
  expect(errorWords(say.ukr, refused)).toEqual(['Посилання неповне. Відкрийте його з листа ще раз.']);
});

it('describes a known failure in the reader’s language, an unknown one in the server’s words', async () => {
  const sold = await failed(409, { message: 'It is sold', code: 'offer.sold' });
  expect(errorWords(say.en, sold)).toEqual(['Someone was faster: it is sold.']);
  expect(errorWords(say.ukr, sold)[0]).toMatch(/^[\p{Script=Cyrillic} :,.’]+$/u);
  expect(errorWords(say.ukr, await failed(418, { message: 'A teapot', code: 'teapot' }))).toEqual(['A teapot']);
});

it('says that the buyer withdrew a bid, and that the seller cancelled a sale', async () => {
  const gone = await failed(409, { message: 'This offer has been cancelled', code: 'offer.cancelled' });
  expect(errorWords(say.en, gone)).toEqual(['The seller has taken it off sale.']);
  expect(errorWords(say.en, gone, 'bid')).toEqual(['The buyer has withdrawn this offer.']);
  // Other codes have the same text for both.
  const other = await failed(409, { message: 'Busy', code: 'chain.behind' });
  expect(errorWords(say.en, other, 'bid')).toEqual(errorWords(say.en, other));
});

it.each([[null], [{}], ['<html>'], [[1]], [{ message: 7 }], [{ message: [] }]])(
  'has no field errors and the general message for an unknown body: %j',
  async (body) => {
    const error = await failed(400, body);
    expect(error.messages).toEqual([]);
    expect(errorWords(say.en, error)).toEqual(['Something went wrong. Try again in a moment.']);
    expect(errorWords(say.ukr, error)).toEqual([say.ukr('error.general')]);
    expect(say.ukr('error.general')).toMatch(/\p{Script=Cyrillic}/u);
  },
);

it('has the general message for an error that is not an answer of the server', () => {
  expect(errorWords(say.en, new TypeError('x is undefined'))).toEqual(['Something went wrong. Try again in a moment.']);
});
