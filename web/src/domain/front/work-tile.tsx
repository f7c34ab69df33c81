import type { ShownWork } from '@skarb/schema/shown-work';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { path } from '../../platform/route/path.ts';
import { cx } from '../../ui/class-name.ts';
import { Picture } from '../../ui/picture.tsx';
import { nameOf } from '@skarb/schema/person-name';
import { type OpenedWork, useWorkLink } from '../token/opened-work.ts';

/** The width of a tile in a row. */
export const TILE = 'w-44 shrink-0 fluid:w-60';
export const TILE_SIZES = '(min-width: 47.5rem) 240px, 176px';

type Props = {
  work: OpenedWork & Pick<ShownWork, 'localization'>;
  /** Its row. */
  row: string;
  /** Below the name: the artist, or who bought it. */
  by: string;
  /** How wide it is shown. */
  sizes?: string;
  /** The last line: a price, the time left. */
  children: ReactNode;
};

/** A work in a row: its picture, name and a line about it. The whole tile is a link. */
export const Tile = ({ work, row, by, sizes = TILE_SIZES, children }: Props) => {
  const shown = useInLanguage()(work);
  const { place, link } = useWorkLink<HTMLDivElement>(shown, row);
  return (
    <div ref={place} className="group relative">
      <Picture image={work.image} alt="" sizes={sizes} fit="mat" className="rounded-2xl" />
      <div className="px-0.5 pt-3">
        <h3 className="truncate font-semibold leading-snug text-ink-50">
          <Link
            to={path.token(work.uuid)}
            {...link}
            className="before:absolute before:inset-0 before:rounded-2xl focus-visible:outline-none focus-visible:before:outline-2 focus-visible:before:outline-offset-4 focus-visible:before:outline-gold-400"
          >
            {shown.name}
          </Link>
        </h3>
        <p className="truncate text-sm text-ink-400">{by}</p>
        <div className="mt-1.5 min-h-6">{children}</div>
      </div>
    </div>
  );
};

/** Tiles of a row. */
export const Tiles = ({ label, className, children }: { label: string; className: string; children: ReactNode }) => (
  <div className={className}>
    <ul aria-label={label} className="flex gap-4 fluid:gap-5 print:flex-wrap">
      {children}
    </ul>
  </div>
);

/** The name of a work's creator. */
export const artistOf = ({ creator }: Pick<ShownWork, 'creator'>): string => nameOf(creator);

/** The heading of a section. */
export const Heading = ({ children, className }: { children: ReactNode; className?: string }) => (
  <h2 className={cx('text-xl font-semibold tracking-tight text-ink-50 fluid:text-2xl', className)}>{children}</h2>
);
