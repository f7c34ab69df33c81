import { expect, it } from 'vitest';
import { shownHost } from './shown-host.ts';

const asciiOf = (host: string) => new URL(`https://${host}`).hostname;

it.each([
  'olha.art',
  'ольга.укр',
  'майстерня-12.київ.укр',
  'київ.com',
  'мрія.com.ua',
  'łódź.pl',
  'bücher.example.org',
  'ελένη.ελ',
  '例.中国',
])('shows %s as it is written', (host) => expect(shownHost(asciiOf(host))).toBe(host));

it.each([
  ['Latin and Cyrillic letters in one label', 'оlha.com'],
  ['Latin and Greek letters in one label', 'αnna.com'],
  ['Cyrillic letters that all look Latin', 'аррӏе.com'],
  ['Greek letters before an end in Latin ones', 'ελένη.com'],
  ['a letter that is easily overlooked', 'ıcloud.com'],
  ['a letter of phonetics', 'ɡoogle.com'],
])('leaves %s encoded', (_what, host) => expect(shownHost(asciiOf(host))).toBe(asciiOf(host)));

it('encodes one label and shows the others', () => {
  expect(shownHost(asciiOf('аррӏе.київ.com'))).toBe(`${asciiOf('аррӏе.com').split('.')[0]}.київ.com`);
});

it.each(['xn--', 'xn--99999999.com'])('leaves %s, which encodes nothing, as it is', (host) =>
  expect(shownHost(host)).toBe(host),
);
