import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Check, Switch } from '../../ui/check.tsx';
import { parseDecimal } from '../../ui/decimal-text.ts';
import { PriceField, TextField } from '../../ui/field.tsx';
import { previewAt } from '../../ui/picture.tsx';
import { Select } from '../../ui/select.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { collectionQuery, shownCollectionsQuery } from '../collection/collection.query.ts';
import type { Filter } from './filter-url.ts';
import { SORTS, STATES, type Sort } from './filter-url.ts';
import { categoriesQuery, categoryName, currenciesQuery } from '../reference/reference.query.ts';

type Panels = {
  filter: Filter;
  change: (part: Partial<Filter>) => void;
  /** Hidden on a collection's own page, where there is nothing to choose. */ hasCollections?: boolean;
};

/** A group of filters. A long one starts closed unless something in it is chosen. */
const Panel = ({
  title,
  count = 0,
  isLong = false,
  children,
}: {
  title: string;
  count?: number;
  isLong?: boolean;
  children: ReactNode;
}) => {
  const [isOpen, setOpen] = useState(!isLong || count > 0);
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group/panel border-b border-ink-700/70 py-1 last:border-0"
    >
      <summary className="flex min-h-11 list-none items-center gap-2 font-semibold text-ink-50">
        <h2>{title}</h2>
        {count > 0 && <span className="num rounded-full bg-ink-700 px-2 text-xs leading-5 text-ink-50">{count}</span>}
        <ChevronDown
          aria-hidden
          className="ml-auto size-4 text-ink-400 transition-transform group-open/panel:rotate-180"
        />
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  );
};

const toggled = (list: string[], id: string, isOn: boolean) =>
  isOn ? [...list, id] : list.filter((one) => one !== id);

/** Lowest and highest price; applied when the field loses focus or on Enter. */
const PriceRange = ({ filter, change }: Panels) => {
  const { t } = useTranslation();
  const { data: currencies } = useQuery(currenciesQuery);
  const symbol = currencies?.find((currency) => currency.isDefault)?.name ?? 'ETH';
  const [range, setRange] = useState({ min: filter.minPrice, max: filter.maxPrice });
  const [known, setKnown] = useState(filter);
  if (known.minPrice !== filter.minPrice || known.maxPrice !== filter.maxPrice) {
    setKnown(filter);
    setRange({ min: filter.minPrice, max: filter.maxPrice });
  }
  const isWrongWay = range.min !== '' && range.max !== '' && Number(range.min) > Number(range.max);
  const apply = () => {
    if (isWrongWay || parseDecimal(range.min) === null || parseDecimal(range.max) === null) return;
    if (range.min !== filter.minPrice || range.max !== filter.maxPrice)
      change({ minPrice: range.min, maxPrice: range.max });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <PriceField
          label={t('token.filter.from', { currency: symbol })}
          value={range.min}
          onValueChange={(min) => setRange({ ...range, min })}
          onBlur={apply}
        />
        <PriceField
          label={t('token.filter.to', { currency: symbol })}
          value={range.max}
          onValueChange={(max) => setRange({ ...range, max })}
          onBlur={apply}
        />
      </div>
      {isWrongWay && (
        <p role="alert" className="mt-2 text-sm text-red-400">
          {t('token.filter.wrongWay')}
        </p>
      )}
      <Button type="submit" variant="outlined" size="small" className="mt-3 w-full">
        {t('token.filter.apply')}
      </Button>
    </form>
  );
};

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
            <span className="truncate">{collection.name}</span>
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

/** All filters and the order of a list of tokens. */
export const FilterPanels = (props: Panels) => {
  const { t } = useTranslation();
  const { filter, change, hasCollections = true } = props;
  return (
    <div>
      <Panel title={t('token.filter.sorting')}>
        <Select
          label={t('token.filter.sorting')}
          isLabelHidden
          value={filter.sort}
          onChange={(event) => change({ sort: event.target.value as Sort })}
          options={SORTS.map((sort) => ({ value: sort, label: t(`token.sort.${sort.replace(':', '_')}`) }))}
        />
        <div className="pt-2">
          <Switch isOn={filter.onSale} onChange={(onSale) => change({ onSale })}>
            {t('token.filter.onSale')}
          </Switch>
        </div>
      </Panel>
      <Panel title={t('token.filter.state')} count={filter.states.length}>
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
      <Panel title={t('token.filter.price')} count={filter.minPrice || filter.maxPrice ? 1 : 0}>
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
      <Panel title={t('token.filter.type')} count={filter.type ? 1 : 0}>
        {(['ERC721', 'ERC1155'] as const).map((type) => (
          <Check key={type} isChecked={filter.type === type} onChange={(isOn) => change({ type: isOn ? type : '' })}>
            {t(`token.type.${type}`)}
          </Check>
        ))}
      </Panel>
    </div>
  );
};
