import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Clock, Search } from 'lucide-react';
import { useEffect, useId, useImperativeHandle, useMemo, useState, type Ref } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/class-name.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { clearSearches, keepSearch, recentSearches } from './recent.ts';
import { type SearchOption, searchOptions, searchPath } from './search-option.ts';
import { searchQuery } from './search.query.ts';
import { MarkedName } from '../../ui/verified-mark.tsx';

/** A pause in typing after which a request is sent. */
const TYPED_MS = 150;

/** What the input of the combobox tells its list: a key that was pressed. @returns whether the list used it */
export type SuggestionKeys = { onKey: (key: string) => boolean };

type Props = {
  ref: Ref<SuggestionKeys>;
  id: string;
  text: string;
  /** The active option and whether there is a list, for the input's attributes. */
  onChange: (state: { active: string | undefined; isShown: boolean }) => void;
  close: () => void;
};

const Mark = ({ option: { group, picture, person } }: { option: SearchOption }) => {
  if (person) return <Avatar src={person.avatar} seed={person.uuid} className="size-9" />;
  if (picture)
    return <img src={picture} alt="" loading="lazy" className="size-9 shrink-0 rounded-md bg-ink-800 object-cover" />;
  const Icon = group === 'recent' ? Clock : Search;
  return (
    <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-ink-800 text-ink-200">
      <Icon aria-hidden className="size-4" />
    </span>
  );
};

type Group = { group: SearchOption['group']; options: [SearchOption, place: number][] };
/** Neighbours of one kind together, each with its place in the whole list. */
const groupsOf = (options: readonly SearchOption[]): Group[] =>
  options.reduce<Group[]>((all, option, place) => {
    const last = all.at(-1);
    if (last?.group === option.group) last.options.push([option, place]);
    else all.push({ group: option.group, options: [[option, place]] });
    return all;
  }, []);

/** The list below the search box: what the typed text finds, or the last searches. */
export const Suggestions = ({ ref, id, text, onChange, close }: Props) => {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const headingId = useId();
  const wanted = text.trim().slice(0, 100);
  const settled = useDebounced(wanted, TYPED_MS);
  const { data, isPlaceholderData } = useQuery({
    ...searchQuery(settled),
    enabled: settled !== '' && wanted !== '',
    placeholderData: keepPreviousData,
  });
  const [recent, setRecent] = useState(recentSearches);
  const options = useMemo<SearchOption[]>(() => {
    if (wanted === '')
      return recent.map((one) => ({
        key: `recent ${one}`,
        group: 'recent',
        to: searchPath(one),
        label: one,
        text: one,
      }));
    return data ? searchOptions(t, i18n.language, wanted, data) : [];
  }, [t, i18n.language, wanted, data, recent]);
  const [active, setActive] = useState<string>();
  // What an id names is chosen by itself, unless it is that of an earlier text: Enter leads straight to it.
  const isCurrent = settled === wanted && !isPlaceholderData;
  const at =
    active === undefined && isCurrent && options[0]?.group === 'exact'
      ? 0
      : options.findIndex(({ key }) => key === active);
  const isShown = options.length > 0;
  const optionId = (place: number) => `${id}-${place}`;
  const activeId = at < 0 ? undefined : optionId(at);
  useEffect(() => onChange({ active: activeId, isShown }), [onChange, activeId, isShown]);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const choose = (option: SearchOption) => {
    if (option.text) keepSearch(option.text);
    close();
    // As after other navigations: the reader goes on at the page, and a phone puts its keyboard away.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  useImperativeHandle(ref, () => ({
    onKey: (key) => {
      if (!isShown) return false;
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        // Beyond the ends no option is active: the typed text is what Enter searches.
        const places = options.length + 1;
        const next = (at + 1 + (key === 'ArrowDown' ? 1 : -1) + places) % places;
        setActive(next === 0 ? undefined : options[next - 1]?.key);
        return true;
      }
      const chosen = options[at];
      if (key !== 'Enter' || !chosen) return false;
      choose(chosen);
      void navigate(chosen.to);
      return true;
    },
  }));

  if (!isShown) return null;
  return (
    <div
      className={cx(
        'absolute inset-x-0 top-full z-40 mt-2 overflow-hidden rounded-2xl border border-ink-700 bg-ink-900 shadow-2xl transition-opacity fluid:-right-8 fluid:left-0',
        isPlaceholderData && 'opacity-80',
      )}
    >
      {data?.corrected && wanted !== '' && (
        <p className="border-b border-ink-800 px-4 py-2 text-sm text-ink-200">
          {t('search.corrected', { corrected: data.corrected, text: settled })}
        </p>
      )}
      <div
        id={id}
        role="listbox"
        aria-label={t('search.listLabel')}
        className="max-h-[min(70dvh,34rem)] overflow-y-auto overscroll-contain py-2 [scrollbar-width:thin]"
      >
        {groupsOf(options).map(({ group, options: lines }) => (
          <div key={group} role="group" aria-labelledby={group === 'everything' ? undefined : `${headingId}-${group}`}>
            {group !== 'everything' && (
              <p id={`${headingId}-${group}`} className="px-4 pb-1 pt-2 text-xs font-semibold text-ink-400">
                {t(`search.${group}`)}
              </p>
            )}
            {lines.map(([option, place]) => (
              <Link
                key={option.key}
                id={optionId(place)}
                role="option"
                aria-selected={place === at}
                tabIndex={-1}
                to={option.to}
                // The input keeps the focus, and the list open until the click.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
                className={cx(
                  'flex min-h-12 items-center gap-3 px-4 py-1.5 text-ink-50 hover:bg-ink-800',
                  place === at && 'bg-ink-800',
                )}
              >
                <Mark option={option} />
                <span className="min-w-0">
                  <MarkedName name={option.label} isVerified={!!option.isVerified} className="font-medium" />
                  {option.detail && <span className="block truncate text-sm text-ink-400">{option.detail}</span>}
                </span>
              </Link>
            ))}
          </div>
        ))}
      </div>
      {wanted === '' && (
        <button
          type="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            clearSearches();
            setRecent([]);
          }}
          onBlur={close}
          className="min-h-10 w-full border-t border-ink-800 px-4 text-left text-sm text-ink-200 hover:bg-ink-800 hover:text-ink-50"
        >
          {t('search.clearRecent')}
        </button>
      )}
      <p role="status" className="sr-only">
        {t('search.found', { count: options.filter(({ group }) => group !== 'everything').length })}
      </p>
    </div>
  );
};
