import type { ActivityEvent } from '@skarb/schema/activity';
import { Link } from 'react-router';
import { When } from '../../platform/format/when.tsx';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { Picture } from '../../ui/picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EventPrice } from '../price/event-price.tsx';
import { PersonLink } from '../profile/person.tsx';
import { useWorkLink } from '../token/opened-work.ts';
import { MarkedName } from '../../ui/verified-mark.tsx';
import { MoreAlike } from './more-alike.tsx';
import type { ShownLine } from './use-gathered.ts';

const SIZES = '(min-width: 90rem) 300px, (min-width: 64rem) 24vw, (min-width: 47.5rem) 32vw, 92vw';

/** The key of what happened; a listing whose terms changed has its own. */
const wordOf = ({ kind, event }: ActivityEvent): string =>
  `follow.did.${kind === 'LISTING' && event === 'EDITED' ? 'EDITED' : kind}`;

/** One entry of the feed: who did what and when, above the work. */
export const FeedCard = ({ line: entry, alike, isFirst = false }: ShownLine & { isFirst?: boolean }) => {
  const { t } = useTranslation();
  const { collection } = entry;
  const token = useInLanguage()(entry.token);
  const { place, link } = useWorkLink<HTMLElement>({ ...token, collection }, entry.uuid);
  // A mint comes from nobody.
  const isMint = entry.kind === 'MINT';
  return (
    <article ref={place} className="group relative">
      <div className="mb-2.5">
        <PersonLink
          person={isMint ? entry.toUser : entry.fromUser}
          address={isMint ? entry.to : entry.from}
          className="relative z-10 font-medium text-ink-50"
        />
        <p className="truncate pl-8 text-sm text-ink-400">
          {t(wordOf(entry))} · <When at={entry.createdAt} form="past" />
        </p>
      </div>
      <Picture image={token.image} alt="" sizes={SIZES} fit="mat" isFirst={isFirst} className="rounded-2xl" />
      <div className="px-0.5 pt-3">
        <h2 dir="auto" className="truncate font-semibold leading-snug text-ink-50">
          <Link
            {...(entry.kind === 'AUCTION' && entry.offerUuid
              ? { to: path.offer(entry.offerUuid) }
              : { to: path.token(token.uuid), ...link })}
            className="before:absolute before:inset-0 before:rounded-2xl focus-visible:before:outline-2 focus-visible:before:outline-offset-4 focus-visible:before:outline-gold-400 focus-visible:outline-none"
          >
            {token.name}
          </Link>
        </h2>
        <p className="flex items-baseline justify-between gap-3">
          <MarkedName {...collection} className="text-sm text-ink-400" />
          {entry.price && entry.currency && (
            <span className="shrink-0 text-right">
              <EventPrice line={entry} hasMark className="font-semibold text-ink-50" />
            </span>
          )}
        </p>
        {alike && (
          <div className="relative z-10 w-fit">
            <MoreAlike alike={alike} />
          </div>
        )}
      </div>
    </article>
  );
};

/** An entry's placeholder, with the same shape. */
export const FeedCardSkeleton = () => (
  <div aria-hidden>
    <Skeleton className="mb-2.5 h-11 w-1/2" />
    <Skeleton className="aspect-square rounded-2xl" />
    <Skeleton className="mt-4 h-4 w-3/4" />
    <Skeleton className="mt-2.5 h-3 w-1/2" />
  </div>
);
