import type { BreedingTerms, Vocabulary } from '@skarb/schema/breeding';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { collectionTraitsQuery } from '../collection/collection-parts.query.ts';
import { vocabularyIn } from './vocabulary.rules.ts';

type Terms = Pick<BreedingTerms, 'vocabulary' | 'localizedVocabulary'> & { collection: { uuid: string } };

/** A collection's vocabulary in the reader's language. */
export const useVocabulary = (terms: Terms | null | undefined): Vocabulary | undefined => {
  const { i18n } = useTranslation();
  const { data } = useQuery({ ...collectionTraitsQuery(terms?.collection.uuid ?? ''), enabled: !!terms });
  return useMemo(
    () => (terms ? vocabularyIn(terms, data?.data ?? [], i18n.language) : undefined),
    [terms, data, i18n.language],
  );
};
