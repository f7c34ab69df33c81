import type { Collection } from '@skarb/schema/collection';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { Picture } from '../../ui/picture.tsx';

/** A row of collections, each a wide cover with its name; scrolls sideways. */
export const CollectionStrip = ({ collections }: { collections: readonly Collection[] }) => {
  const { t } = useTranslation();
  const shown = collections.filter(({ stats }) => stats.items > 0).slice(0, 12);
  if (shown.length < 2) return null;
  return (
    <nav
      aria-label={t('collection.strip')}
      className="-mx-4 mb-8 overflow-x-auto px-4 [scrollbar-width:none] fluid:-mx-8 fluid:mb-12 fluid:px-8"
    >
      <ul className="flex gap-3 fluid:gap-4">
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
              <p className="mt-2 truncate text-sm font-semibold text-ink-50">{collection.name}</p>
              <p className="num truncate text-sm text-ink-400">
                {t('collection.items', { count: collection.stats.items })}
              </p>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
