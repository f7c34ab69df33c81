import { expect, it } from 'vitest';
import { asLanguage, languageOfRequest, languageOfText, tagOf, writtenText } from './language.ts';

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

it.each([
  ['Hydrologist by day. Kyiv, left bank.', 'en'],
  ['Engraver of skies, pupil of Céleste Моро.', 'en'],
  ['Ріжу гори з паперу у Верховині.', 'ukr'],
  ['Пишу про NFT, DAO і web3, а ще малюю.', 'ukr'],
  ['規則のある模様を集めています。NFT', undefined],
  ['2012 → ∞', undefined],
  ['', undefined],
])('takes “%s” for a text in the language %s by its letters', (text, language) =>
  expect(languageOfText(text)).toBe(language),
);

it('gives a text in the reader’s language, otherwise in the one that it has', () => {
  const both = { en: 'Night', ukr: 'Ніч' };
  expect(writtenText(both, 'ukr')).toEqual({ language: 'ukr', text: 'Ніч' });
  expect(writtenText(both, 'en')).toEqual({ language: 'en', text: 'Night' });
  expect(writtenText({ en: '', ukr: 'Ніч' }, 'en')).toEqual({ language: 'ukr', text: 'Ніч' });
  expect(writtenText({ en: 'Night', ukr: null }, 'ukr')).toEqual({ language: 'en', text: 'Night' });
  expect(writtenText({ en: '', ukr: null }, 'ukr')).toBeUndefined();
});
