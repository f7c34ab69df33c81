import { isDisplayCurrency } from '@skarb/schema/gallery-filter';
import { SlidersHorizontal, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormats } from '../../platform/format/format.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { wideOnly } from '../../platform/lazy/wide-only.tsx';
import { path } from '../../platform/route/path.ts';
import { Button } from '../../ui/button.tsx';
import { ChipRow } from '../../ui/chip-row.tsx';
import { collectionTraitsQuery } from '../collection/collection-parts.query.ts';
import { collectionQuery } from '../collection/collection.query.ts';
import { TokenList } from '../token/token-list.tsx';
import type { TokenFilter } from '../token/token.query.ts';
import { ViewSwitch } from '../token/view-switch.tsx';
import { countOf, EMPTY_FILTER, readRange, tokenFilterOf, wrongWayOf, type Filter } from './filter-url.ts';
import { categoriesQuery, categoryName, currenciesQuery } from '../reference/reference.query.ts';
import { inTheLanguage, traitWords } from '../collection/property-words.ts';
import { useFilter } from './use-filter.ts';

const FilterPanels = wideOnly(
  'src/domain/filter/filter-panels.tsx',
  async () => (await import('./filter-panels.tsx')).FilterPanels,
);
const FilterSheet = lazyDialog(async () => (await import('./filter-sheet.tsx')).default);

/** What the pages that show `FilteredTokens` export as their `preload`. */
export const loadFilters = FilterPanels.preload;

/** The id of the list's element, for links that skip to it. */
export const WORKS_ID = 'works';

type Props = {
  label: string;
  /** Filters fixed by the page, such as its collection. */ fixed?: TokenFilter;
  hasCollections?: boolean;
  /** The page's collection, whose properties are filters. */
  collectionUuid?: string;
  isFirst?: boolean;
  /** The empty state while nothing is filtered. */ empty?: ReactNode;
};

const CollectionName = ({ uuid }: { uuid: string }) => {
  const name = useQuery(collectionQuery(uuid)).data?.name ?? '…';
  return <span title={name}>{name}</span>;
};

/** The active filters, each with a button that removes it. */
const Chips = ({
  filter,
  change,
  collectionUuid,
}: { filter: Filter; change: (part: Partial<Filter>) => void } & Pick<Props, 'collectionUuid'>) => {
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
      label: category ? categoryName(category, i18n.language) : '…',
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
    const unit = money ? '' : ` ${only?.name ?? 'ETH'}`;
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

/** Tokens with filters: a column of panels on wide screens, a sheet on narrow ones. */
export const FilteredTokens = ({ label, fixed, hasCollections = true, collectionUuid, isFirst, empty }: Props) => {
  const { t } = useTranslation();
  const { filter, change, pages, keepPages } = useFilter(collectionUuid ? 'curated:ASC' : undefined);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const count = countOf(filter);
  const isNarrowed = count > 0 || filter.search !== '';
  return (
    <div className="wide:grid wide:grid-cols-[15rem_minmax(0,1fr)] wide:gap-10">
      <aside
        aria-label={t('token.filter.title')}
        className="hidden wide:sticky wide:top-24 wide:-ml-1 wide:block wide:max-h-[calc(100dvh-7rem)] wide:self-start wide:overflow-y-auto wide:px-1 wide:pb-10 wide:[mask-image:linear-gradient(#000_calc(100%-2.5rem),transparent)] wide:[scrollbar-width:none]"
      >
        <FilterPanels filter={filter} change={change} hasCollections={hasCollections} collectionUuid={collectionUuid} />
      </aside>
      <div className="min-w-0">
        <div className="mb-5 flex items-center gap-y-3 max-[19rem]:flex-wrap">
          <Button
            variant="outlined"
            size="small"
            onClick={() => setSheetOpen(true)}
            aria-haspopup="dialog"
            className="wide:hidden"
          >
            <SlidersHorizontal aria-hidden className="size-4" />
            {t('token.filter.title')}
            {count > 0 && (
              <span className="num rounded-full bg-ink-50 px-1.5 text-xs leading-5 text-ink-950">{count}</span>
            )}
          </Button>
          <ViewSwitch className="ml-auto" />
          {isSheetOpen && (
            <FilterSheet
              open
              onOpenChange={setSheetOpen}
              filter={filter}
              change={change}
              hasCollections={hasCollections}
              collectionUuid={collectionUuid}
              tokens={tokenFilterOf(filter, fixed)}
            />
          )}
        </div>
        <div id={WORKS_ID} tabIndex={-1} className="outline-none">
          <h2 className="sr-only">{label}</h2>
          <Chips filter={filter} change={change} collectionUuid={collectionUuid} />
          <TokenList
            label={label}
            filter={tokenFilterOf(filter, fixed)}
            width="narrow"
            isFirst={isFirst}
            pagesWanted={pages}
            onPages={keepPages}
            empty={
              (!isNarrowed && empty) || (
                <div className="flex flex-col items-center gap-4 py-24 text-center">
                  <p className="text-xl font-semibold">
                    {t(isNarrowed ? 'token.empty.filteredTitle' : 'token.empty.title')}
                  </p>
                  <p className="max-w-md text-balance text-ink-200">
                    {t(wrongWayOf(filter) ?? (isNarrowed ? 'token.empty.filteredText' : 'token.empty.text'))}
                  </p>
                  {isNarrowed && (
                    <Button variant="outlined" onClick={() => change({ ...EMPTY_FILTER, sort: filter.sort })}>
                      {t('token.filter.clear')}
                    </Button>
                  )}
                  {/* Which also finds artists and collections, other alphabets and misspelt words. */}
                  {filter.search && (
                    <Link
                      to={`${path.search}?${new URLSearchParams({ q: filter.search })}`}
                      className="wrap-anywhere py-2 text-gold-400 underline-offset-4 hover:underline"
                    >
                      {t('search.everything', { text: filter.search })}
                    </Link>
                  )}
                </div>
              )
            }
          />
        </div>
      </div>
    </div>
  );
};
