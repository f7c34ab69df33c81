import type { Vocabulary } from '@skarb/schema/breeding';
import type { CollectionTrait } from '@skarb/schema/collection';
import { inTheLanguage } from '../collection/property-words.ts';

/** A vocabulary in a language, as far as works show its traits and values in it. */
export const vocabularyIn = (
  vocabulary: Vocabulary,
  properties: readonly CollectionTrait[],
  language: string,
): Vocabulary =>
  vocabulary.map(({ name, values }) => {
    const property = properties.find((one) => one.name === name);
    const shown = new Map(property?.values.map((one) => [one.value, inTheLanguage(one, language).value]));
    return {
      name: property ? inTheLanguage(property, language).name : name,
      values: values.map((value) => shown.get(value) ?? value),
    };
  });
