import { Link } from 'react-router';
import { path } from '../../platform/route/path.ts';
import { Picture } from '../../ui/picture.tsx';
import { MarkedName } from '../../ui/verified-mark.tsx';
import type { ShownCollection } from './collection.query.ts';

/** A collection beside its picture. @param note the line below its name */
export const CollectionCard = ({ collection, note }: { collection: ShownCollection; note: string }) => (
  <Link
    to={path.collection(collection.uuid)}
    className="flex items-center gap-4 rounded-2xl bg-ink-900 p-3 transition-colors hover:bg-ink-800"
  >
    <span className="size-16 shrink-0 overflow-hidden rounded-xl">
      <Picture image={collection.image} alt="" sizes="64px" ratio={1} />
    </span>
    <span className="min-w-0">
      <MarkedName {...collection} className="font-semibold text-ink-50" />
      <span className="block truncate text-sm text-ink-400">{note}</span>
    </span>
  </Link>
);
