import { Search } from 'lucide-react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { usePageParameters } from '../../platform/route/use-page-parameters.ts';
import { useSearchText } from '../../ui/use-search-text.ts';
import { Select } from '../../ui/select.tsx';
import { ARTIST_SORTS, readArtistFilter } from './artist.query.ts';

/** Search by name, as somebody types, and the order. Both are in the URL; the search also works without scripts. */
export const ArtistControls = () => {
  const { t } = useTranslation();
  const [query, change] = usePageParameters();
  const { sortBy } = readArtistFilter(query);
  const [text, setText, search] = useSearchText();
  return (
    <div className="mb-8 flex flex-wrap gap-3">
      <form
        role="search"
        aria-label={t('artist.search')}
        action={path.artists}
        className="relative min-w-0 flex-1 basis-64 fluid:max-w-md"
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <Search
          aria-hidden
          className="pointer-events-none absolute left-4 top-1/2 size-4.5 -translate-y-1/2 text-ink-400"
        />
        <input
          type="search"
          name="search"
          value={text}
          maxLength={100}
          autoComplete="off"
          aria-label={t('artist.search')}
          placeholder={t('artist.search')}
          onChange={(event) => setText(event.target.value)}
          className="min-h-11 w-full rounded-xl border border-ink-700 bg-ink-900 pl-11 pr-4 text-base text-ink-50 transition-colors placeholder:text-ink-400 hover:border-ink-400 focus:border-gold-400 focus:outline-none"
        />
      </form>
      <Select
        label={t('artist.sort.label')}
        isLabelHidden
        value={sortBy}
        onChange={(event) => change({ sort: event.target.value === ARTIST_SORTS[0] ? '' : event.target.value })}
        options={ARTIST_SORTS.map((sort) => ({ value: sort, label: t(`artist.sort.${sort.split(':')[0]}`) }))}
        className="basis-48"
      />
    </div>
  );
};
