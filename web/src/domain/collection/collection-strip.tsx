import { ChevronDown } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { cx } from '../../ui/class-name.ts';
import { Picture } from '../../ui/picture.tsx';
import { fadeOf, useScrollEnds } from '../../ui/scroll-ends.ts';
import { MarkedName } from '../../ui/verified-mark.tsx';
import type { ShownCollection } from './collection.query.ts';

/** Scrolls the row, for a mouse: touch and keyboard need none. */
const Arrow = ({ isBack = false, top, onPress }: { isBack?: boolean; top: string; onPress: () => void }) => (
  <button
    type="button"
    aria-hidden
    tabIndex={-1}
    onClick={onPress}
    className={cx(
      'absolute hidden size-10 items-center justify-center rounded-full bg-ink-950/85 text-ink-50 transition-colors hover:bg-ink-800 wide:flex',
      isBack ? 'left-2' : 'right-2',
      top,
    )}
  >
    <ChevronDown className={cx('size-5', isBack ? 'rotate-90' : '-rotate-90')} />
  </button>
);

type Row = {
  label: string;
  className: string;
  /** A class: where the arrows are. */ arrows: string;
  /** List items. */ children: ReactNode;
};

/** A row of collections that scrolls sideways. */
export const CollectionRow = ({ label, className, arrows, children }: Row) => {
  const rail = useRef<HTMLElement>(null);
  const move = (pages: number) => rail.current?.scrollBy({ left: pages * rail.current.clientWidth * 0.8 });
  const ends = useScrollEnds(() => rail.current);
  return (
    <div className={cx('relative -mx-4 fluid:-mx-8', className)}>
      <nav
        ref={rail}
        aria-label={label}
        className={cx(
          'overflow-x-auto scroll-smooth px-4 [scrollbar-width:none] fluid:px-8',
          fadeOf(ends ?? { hasBefore: false, hasAfter: true }),
        )}
      >
        <ul className="flex gap-3 fluid:gap-4">{children}</ul>
      </nav>
      {ends?.hasBefore && <Arrow isBack top={arrows} onPress={() => move(-1)} />}
      {ends?.hasAfter && <Arrow top={arrows} onPress={() => move(1)} />}
    </div>
  );
};

/** The collections of the gallery, each a wide cover with its name; nothing for fewer than two. */
export const CollectionStrip = ({ collections }: { collections: readonly ShownCollection[] }) => {
  const { t } = useTranslation();
  // Those with one work come last, whatever was paid for it.
  const shown = collections
    .filter(({ stats }) => stats.items > 0)
    .sort((a, b) => Number(a.stats.items === 1) - Number(b.stats.items === 1))
    .slice(0, 12);
  if (shown.length < 2) return null;
  return (
    <CollectionRow label={t('collection.strip')} className="mb-8 fluid:mb-12" arrows="top-12">
      {shown.map((collection) => (
        <li key={collection.uuid} className="w-40 shrink-0 fluid:w-56">
          <Link to={path.collection(collection.uuid)} className="group block rounded-2xl">
            <div className="overflow-hidden rounded-2xl">
              <Picture
                image={collection.image}
                alt=""
                sizes="(min-width: 47.5rem) 224px, 160px"
                ratio={16 / 9}
                className="transition-transform duration-200 ease-quiet group-hover:scale-[1.03] motion-reduce:group-hover:scale-100"
              />
            </div>
            <p className="mt-2 text-sm font-semibold text-ink-50">
              <MarkedName {...collection} />
            </p>
            <p className="num truncate text-sm text-ink-400">
              {t('collection.items', { count: collection.stats.items })}
            </p>
          </Link>
        </li>
      ))}
    </CollectionRow>
  );
};
