import type { ExactMatch, FoundToken, SearchFound } from '@skarb/schema/search';
import { tagOf } from '@skarb/schema/language';
import { inLanguage } from '@skarb/schema/work-text';
import type { Translate } from '../../platform/i18n/translations.ts';
import { path } from '../../platform/route/path.ts';
import { previewAt } from '../../ui/picture.tsx';
import { nameOf } from '@skarb/schema/person-name';

/** One line of the suggestions. */
export type SearchOption = {
  key: string;
  group: 'recent' | 'exact' | 'works' | 'collections' | 'people' | 'everything';
  to: string;
  label: string;
  isVerified?: boolean;
  detail?: string | undefined;
  picture?: string | undefined;
  /** The seed of a person's avatar. */
  person?: { uuid: string; avatar: string | null };
  /** The text that is searched. */
  text?: string;
};

export const searchPath = (text: string): string => `${path.search}?${new URLSearchParams({ q: text })}`;

/** The name of what an id names, in the reader's language; its uuid where it has none. */
export const exactName = (exact: ExactMatch, language: string): string =>
  inLanguage({ ...exact, name: exact.name ?? exact.uuid }, language).name;

export const exactPath = ({ kind, uuid }: ExactMatch): string =>
  ({ token: path.token, collection: path.collection, person: path.publicProfile, offer: path.offer })[kind](uuid);

/** Why a work was found, in the reader's language, if the name that they see does not say it. */
export const matchedWords = (
  t: Translate,
  language: string,
  searched: string,
  token: FoundToken,
): string | undefined => {
  const { matched, localization } = token;
  if (!matched) return undefined;
  if (matched.by !== 'name') {
    const own = matched.localization?.find(({ locale }) => locale === tagOf(language));
    return t(`search.matched.${matched.by}`, { text: own?.text ?? matched.text ?? '' });
  }
  const has = (name: string) => name.toLowerCase().includes(searched.toLowerCase());
  const other = [token, ...(localization?.texts ?? [])].find(({ name }) => has(name));
  return other && !has(inLanguage(token, language).name) ? t('search.matched.name', { text: other.name }) : undefined;
};

/** Of each kind fewer than on the page, so that all of them are in view. */
const SHOWN = { works: 4, collections: 2, people: 2 };

export const foundNothing = ({ exact, tokens, collections, people }: SearchFound): boolean =>
  !exact && tokens.length + collections.length + people.length === 0;

/**
 * Whether works come first: those with the text in their name do, and all if nobody and no collection has it in theirs.
 * Works are found by more than their names, collections by their texts, too.
 */
export const areWorksFirst = ({ corrected, tokens, collections, people }: SearchFound, text: string): boolean => {
  const searched = (corrected ?? text).toLowerCase();
  const isOtherNamed = people.length > 0 || collections.some(({ name }) => name.toLowerCase().includes(searched));
  return tokens[0]?.matched?.by === 'name' || !isOtherNamed;
};

/** What the gallery's address asks for to list all works of which some were found; undefined where no list has more. */
export const listOfFound = (
  { areTokensListed, tokens, collections }: SearchFound,
  searched: string,
): URLSearchParams | undefined => {
  if (areTokensListed) return new URLSearchParams({ search: searched });
  // No work has the words: these are of the collections that were found.
  if (tokens[0]?.matched?.by !== 'collection') return undefined;
  return new URLSearchParams(collections.map(({ uuid }) => ['collection', uuid]));
};

/** The suggestions for a text. */
export const searchOptions = (t: Translate, language: string, text: string, found: SearchFound): SearchOption[] => {
  const works = found.tokens.slice(0, SHOWN.works).map((token) => ({
    key: token.uuid,
    group: 'works' as const,
    to: path.token(token.uuid),
    label: inLanguage(token, language).name,
    detail: matchedWords(t, language, found.corrected ?? text, token) ?? nameOf(token.creator),
    picture: previewAt(token.image.preview, 320),
  }));
  const collections = found.collections.slice(0, SHOWN.collections).map((collection) => ({
    key: collection.uuid,
    group: 'collections' as const,
    to: path.collection(collection.uuid),
    label: collection.name,
    isVerified: collection.isVerified,
    detail: t('search.worksCount', { count: collection.stats.items }),
    picture: previewAt(collection.image.preview, 320),
  }));
  const people = found.people.slice(0, SHOWN.people).map((person) => ({
    key: person.uuid,
    group: 'people' as const,
    to: path.publicProfile(person.uuid),
    label: nameOf(person),
    isVerified: person.isVerified,
    detail: person.works > 0 ? t('search.worksCount', { count: person.works }) : undefined,
    person,
  }));
  const named = [...people, ...collections];
  const options: SearchOption[] = areWorksFirst(found, text) ? [...works, ...named] : [...named, ...works];
  const searched = found.corrected ?? text;
  if (found.exact)
    options.unshift({
      key: 'exact',
      group: 'exact',
      to: exactPath(found.exact),
      label: exactName(found.exact, language),
      detail: t(`search.exactKind.${found.exact.kind}`),
    });
  if (works.length + named.length > 0)
    options.push({
      key: 'everything',
      group: 'everything',
      to: searchPath(searched),
      label: t('search.everything', { text: searched }),
      text: searched,
    });
  return options;
};
