import { SlidersHorizontal } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { hydratedLater } from '../../platform/lazy/hydrated-later.tsx';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { wideOnly } from '../../platform/lazy/wide-only.tsx';
import { path } from '../../platform/route/path.ts';
import { Button } from '../../ui/button.tsx';
import { TokenList } from '../token/token-list.tsx';
import type { TokenFilter } from '../token/token.query.ts';
import { ViewSwitch } from '../token/view-switch.tsx';
import { countOf, EMPTY_FILTER, isNarrowed, tokenFilterOf, wrongWayOf } from './filter-url.ts';
import { useFilter } from './use-filter.ts';

const FilterPanels = wideOnly(hydratedLater(async () => (await import('./filter-panels.tsx')).FilterPanels));
const FilterSheet = lazyDialog(async () => (await import('./filter-sheet.tsx')).default);

/** Most lists have none: their names and numbers are a kibibyte of script. Pages whose address has some preload it. */
export const ChosenFilters = hydratedLater(async () => (await import('./chosen-filters.tsx')).ChosenFilters);

/** The pages that show `FilteredTokens` await it when they load. */
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

/** Tokens with filters: a column of panels on wide screens, a sheet on narrow ones. */
export const FilteredTokens = ({ label, fixed, hasCollections = true, collectionUuid, isFirst, empty }: Props) => {
  const { t } = useTranslation();
  const { filter, change, pages, keepPages } = useFilter(collectionUuid ? 'curated:ASC' : undefined);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const count = countOf(filter);
  const isNarrow = isNarrowed(filter);
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
          {isNarrow && <ChosenFilters filter={filter} change={change} collectionUuid={collectionUuid} />}
          <TokenList
            label={label}
            filter={tokenFilterOf(filter, fixed)}
            width="narrow"
            isFirst={isFirst}
            pagesWanted={pages}
            onPages={keepPages}
            empty={
              (!isNarrow && empty) || (
                <div className="flex flex-col items-center gap-4 py-24 text-center">
                  <p className="text-xl font-semibold">
                    {t(isNarrow ? 'token.empty.filteredTitle' : 'token.empty.title')}
                  </p>
                  <p className="max-w-md text-balance text-ink-200">
                    {t(wrongWayOf(filter) ?? (isNarrow ? 'token.empty.filteredText' : 'token.empty.text'))}
                  </p>
                  {isNarrow && (
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
