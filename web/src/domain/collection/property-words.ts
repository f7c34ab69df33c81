import type { CollectionTrait } from '@skarb/schema/collection';
import { tagOf } from '@skarb/schema/language';

/** A property or a value with its words in a language, as far as works have them in it. */
export const inTheLanguage = <One extends CollectionTrait | CollectionTrait['values'][number]>(
  one: One,
  language: string,
): One => ({ ...one, ...one.localization?.find(({ locale }) => locale === tagOf(language)) });

/** A filter `name:value` as its reader knows it. */
export const traitWords = (
  trait: string,
  properties: readonly CollectionTrait[] | undefined,
  language: string,
): string => {
  const property = properties?.find(({ name }) => trait.startsWith(`${name}:`));
  if (!property) return trait.replace(':', ': ');
  const text = trait.slice(property.name.length + 1);
  const value = property.values.find((one) => one.value === text);
  return `${inTheLanguage(property, language).name}: ${value ? inTheLanguage(value, language).value : text}`;
};

/**
 * The title of each property in a language. Works that were written in different languages first have one property under
 * two names, which may read the same in translation: the second one has its own name beside it.
 */
export const titlesOf = (properties: readonly CollectionTrait[], language: string): string[] => {
  const names = properties.map((one) => inTheLanguage(one, language).name);
  return properties.map(({ name }, index) => {
    const shown = names[index] ?? name;
    return shown !== name && names.filter((one) => one === shown).length > 1 ? `${shown} (${name})` : shown;
  });
};
