import { Search, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { path } from '../platform/route/path.ts';
import { readFilter, writeFilter } from '../domain/filter/filter-url.ts';
import { cx } from '../ui/class-name.ts';

/** Searches the works. `/` focuses it from anywhere (search-key.ts), Escape leaves it. Also works without scripts. */
export const SearchBox = ({ className }: { className?: string }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const present = pathname === path.tokens ? (query.get('search') ?? '') : '';
  const [text, setText] = useState(present);
  const [known, setKnown] = useState(present);
  if (known !== present) {
    setKnown(present);
    setText(present);
  }
  const input = useRef<HTMLInputElement>(null);
  const go = (search: string) => {
    // In the gallery, keep the other filters.
    const others = pathname === path.tokens ? query : new URLSearchParams();
    const next = writeFilter({ ...readFilter(others), search: search.trim().slice(0, 100) }, others);
    void navigate({ pathname: path.tokens, search: next.size ? `?${next}` : '' });
  };
  return (
    <form
      role="search"
      action={path.tokens}
      className={cx('relative', className)}
      onSubmit={(event) => {
        event.preventDefault();
        go(text);
      }}
    >
      <Search
        aria-hidden
        className="pointer-events-none absolute left-3.5 top-1/2 size-4.5 -translate-y-1/2 text-ink-400"
      />
      <input
        ref={input}
        type="search"
        name="search"
        value={text}
        maxLength={100}
        autoComplete="off"
        aria-label={t('app.search.label')}
        aria-keyshortcuts="/"
        placeholder={t('app.search.placeholder')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && input.current?.blur()}
        className="peer min-h-10 w-full rounded-full border border-transparent bg-ink-800 pl-10.5 pr-10 text-base text-ink-50 transition-colors placeholder:text-ink-400 hover:bg-ink-700/70 focus:border-gold-400 focus:bg-ink-900 focus:outline-none fluid:text-sm"
      />
      {text ? (
        <button
          type="button"
          aria-label={t('app.search.clear')}
          onClick={() => {
            setText('');
            if (present) go('');
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
    </form>
  );
};
