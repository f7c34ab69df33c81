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
