import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { lazyWhenIdle } from '../../platform/lazy/lazy-when-idle.tsx';
import { Check, Switch } from '../../ui/check.tsx';
import { TextField } from '../../ui/field.tsx';
import { previewAt } from '../../ui/picture.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { collectionTraitsQuery } from '../collection/collection-parts.query.ts';
import { collectionQuery, shownCollectionsQuery } from '../collection/collection.query.ts';
import { categoriesQuery, categoryName } from '../reference/reference.query.ts';
import { isCurrency, isOfCollection, SORTS, STATES, type Sort } from './filter-url.ts';
import { Panel, type Panels, toggled } from './panel.tsx';
import { PriceRange } from './price-range.tsx';
import { MarkedName } from '../../ui/verified-mark.tsx';

const PropertyPanels = lazyWhenIdle(async () => (await import('./property-panels.tsx')).PropertyPanels);

/** The chosen collections, then the first of all, or those that a text finds. */
const Collections = ({ filter, change }: Panels) => {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const { data: first } = useQuery(shownCollectionsQuery());
  const { data: found } = useQuery({ ...shownCollectionsQuery(search), placeholderData: keepPreviousData });
  const chosen = useQueries({ queries: filter.collections.map(collectionQuery) }).flatMap(({ data }) => data ?? []);
  // An empty collection filters everything out.
  const others = found?.data.filter(({ uuid, stats }) => stats.items > 0 && !filter.collections.includes(uuid)) ?? [];
  return (
    <>
      {first && first.meta.totalItems > first.data.length && (
        <TextField
          type="search"
          label={t('token.filter.findCollection')}
          isLabelHidden
          placeholder={t('token.filter.findCollection')}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="mb-2"
        />
      )}
      <div className="-mr-3 max-h-80 overflow-y-auto pr-3 [scrollbar-width:thin]">
        {[...chosen, ...others].map((collection) => (
          <Check
            key={collection.uuid}
            isChecked={filter.collections.includes(collection.uuid)}
            onChange={(isOn) => change({ collections: toggled(filter.collections, collection.uuid, isOn) })}
            aside={collection.stats.items}
          >
            <img
              src={previewAt(collection.image.preview, 320)}
              alt=""
              loading="lazy"
              className="size-7 shrink-0 rounded-md bg-ink-800 object-cover"
            />
            <MarkedName {...collection} />
          </Check>
        ))}
        <p role="status" className="text-sm text-ink-400">
          {search !== '' && found?.data.length === 0 && t('token.filter.noCollection')}
        </p>
      </div>
    </>
  );
};

const Categories = ({ filter, change }: Panels) => {
  const { i18n } = useTranslation();
  const { data } = useQuery(categoriesQuery);
  return data?.map((category) => (
    <Check
      key={category.uuid}
      isChecked={filter.categories.includes(category.uuid)}
      onChange={(isOn) => change({ categories: toggled(filter.categories, category.uuid, isOn) })}
    >
      <span className="truncate">{categoryName(category, i18n.language)}</span>
    </Check>
  ));
};

/** On the page of a collection its maker's order comes first. */
const COLLECTION_SORTS = SORTS.toSorted((a, b) => Number(b === 'curated:ASC') - Number(a === 'curated:ASC'));

/** All filters and the order of a list of tokens. */
export const FilterPanels = ({
  hasCollections = true,
  collectionUuid,
  ...props
}: Panels & {
  /** Hidden on a collection's own page, where there is nothing to choose. */
  hasCollections?: boolean | undefined;
  /** The collection whose properties can be chosen. */
  collectionUuid?: string | undefined;
}) => {
  const { t } = useTranslation();
  const { filter, change } = props;
  const { data: properties } = useQuery({
    ...collectionTraitsQuery(collectionUuid ?? ''),
    enabled: collectionUuid !== undefined,
  });
  const isRanked = filter.sort === 'rarity:ASC' || (properties?.meta.ranked ?? 0) > 0;
  const sorts = collectionUuid
    ? COLLECTION_SORTS.filter((sort) => sort !== 'rarity:ASC' || isRanked)
    : SORTS.filter((sort) => !isOfCollection(sort));
  // On the page of a collection its properties come into view.
  const isLong = collectionUuid !== undefined;
  return (
    <div>
      <Panel title={t('token.filter.sorting')}>
        <Select
          label={t('token.filter.sorting')}
          isLabelHidden
          value={filter.sort}
          onChange={(event) => change({ sort: event.target.value as Sort })}
          options={sorts.map((sort) => ({
            value: sort,
            label: sort === 'rarity:ASC' ? t('property.rarity.sort') : t(`token.sort.${sort.replace(':', '_')}`),
          }))}
        />
        <div className="pt-2">
          <Switch isOn={filter.onSale} onChange={(onSale) => change({ onSale })}>
            {t('token.filter.onSale')}
          </Switch>
        </div>
      </Panel>
      <Panel title={t('token.filter.state')} isLong={isLong} count={filter.states.length}>
        {STATES.map((state) => (
          <Check
            key={state}
            isChecked={filter.states.includes(state)}
            onChange={(isOn) =>
              change({ states: STATES.filter((one) => (one === state ? isOn : filter.states.includes(one))) })
            }
          >
            {t(`token.state.${state}`)}
          </Check>
        ))}
      </Panel>
      <Panel
        title={t('token.filter.price')}
        isLong={isLong}
        count={filter.minPrice || filter.maxPrice || isCurrency(filter.currency) ? 1 : 0}
      >
        <PriceRange {...props} />
      </Panel>
      {hasCollections && (
        <Panel title={t('token.filter.collections')} isLong count={filter.collections.length}>
          <Collections {...props} />
        </Panel>
      )}
      <Panel title={t('token.filter.categories')} isLong count={filter.categories.length}>
        <Categories {...props} />
      </Panel>
      <Panel title={t('token.filter.type')} isLong={isLong} count={filter.type ? 1 : 0}>
        {(['ERC721', 'ERC1155'] as const).map((type) => (
          <Check key={type} isChecked={filter.type === type} onChange={(isOn) => change({ type: isOn ? type : '' })}>
            {t(`token.type.${type}`)}
          </Check>
        ))}
      </Panel>
      {collectionUuid && (
        <PropertyPanels
          collectionUuid={collectionUuid}
          {...props}
          // As high as closed panels.
          fallback={properties?.data.map(({ name }) => (
            <div key={name} className="flex h-13.25 items-center border-b border-ink-700/70">
              <Skeleton className="h-3 w-24" />
            </div>
          ))}
        />
      )}
    </div>
  );
};
