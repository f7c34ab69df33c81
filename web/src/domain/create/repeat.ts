import type { Collection } from '@skarb/schema/collection';
import type { TokenDetail } from '@skarb/schema/token';
import type { TokenForm } from './create.form.ts';

/** What the form of a maker's next work takes over from the last one. */
export type Repeated = Pick<
  TokenForm,
  'royalty' | 'networkUuid' | 'collectionUuid' | 'categoryUuid' | 'properties' | 'isLocalized' | 'localization'
>;

/** State of the navigation to the form of a work in this collection. */
export const repeatIn = ({
  uuid,
  networkUuid,
}: Pick<Collection, 'uuid' | 'networkUuid'>): { repeated: Partial<Repeated> } => ({
  repeated: { networkUuid, collectionUuid: uuid },
});

type Work = Pick<TokenDetail, 'royalty' | 'network' | 'collection' | 'category' | 'metadata' | 'localization'>;

/**
 * State of the navigation to the form of another work like this one: where it belongs, its royalty, its languages, and the
 * names of its properties without their values.
 */
export const repeatOf = (work: Work): { repeated: Repeated } => {
  const other = work.localization?.texts[0];
  return {
    repeated: {
      royalty: String(work.royalty),
      networkUuid: work.network.uuid,
      collectionUuid: work.collection.uuid,
      categoryUuid: work.category.uuid,
      properties: work.metadata.map(({ name }, index) => {
        const otherName = other?.metadata[index]?.name ?? name;
        return { name, value: '', ...(otherName !== name && { otherName }) };
      }),
      isLocalized: !!other,
      localization: { default: work.localization?.default ?? '', name: '', description: '' },
    },
  };
};
