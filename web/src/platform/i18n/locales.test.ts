import { LANGUAGES } from '@skarb/schema/limits';
import { tagOf } from '@skarb/schema/language';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const web = join(import.meta.dirname, '../../..');
type Words = { [key: string]: string | Words };

const flat = (words: Words, prefix: string): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}.${key}`, value] as [string, string]] : flat(value, `${prefix}.${key}`),
  );
/** All texts of a language: those of the interface and those that the server writes in mails and pages. */
const wordsOf = (language: string): Map<string, string> =>
  new Map(
    ['common', 'server'].flatMap((folder) =>
      readdirSync(join(web, 'locales', language, folder)).flatMap((file) =>
        flat(
          JSON.parse(readFileSync(join(web, 'locales', language, folder, file), 'utf8')) as Words,
          `${folder}.${file.replace('.json', '')}`,
        ),
      ),
    ),
  );

const PLURAL = /_(zero|one|two|few|many|other)$/;
const words = Object.fromEntries(LANGUAGES.map((language) => [language, wordsOf(language)])) as Record<
  (typeof LANGUAGES)[number],
  Map<string, string>
>;
/** Keys without their plural endings. A key with only an `_other` form is not a plural. */
const stems = (language: (typeof LANGUAGES)[number]) => {
  const keys = [...words[language].keys()];
  const counted = new Set(keys.filter((key) => key.endsWith('_one')).map((key) => key.replace(PLURAL, '')));
  return {
    counted,
    all: new Set(keys.map((key) => (counted.has(key.replace(PLURAL, '')) ? key.replace(PLURAL, '') : key))),
  };
};

it.each(LANGUAGES)('has the same keys in %s as in English', (language) => {
  expect([...stems(language).all].sort()).toEqual([...stems('en').all].sort());
  expect([...stems(language).counted].sort()).toEqual([...stems('en').counted].sort());
});

it.each(LANGUAGES)('has every plural form that %s needs', (language) => {
  const forms = new Intl.PluralRules(tagOf(language)).resolvedOptions().pluralCategories;
  const missing = [...stems(language).counted]
    .flatMap((stem) => forms.map((form) => `${stem}_${form}`))
    .filter((key) => !words[language].has(key));
  expect(missing).toEqual([]);
});

it.each(LANGUAGES)('has no empty text in %s, and fills in the same values as English', (language) => {
  const holes = (text: string) => [...new Set(text.match(/\{\{\s*\w+/g) ?? [])].sort().join();
  const wrong: string[] = [];
  for (const [key, text] of words.en) {
    const other = words[language].get(key);
    if (!text.trim() || (other !== undefined && !other.trim())) wrong.push(`${key} is empty`);
    if (other !== undefined && holes(text) !== holes(other))
      wrong.push(`${key}: ${holes(text)} against ${holes(other)}`);
  }
  expect(wrong).toEqual([]);
});

it('has no Ukrainian text left in English', () => {
  const same = [...words.ukr].filter(
    ([key, text]) =>
      text === words.en.get(key) &&
      /[a-z]{4}/i.test(text.replace(/\{\{[^}]*\}\}/g, '')) &&
      !/Skarb|ERC|GLB|API|MetaMask|Українська|English|Polygon|IPFS|@|e-mail/i.test(text),
  );
  expect(same).toEqual([]);
});

it('has one English word for one thing: work, sign in', () => {
  /** What the specification's dialogs and screens are called; currencies are ERC-20 tokens. */
  const prescribed =
    /^common\.(trade\.(sell|buy)\.title|create\.token\.title|auth\.(menu\.createToken|login\.title|loginWallet\.title))$/;
  const aboutCurrencies = /^common\.(admin|code)\.currency[._]|^common\.error\.constraint\.isErc20$/;
  /** Jobs of the worker, and the number of a token in its contract. */
  const exact = /^common\.(admin\.job\.name\.redraw-tokens|token\.page\.tokenId)$/;
  const found = (word: RegExp, allowed: RegExp[]) =>
    [...words.en]
      .filter(([key, text]) => word.test(text.replaceAll(/\{\{.*?\}\}/g, '')) && !allowed.some((one) => one.test(key)))
      .map(([key]) => key);
  expect(found(/\bNFTs?\b/, [prescribed])).toEqual([]);
  expect(found(/\btokens?\b/i, [aboutCurrencies, exact])).toEqual([]);
  expect(found(/\blog(ged|ging)? ?(in|out)\b/i, [prescribed])).toEqual([]);
});

it('replaces only texts that exist by those for people with keys', () => {
  const own = [...words.en.keys()].filter((key) => key.startsWith('common.key.'));
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((key) => !words.en.has(key.replace('common.key.', 'common.')))).toEqual([]);
});

it.each(LANGUAGES)('never mentions wallets, gas, chains or signatures in %s to people with keys', (language) => {
  /** Only those who pay network fees read these, and those who check a draw themselves. */
  const others = /^common\.(trade\.preflight\.(fee|gas|drop|dropSending)|breeding\.replay)\b/;
  const of = (key: string) => key.startsWith('common.key.') || /^common\.(trade|breeding)\./.test(key);
  const said = [...words[language]].filter(
    ([key]) => of(key) && !others.test(key) && !words[language].has(key.replace('common.', 'common.key.')),
  );
  const jargon =
    /wallet|\bgas\b|chain|\bsign(?! in)|approve|network fee|transaction|contract|гаман|\sгаз\s|блокчейн|ланцюг|підпис|комісі. мережі|транзакці|контракт/i;
  const wrong = said.filter(([, text]) => jargon.test(text)).map(([key]) => key);
  // In the settings people can go over to a wallet.
  expect(wrong.filter((key) => !key.startsWith('common.key.settings.wallet.replace'))).toEqual([]);
});
