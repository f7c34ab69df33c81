import { expect, it } from 'vitest';
import { asLanguage, languageOfRequest, tagOf } from './language.ts';

it('accepts every tag that browsers use for Ukrainian', () => {
  expect(['uk', 'uk-UA', 'ukr', 'UK_ua'].map(asLanguage)).toEqual(['ukr', 'ukr', 'ukr', 'ukr']);
  expect(tagOf('ukr')).toBe('uk');
});

it('knows no other languages', () => {
  expect([asLanguage('de'), asLanguage(''), asLanguage(null), asLanguage('english')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('takes the language of the link, then of the cookie, then of the browser by its weights', () => {
  expect(languageOfRequest({ query: 'ukr', cookie: 'en', accept: 'en' })).toBe('ukr');
  expect(languageOfRequest({ query: 'xx', cookie: 'ukr', accept: 'en' })).toBe('ukr');
  expect(languageOfRequest({ accept: 'de, en;q=0.5, uk;q=0.9' })).toBe('ukr');
  expect(languageOfRequest({ accept: 'de' })).toBe('en');
  expect(languageOfRequest({})).toBe('en');
});
