import { isDisplayCurrency } from '@skarb/schema/gallery-filter';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../platform/format/format.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { ChipRow } from '../../ui/chip-row.tsx';
import { collectionTraitsQuery } from '../collection/collection-parts.query.ts';
import { collectionQuery } from '../collection/collection.query.ts';
import { inTheLanguage, traitWords } from '../collection/property-words.ts';
import { categoriesQuery, categoryName, currenciesQuery } from '../reference/reference.query.ts';
import { EMPTY_FILTER, readRange, type Filter } from './filter-url.ts';

const CollectionName = ({ uuid }: { uuid: string }) => {
  const { t } = useTranslation();
  const { data, isError } = useQuery(collectionQuery(uuid));
  const name = data?.name ?? (isError ? t('token.filter.unavailable') : '…');
  return <span title={name}>{name}</span>;
};

/** The active filters, each with a button that removes it. */
export const ChosenFilters = ({
  filter,
  change,
  collectionUuid,
}: {
  filter: Filter;
  change: (part: Partial<Filter>) => void;
  /** The page's collection, whose properties are filters. */
  collectionUuid?: string | undefined;
}) => {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const { data: categories } = useQuery(categoriesQuery);
  const { data: currencies } = useQuery(currenciesQuery);
  const { data: properties } = useQuery({
    ...collectionTraitsQuery(collectionUuid ?? ''),
    enabled: collectionUuid !== undefined && filter.traits.length + filter.ranges.length > 0,
  });
  const chips: { key: string; label: ReactNode; exact?: string; without: Partial<Filter> }[] = [];
  if (filter.search)
    chips.push({ key: 'search', label: t('token.filter.searchFor', { text: filter.search }), without: { search: '' } });
  if (filter.onSale) chips.push({ key: 'sale', label: t('token.filter.onSale'), without: { onSale: false } });
  for (const state of filter.states)
    chips.push({
      key: state,
      label: t(`token.state.${state}`),
      without: { states: filter.states.filter((one) => one !== state) },
    });
  for (const id of filter.collections)
    chips.push({
      key: id,
      label: <CollectionName uuid={id} />,
      without: { collections: filter.collections.filter((one) => one !== id) },
    });
  for (const id of filter.categories) {
    const category = categories?.find(({ uuid }) => uuid === id);
    chips.push({
      key: id,
      // The list has no category that is switched off.
      label: category ? categoryName(category, i18n.language) : categories ? t('token.filter.unavailable') : '…',
      without: { categories: filter.categories.filter((one) => one !== id) },
    });
  }
  for (const trait of filter.traits)
    chips.push({
      key: trait,
      label: traitWords(trait, properties?.data, i18n.language),
      without: { traits: filter.traits.filter((one) => one !== trait) },
    });
  for (const text of filter.ranges) {
    const { name, min, max } = readRange(text) ?? { name: text, min: '', max: '' };
    const property = properties?.data.find((one) => one.name === name);
    const shown = property ? inTheLanguage(property, i18n.language).name : name;
    const bound = (number: string) => (number ? formats.plain(number) : '…');
    chips.push({
      key: text,
      // Apart from a minus.
      label: `${shown}: ${bound(min)}${/-/.test(min + max) ? ' – ' : '–'}${bound(max)}`,
      without: { ranges: filter.ranges.filter((one) => one !== text) },
    });
  }
  if (collectionUuid && (filter.minRank || filter.maxRank))
    chips.push({
      key: 'rank',
      label: t('property.rarity.range', { from: filter.minRank || '1', to: filter.maxRank || '…' }),
      without: { minRank: '', maxRank: '' },
    });
  if (filter.type) chips.push({ key: 'type', label: t(`token.type.${filter.type}`), without: { type: '' } });
  const only = currencies?.find(({ uuid }) => uuid === filter.currency);
  if (filter.minPrice || filter.maxPrice) {
    const money = isDisplayCurrency(filter.currency) ? filter.currency : undefined;
    const amount = (text: string) => (money ? formats.fiat(Number(text), money) : formats.amount(text));
    const unit = money ? '' : ` ${only?.name ?? (filter.currency ? '…' : 'ETH')}`;
    chips.push({
      key: 'price',
      label:
        t('token.filter.priceRange', {
          from: amount(filter.minPrice || '0'),
          to: filter.maxPrice ? amount(filter.maxPrice) : '∞',
        }) + unit,
      exact:
        t('token.filter.priceRange', {
          from: formats.exact(filter.minPrice || '0'),
          to: filter.maxPrice ? formats.exact(filter.maxPrice) : '∞',
        }) + (unit || ` ${money}`),
      without: { minPrice: '', maxPrice: '', currency: '' },
    });
  } else if (only)
    chips.push({
      key: 'currency',
      label: t('property.unit.only', { currency: only.name }),
      without: { currency: '' },
    });
  if (chips.length === 0) return null;
  return (
    <ChipRow aria-label={t('token.filter.chosen')} className="mb-5">
      {chips.map((chip) => (
        <li key={chip.key}>
          <button
            type="button"
            onClick={() => change(chip.without)}
            className="inline-flex min-h-8 max-w-64 items-center gap-1.5 rounded-full bg-ink-800 pl-3 pr-2 text-sm text-ink-200 transition-colors hover:bg-ink-700 hover:text-ink-50"
          >
            <span className="sr-only">{t('token.filter.remove')} </span>
            <span className="truncate" title={chip.exact ?? (typeof chip.label === 'string' ? chip.label : undefined)}>
              {chip.label}
            </span>
            <X aria-hidden className="size-3.5 shrink-0" />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button
            type="button"
            onClick={() => change({ ...EMPTY_FILTER, sort: filter.sort })}
            className="min-h-8 px-2 text-sm text-ink-200 underline-offset-4 hover:text-ink-50 hover:underline"
          >
            {t('token.filter.clear')}
          </button>
        </li>
      )}
    </ChipRow>
  );
};
