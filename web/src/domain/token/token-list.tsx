import { PAGE_SIZE } from '@skarb/schema/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { memo, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { clientOnly } from '../../platform/lazy/client-only.tsx';
import { useIsPageIdle } from '../../platform/lazy/use-is-page-idle.ts';
import { ListFailure, useFailure } from '../../ui/list-failure.tsx';
import { cx } from '../../ui/class-name.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { TokenGrid } from './token-grid.tsx';
import { tokenListQuery, type TokenFilter } from './token.query.ts';

const ListWait = clientOnly(async () => (await import('../../ui/list-wait.tsx')).ListWait);

/** Places that are kept for coming cards: more than a fast wheel passes before the next page arrives. */
const KEPT = 4 * PAGE_SIZE.token;

/** True once the visitor scrolls: the first view loads one page only. */
const useHasScrolled = (): boolean => {
  const [hasScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => scrollY > 0 && setScrolled(true);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return hasScrolled;
};

/**
 * True from the first scroll on, or once the page is idle and what is below the list is out of sight: a jump to the end
 * must move nothing there.
 */
const useKeepsPlaces = (hasScrolled: boolean, below: RefObject<HTMLElement | null>): boolean => {
  const isIdle = useIsPageIdle();
  const [isOutOfSight, setOutOfSight] = useState(false);
  useEffect(() => {
    if (!isIdle || !below.current) return;
    const watch = new IntersectionObserver(([entry]) => setOutOfSight(!!entry && !entry.isIntersecting));
    watch.observe(below.current);
    return () => watch.disconnect();
  }, [isIdle, below]);
  return hasScrolled || isOutOfSight;
};

/**
 * The empty state, which stays as it is until the new list is known: it would be that of other filters, without the button that
 * was pressed, and take the focus with it.
 */
const UntilKnown = memo(
  ({ children }: { isKnown: boolean; children: ReactNode }) => children,
  (_, { isKnown }) => !isKnown,
);

type Props = {
  label: string;
  filter: TokenFilter;
  width?: 'narrow' | 'wide';
  /** The empty state. */
  empty: ReactNode;
  /** Its first cards are in the first viewport. */
  isFirst?: boolean;
  /** How many there are, where the page knows it: so many places are kept for them. */
  expected?: number | undefined;
  /** Pages that were open when the visitor left; loaded again before `onPages` is called. */
  pagesWanted?: number;
  /** Called with the number of open pages, for the URL. */
  onPages?: (pages: number) => void;
};

/** A list of tokens, twelve a page. More pages load automatically near the end, or with the button. */
export const TokenList = ({ label, filter, width, empty, isFirst, expected, pagesWanted = 1, onPages }: Props) => {
  const { t } = useTranslation();
  const query = useInfiniteQuery(tokenListQuery(filter));
  const end = useRef<HTMLLIElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, isPlaceholderData } = query;
  const failure = useFailure(query);
  const pages = query.data?.pages;
  const count = pages?.length;
  const hasScrolled = useHasScrolled();
  const below = useRef<HTMLDivElement>(null);
  const keepsPlaces = useKeepsPlaces(hasScrolled, below);
  const isReady = hasScrolled && hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !isPlaceholderData;

  useEffect(() => {
    if (!isReady || !end.current) return;
    const load = (entries: IntersectionObserverEntry[]) =>
      entries.some(({ isIntersecting }) => isIntersecting) && void fetchNextPage();
    // More than Page Down scrolls: what is below the list moves out of sight.
    const near = new IntersectionObserver(load, { rootMargin: '1200px' });
    near.observe(end.current);
    // After a jump the window has kept places, and the end of the list is far above it. Without a margin: whoever reads
    // what is below the list keeps it.
    const jumped = new IntersectionObserver(load);
    for (let place = end.current.nextElementSibling; place; place = place.nextElementSibling) jumped.observe(place);
    return () => {
      near.disconnect();
      jumped.disconnect();
    };
  }, [isReady, fetchNextPage, count]);

  // A cancelled fetch (live update, sign-in) leaves the first page only.
  const isBack = useRef(false);
  useEffect(() => {
    if (!count || isPlaceholderData || isFetchingNextPage) return;
    isBack.current ||= count >= pagesWanted || !hasNextPage || isFetchNextPageError;
    if (isBack.current) onPages?.(count);
    else void fetchNextPage();
  }, [
    count,
    pagesWanted,
    hasNextPage,
    isPlaceholderData,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    onPages,
  ]);

  if (!pages) {
    if (failure) return <ListFailure error={failure} list={query} />;
    const coming = Math.min(PAGE_SIZE.token, expected ?? PAGE_SIZE.token);
    return (
      <>
        <ListWait list={query} queryKey={tokenListQuery(filter).queryKey} />
        <TokenGrid label={label} tokens={[]} coming={coming} width={width} isWall />
      </>
    );
  }
  // A new token may move another from page 1 to page 2 between two reads: show it once.
  const tokens = [...new Map(pages.flatMap((page) => page.data).map((token) => [token.uuid, token])).values()];
  const total = pages[0]?.meta.totalItems ?? 0;
  if (tokens.length === 0) return <UntilKnown isKnown={!isPlaceholderData}>{empty}</UntilKnown>;
  return (
    <>
      <TokenGrid
        label={label}
        tokens={tokens}
        width={width}
        isWall
        isFirst={isFirst}
        isFaded={isPlaceholderData}
        coming={
          (keepsPlaces && hasNextPage && !isFetchNextPageError) || isFetchingNextPage
            ? Math.max(0, Math.min(KEPT, total - tokens.length))
            : 0
        }
        comingRef={end}
      />
      <div ref={below} className={cx('flex flex-col items-center gap-3 pt-10', (count ?? 0) > 1 && 'min-h-21')}>
        <p className="sr-only" aria-live="polite">
          {t('token.shown', { shown: tokens.length, total })}
        </p>
        <LoadMore list={query} className="items-center" />
      </div>
    </>
  );
};
