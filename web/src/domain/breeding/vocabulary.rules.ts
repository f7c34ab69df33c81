import type { BreedingTerms, Vocabulary } from '@skarb/schema/breeding';
import type { CollectionTrait } from '@skarb/schema/collection';
import { tagOf } from '@skarb/schema/language';
import { inTheLanguage } from '../collection/property-words.ts';

/** A vocabulary in a language: as works show its traits and values in it, otherwise in the words of the genome's artist. */
export const vocabularyIn = (
  { vocabulary, localizedVocabulary }: Pick<BreedingTerms, 'vocabulary' | 'localizedVocabulary'>,
  properties: readonly CollectionTrait[],
  language: string,
): Vocabulary => {
  const words = localizedVocabulary?.find(({ locale }) => locale === tagOf(language))?.vocabulary;
  return vocabulary.map(({ name, values }, trait) => {
    const property = properties.find((one) => one.name === name);
    const shown = new Map(property?.values.map((one) => [one.value, inTheLanguage(one, language).value]));
    return {
      name: inWords(name, property && inTheLanguage(property, language).name, words?.[trait]?.name),
      values: values.map((value, gene) => inWords(value, shown.get(value), words?.[trait]?.values[gene])),
    };
  });
};

/** A word that works do not translate is in their list as it is. */
const inWords = (word: string, shown: string | undefined, known: string | undefined): string =>
  shown !== undefined && shown !== word ? shown : (known ?? word);
