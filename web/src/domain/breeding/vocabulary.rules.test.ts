import { expect, it } from 'vitest';
import { vocabularyIn } from './vocabulary.rules.ts';

it('a vocabulary is in the reader’s language, as far as works show its values in it', () => {
  const vocabulary = [
    { name: 'Ears', values: ['Round', 'Bat'] },
    { name: 'Limbs', values: ['Wings'] },
  ];
  const ears = {
    name: 'Ears',
    localization: [{ locale: 'uk' as const, name: 'Вуха' }],
    isNumber: false,
    min: null,
    max: null,
    count: 2,
    valueCount: 1,
    values: [
      { value: 'Round', localization: [{ locale: 'uk' as const, value: 'Круглі' }], count: 2, floorPrice: null },
    ],
  };
  expect(vocabularyIn({ vocabulary }, [ears], 'ukr')).toEqual([
    { name: 'Вуха', values: ['Круглі', 'Bat'] },
    { name: 'Limbs', values: ['Wings'] },
  ]);
  const localizedVocabulary = [
    {
      locale: 'uk' as const,
      vocabulary: [
        { name: 'Вушка', values: ['Кругленькі', 'Кажан'] },
        { name: 'Кінцівки', values: ['Крила'] },
      ],
    },
  ];
  expect(vocabularyIn({ vocabulary, localizedVocabulary }, [ears], 'ukr')).toEqual([
    { name: 'Вуха', values: ['Круглі', 'Кажан'] },
    { name: 'Кінцівки', values: ['Крила'] },
  ]);
  expect(vocabularyIn({ vocabulary, localizedVocabulary }, [ears], 'en')).toEqual(vocabulary);
  expect(vocabularyIn({ vocabulary }, [ears], 'en')).toEqual(vocabulary);
});
