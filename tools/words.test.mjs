import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { codesOf, hardCoded, keysNamed, sourcesIn } from './words.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const screens = sourcesIn(join(ROOT, 'web/src'), /\.tsx?$/);
const server = sourcesIn(join(ROOT, 'server/src'), /\.ts$/);

const flat = (words, prefix) =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}.${key}`] : flat(value, `${prefix}.${key}`),
  );
const folder = join(ROOT, 'web/locales/en/common');
const written = readdirSync(folder).flatMap((file) => {
  // Only the server reads `mail` (server/src/platform/words.ts).
  const { mail: _, ...words } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  return flat(words, file.replace('.json', ''));
});
const stem = (key) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const known = new Set(written.flatMap((key) => [key, stem(key)]));
const all = (read, sources) => new Set(sources.flatMap(({ name, source }) => [...read(name, source)]));

test('texts written into a screen are found wherever users read or hear them', () => {
  const source = `
    const Page = ({ n, isOn, word }) => {
      const { t } = useTranslation();
      useEffect(() => { toast.success('Saved it'); throw new Error('Nobody reads this'); });
      const columns = [{ id: 'price', name: 'Price of one' }];
      return (
        <main className="flex gap-2" aria-label={isOn ? 'On' : t('a.on')} data-x="not-read at-all">
          Hello <b>{t('a.b')}</b> {isOn && 'Ukrainian'} {\`\${n} works\`} {n} · ETH {word}
          <input placeholder={t('a.c')} title="Слово" />
        </main>
      );
    };`;
  expect(hardCoded('page.tsx', source).map((line) => line.replace(/^page\.tsx:\d+: /, ''))).toEqual([
    'Saved it',
    'Price of one',
    'On',
    'Hello',
    'Ukrainian',
    'works',
    'Слово',
  ]);
});

test('keys are found in calls, built from parts, counted, and passed on', () => {
  const source = `t('a.b'); t(x ? 'c.d' : 'e.f', { count }); t(\`g.\${x}.h\`); const next = { key: 'i.j' }; t(['k.l', \`m.\${n}\`]);`;
  const { exact, partial, counted, texts, patterns } = keysNamed('x.ts', source);
  expect([...exact]).toEqual(['a.b', 'c.d', 'e.f']);
  expect([...counted]).toEqual(['c.d', 'e.f']);
  expect([...texts]).toEqual(['a.b', 'c.d', 'e.f', 'i.j', 'k.l']);
  expect(partial.map((one) => [one.test('g.x.h'), one.test('g.x')])).toEqual([[true, false]]);
  expect(patterns).toHaveLength(2);
});

test('error codes are found by their constructors', () => {
  const source = `throw conflict('a.taken', 'Taken'); throw isMine ? notFound('b') : new AppError(400, 'c.d', 'No'); unavailable('chain');`;
  expect([...codesOf('x.ts', source)]).toEqual(['a.taken', 'b.notFound', 'c.d', 'chain.away']);
});

test('no screen contains texts: all come from the language files', () => {
  expect(screens.flatMap(({ name, source }) => hardCoded(name, source))).toEqual([]);
});

const named = screens.map(({ name, source }) => keysNamed(name, source));

test('every key that a screen uses has a text, and every counted one has its plurals', () => {
  const asked = [...new Set(named.flatMap(({ exact }) => [...exact]))];
  expect(asked.length).toBeGreaterThan(250);
  expect(asked.filter((key) => !known.has(key))).toEqual([]);
  const partial = named.flatMap((one) => one.partial);
  expect(partial.filter((pattern) => !written.some((key) => pattern.test(key))).map(String)).toEqual([]);
  const counted = [...new Set(named.flatMap((one) => [...one.counted]))];
  expect(counted.filter((key) => !written.includes(`${key}_one`) || !written.includes(`${key}_other`))).toEqual([]);
});

test('the language files contain no unused texts', () => {
  const texts = new Set(named.flatMap((one) => [...one.texts]));
  const patterns = named.flatMap((one) => one.patterns);
  const isAsked = (key) => texts.has(key) || patterns.some((pattern) => pattern.test(key));
  expect(written.filter((key) => !isAsked(key) && !isAsked(stem(key)))).toEqual([]);
});

test('every error of the server has a text in the language files', () => {
  const wordless = [...all(codesOf, server)]
    .map((code) => code.replaceAll('.', '_'))
    .filter((code) => !known.has(`code.${code}`) && !known.has(`error.code.${code}`));
  // Its message is the list of refused fields, which have texts of their own.
  expect(wordless.filter((code) => code !== 'invalid')).toEqual([]);
});
