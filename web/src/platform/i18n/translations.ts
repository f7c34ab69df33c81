import { isolated } from '@skarb/schema/isolated';
import { LANGUAGE_FALLBACK } from '@skarb/schema/limits';
import { localeOf, tagOf } from '@skarb/schema/language';

type Words = { [key: string]: string | Words };
type Options = Record<string, unknown> & {
  /** Chooses the plural form; shown with separators of thousands. */ count?: number;
  /** The text if no loaded language has a key; by default the last key. */ defaultValue?: string;
};
/**
 * The text at a dotted key with its `{{placeholders}}` filled in from the options; of several keys the first that
 * exists. What people wrote does not reorder the sentence around it.
 */
export type Translate = (keys: string | readonly string[], options?: Options) => string;
type Listener = (language: string) => void;
export type Translations = {
  readonly language: string;
  /** Translates into the current language. */
  t: Translate;
  /** `t` for one language: the same function until the texts change, so that it can be a dependency of effects. */
  translateTo: (language: string) => Translate;
  exists: (key: string) => boolean;
  /**
   * Prefers the texts below `key` (`key.trade.short` to `trade.short`), for people who act by a passkey: they have no
   * wallet, sign nothing and pay no network fee.
   */
  speakToKeyHolder: (isKeyHolder: boolean) => void;
  /** Calls the listener after each change of the language. @returns a function that ends it */
  subscribe: (listener: Listener) => () => void;
  /** Calls the listener after each change of the texts. @returns a function that ends it */
  subscribeTexts: (listener: () => void) => () => void;
  /** Fetches the words of a language. @returns whether they are there */
  load: (language: string) => Promise<boolean>;
  /**
   * Loads a language, then changes to it, unless another one was chosen meanwhile.
   * @returns false if it could not be loaded and is still wanted: nothing has changed, which the reader has to know
   * (ui/change-language.ts)
   */
  changeLanguage: (language: string) => Promise<boolean>;
};
type Source = {
  /** Fetches the words of a language; undefined where they cannot be had. */
  load: (language: string) => Promise<Words | undefined>;
  /** Is called for each use of a key that no loaded language has. */
  onMissing: (languages: string[], key: string, shown: string) => void;
};

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** The text at a dotted key. */
const lookUp = (words: Words | undefined, key: string): string | undefined => {
  let found: string | Words | undefined = words;
  for (const part of key.split('.')) {
    if (typeof found !== 'object' || !Object.hasOwn(found, part)) return undefined;
    found = found[part];
  }
  return typeof found === 'string' ? found : undefined;
};

/**
 * Translations from files in i18next's format: dotted keys, `{{placeholders}}`, plural suffixes (`_one`, `_few`, …).
 * docs/decisions/0022 says why the app does not use that package.
 */
export const createTranslations = (
  language: string,
  source: Source,
  loaded: Record<string, object> = {},
): Translations => {
  const words = new Map(Object.entries(loaded)) as Map<string, Words>;
  const listeners = new Set<Listener>();
  const textListeners = new Set<() => void>();
  const plurals = new Map<string, Intl.PluralRules>();

  const formOf = (lng: string, count: number): string => {
    const rules = plurals.get(lng) ?? new Intl.PluralRules(tagOf(lng));
    plurals.set(lng, rules);
    return rules.select(count);
  };
  const numbers = new Map<string, Intl.NumberFormat>();
  const countIn = (lng: string, count: number): string => {
    if (count < 1_000) return String(count);
    const format = numbers.get(lng) ?? new Intl.NumberFormat(localeOf(lng));
    numbers.set(lng, format);
    return format.format(count);
  };
  const chains = new Map<string, string[]>();
  const chain = (lng: string): string[] => {
    const known = chains.get(lng) ?? [...new Set([lng, LANGUAGE_FALLBACK])];
    chains.set(lng, known);
    return known;
  };
  /** Texts by language and key, once they were looked up: a page asks for the same ones many times. */
  const found = new Map<string, Map<string, string>>();
  const textAt = (lng: string, key: string): string | undefined => {
    const texts = found.get(lng) ?? new Map<string, string>();
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = lookUp(words.get(lng), key);
    if (text !== undefined) texts.set(key, text);
    found.set(lng, texts);
    return text;
  };
  const find = (lng: string, keys: readonly string[], count?: number): string | undefined => {
    for (const key of keys)
      for (const one of chain(lng)) {
        const text =
          (count === undefined ? undefined : textAt(one, `${key}_${formOf(one, count)}`)) ?? textAt(one, key);
        if (text !== undefined) return text;
      }
    return undefined;
  };
  let isKeyHolder = false;
  const translate = (lng: string, wanted: string | readonly string[], options: Options = {}): string => {
    const keys = typeof wanted === 'string' ? [wanted] : wanted;
    const last = keys.at(-1) ?? '';
    const all = isKeyHolder ? keys.flatMap((key) => [`key.${key}`, key]) : keys;
    let text = find(lng, all, options.count);
    if (text === undefined) {
      text = options.defaultValue ?? last;
      source.onMissing(chain(lng), last, text);
    }
    const valueOf = (name: string): string =>
      name === 'count' && options.count !== undefined
        ? countIn(lng, options.count)
        : isolated(String(options[name] ?? ''));
    return text.includes('{{') ? text.replace(PLACEHOLDER, (_whole, name: string) => valueOf(name)) : text;
  };
  const fixed = new Map<string, Translate>();
  const translateTo = (lng: string): Translate => {
    const t = fixed.get(lng) ?? ((keys, options) => translate(lng, keys, options));
    fixed.set(lng, t);
    return t;
  };
  const load = async (lng: string): Promise<boolean> => {
    if (words.has(lng)) return true;
    const bundle = await source.load(lng);
    if (bundle) words.set(lng, bundle);
    return bundle !== undefined;
  };

  let current = language;
  let choices = 0;
  return {
    get language() {
      return current;
    },
    t: (keys, options) => translate(current, keys, options),
    translateTo,
    speakToKeyHolder: (next) => {
      if (next === isKeyHolder) return;
      isKeyHolder = next;
      fixed.clear();
      for (const listener of textListeners) listener();
    },
    exists: (key: string) => find(current, [key]) !== undefined,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    subscribeTexts: (listener) => {
      textListeners.add(listener);
      return () => void textListeners.delete(listener);
    },
    load,
    changeLanguage: async (lng) => {
      const choice = ++choices;
      const isLoaded = await load(lng);
      if (choice !== choices) return true;
      if (!isLoaded) return false;
      current = lng;
      for (const listener of listeners) listener(lng);
      for (const listener of textListeners) listener();
      return true;
    },
  };
};
