import { describe, expect, it } from 'vitest';
import { createTranslations } from './translations.ts';

const en = {
  app: { hello: 'Hello, {{ name }}', only: 'Only English' },
  work_one: '{{count}} work',
  work_other: '{{count}} works',
  plain: 'Plain',
};
const ukr = {
  app: { hello: 'Вітаю, {{name}}' },
  work_one: '{{count}} твір',
  work_few: '{{count}} твори',
  work_many: '{{count}} творів',
};
const setUp = (language: string, loaded: Record<string, object> = { en, ukr }) => {
  const missing: [string[], string, string][] = [];
  const i18n = createTranslations(
    language,
    {
      load: async (lng) => ({ en, ukr })[lng],
      onMissing: (...report) => missing.push(report),
    },
    loaded,
  );
  return { i18n, missing };
};

describe('translations', () => {
  it('find a dotted key and fill in its placeholders, an absent one with nothing', () => {
    const { i18n } = setUp('en');
    expect(i18n.t('app.hello', { name: 'Ola' })).toBe('Hello, Ola');
    expect(i18n.t('app.hello')).toBe('Hello, ');
  });

  it('keep the order of the words around a name that is written from right to left', () => {
    const { i18n } = setUp('en', { en: { by: '{{name}} (2), by {{maker}}' } });
    expect(i18n.t('by', { name: 'ليل', maker: 'Ola' })).toBe('\u2068ليل\u2069 (2), by Ola');
    // What is no sentence has no marks.
    expect(i18n.t('none', { defaultValue: 'ليل' })).toBe('ليل');
  });

  it('choose the plural form of the language', () => {
    const { i18n } = setUp('ukr');
    expect([1, 3, 5, 21].map((count) => i18n.t('work', { count }))).toEqual([
      '1 твір',
      '3 твори',
      '5 творів',
      '21 твір',
    ]);
    const english = i18n.translateTo('en');
    expect([1, 2, 1_000_000].map((count) => english('work', { count }))).toEqual([
      '1 work',
      '2 works',
      '1,000,000 works',
    ]);
    expect(i18n.t('work', { count: 1_000_000 }).replaceAll('\u00a0', ' ')).toBe('1 000 000 творів');
    expect(i18n.t('plain', { count: 2 })).toBe('Plain');
  });

  it('fall back to English, and report a key that no language has, with the text shown instead', () => {
    const { i18n, missing } = setUp('ukr');
    expect(i18n.t('app.only')).toBe('Only English');
    expect(missing).toEqual([]);
    expect(i18n.t('app.none')).toBe('app.none');
    expect(i18n.t(['code.a', 'code.b'], { defaultValue: 'Shown {{x}}', x: 1 })).toBe('Shown 1');
    expect(i18n.t('app')).toBe('app');
    expect(i18n.t('__proto__.constructor')).toBe('__proto__.constructor');
    expect(missing.slice(0, 2)).toEqual([
      [['ukr', 'en'], 'app.none', 'app.none'],
      [['ukr', 'en'], 'code.b', 'Shown {{x}}'],
    ]);
    expect([i18n.exists('app.only'), i18n.exists('app.none')]).toEqual([true, false]);
  });

  it('take the first of several keys that exists', () => {
    expect(setUp('en').i18n.t(['app.none', 'plain', 'app.only'], { defaultValue: '' })).toBe('Plain');
  });

  it('load a language before they change to it, and notify listeners', async () => {
    const { i18n } = setUp('en', { en });
    const changes: string[] = [];
    const listener = (lng: string) => void changes.push(`${lng} ${i18n.t('app.hello', { name: 'Ola' })}`);
    const unsubscribe = i18n.subscribe(listener);
    await i18n.changeLanguage('ukr');
    unsubscribe();
    await i18n.changeLanguage('en');
    expect(changes).toEqual(['ukr Вітаю, Ola']);
    expect(i18n.language).toBe('en');
  });

  /** English, and Ukrainian words that arrive when the test says so. */
  const setUpSlow = () => {
    const answers: ((words: typeof ukr | undefined) => void)[] = [];
    const i18n = createTranslations(
      'en',
      { load: () => new Promise((resolve) => answers.push(resolve)), onMissing: () => {} },
      { en },
    );
    const changes: string[] = [];
    i18n.subscribe((lng) => void changes.push(lng));
    return { i18n, answers, changes };
  };

  it('stay in the language that was chosen last, also if the words of one chosen before arrive later', async () => {
    const { i18n, answers, changes } = setUpSlow();
    const first = i18n.changeLanguage('ukr');
    expect(await i18n.changeLanguage('en')).toBe(true);
    answers[0]?.(ukr);
    expect(await first).toBe(true);
    expect([i18n.language, i18n.t('plain'), changes]).toEqual(['en', 'Plain', ['en']]);
    await i18n.changeLanguage('ukr');
    expect([i18n.language, changes]).toEqual(['ukr', ['en', 'ukr']]);
  });

  it('stay in their language if another one cannot be loaded, which only who still wants it learns', async () => {
    const { i18n, answers, changes } = setUpSlow();
    const failing = i18n.changeLanguage('ukr');
    answers[0]?.(undefined);
    expect(await failing).toBe(false);
    expect([i18n.language, i18n.t('work', { count: 3 }), changes]).toEqual(['en', '3 works', []]);
    const replaced = i18n.changeLanguage('ukr');
    await i18n.changeLanguage('en');
    answers[1]?.(undefined);
    expect(await replaced).toBe(true);
  });

  it('speak to people with keys in their own texts where there are some, and tell those who show texts', () => {
    const { i18n } = setUp('en', { en: { ...en, key: { plain: 'For keys' } } });
    const before = i18n.translateTo('en');
    let changes = 0;
    i18n.subscribeTexts(() => void changes++);
    i18n.speakToKeyHolder(true);
    i18n.speakToKeyHolder(true);
    expect(changes).toBe(1);
    expect(i18n.translateTo('en')).not.toBe(before);
    expect([i18n.t('plain'), i18n.t('app.only')]).toEqual(['For keys', en.app.only]);
    i18n.speakToKeyHolder(false);
    expect(i18n.t('plain')).toBe(en.plain);
  });
});
