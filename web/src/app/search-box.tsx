import { Search, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { clientOnly } from '../platform/lazy/client-only.tsx';
import { path } from '../platform/route/path.ts';
import { usePageParameters } from '../platform/route/use-page-parameters.ts';
import type { SuggestionKeys } from '../domain/search/suggestions.tsx';
import { cx } from '../ui/class-name.ts';

/** Fetched with the first focus. Without it the box still searches. */
const Suggestions = clientOnly(() =>
  import('../domain/search/suggestions.tsx').then(
    (part) => part.Suggestions,
    () => () => null,
  ),
);

/**
 * Searches everything, with suggestions as somebody types: a combobox. `/` focuses it from anywhere (search-key.ts), Escape
 * closes the list, then leaves the box. Also works without scripts.
 */
export const SearchBox = ({ className }: { className?: string }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [query, change] = usePageParameters();
  const parameter = pathname === path.search ? 'q' : pathname === path.tokens ? 'search' : undefined;
  const present = (parameter && query.get(parameter)) ?? '';
  const [text, setText] = useState(present);
  const [known, setKnown] = useState(present);
  if (known !== present) {
    setKnown(present);
    setText(present);
  }
  const [isOpen, setOpen] = useState(false);
  const [list, setList] = useState<{ active: string | undefined; isShown: boolean }>();
  const input = useRef<HTMLInputElement>(null);
  const keys = useRef<SuggestionKeys>(null);
  const listId = useId();
  const close = () => setOpen(false);
  const isListed = isOpen && list?.isShown === true;
  return (
    <form
      role="search"
      action={path.search}
      className={cx('relative', className)}
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = text.trim().slice(0, 100);
        close();
        if (wanted) {
          void import('../domain/search/recent.ts').then(({ keepSearch }) => keepSearch(wanted));
          void navigate(`${path.search}?${new URLSearchParams({ q: wanted })}`);
        } else if (present) void navigate(path.tokens);
      }}
    >
      <Search
        aria-hidden
        className="pointer-events-none absolute left-3.5 top-1/2 size-4.5 -translate-y-1/2 text-ink-400"
      />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        role="combobox"
        name="q"
        value={text}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-label={t('app.search.label')}
        aria-keyshortcuts="/"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={isListed ? listId : undefined}
        aria-activedescendant={isListed ? list.active : undefined}
        placeholder={t('app.search.placeholder')}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.form?.contains(relatedTarget)) close();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            if (isListed) close();
            else input.current?.blur();
          } else if (isOpen && keys.current?.onKey(event.key)) event.preventDefault();
          else if (event.key === 'ArrowDown') setOpen(true);
        }}
        className="peer min-h-10 w-full text-ellipsis rounded-full border border-transparent bg-ink-800 pl-10.5 pr-10 text-base text-ink-50 transition-colors placeholder:text-ink-400 hover:bg-ink-700/70 focus:border-gold-400 focus:bg-ink-900 focus:outline-none fluid:text-sm"
      />
      {text ? (
        <button
          type="button"
          aria-label={t('app.search.clear')}
          onClick={() => {
            setText('');
            if (present && parameter === 'search') change({ search: '' });
            input.current?.focus();
          }}
          className="absolute right-1 top-1 flex size-8 items-center justify-center rounded-full text-ink-400 hover:text-ink-50"
        >
          <X aria-hidden className="size-4" />
        </button>
      ) : (
        <kbd
          aria-hidden
          className="pointer-events-none absolute right-3 top-1/2 hidden -translate-y-1/2 rounded border border-ink-700 px-1.5 font-sans text-xs leading-5 text-ink-400 peer-focus:hidden wide:block"
        >
          /
        </kbd>
      )}
      {isOpen && <Suggestions ref={keys} id={listId} text={text} onChange={setList} close={close} />}
    </form>
  );
};
