import type { Artist } from '@skarb/schema/artist';
import { ARTIST_WORKS } from '@skarb/schema/limits';
import { Link } from 'react-router';
import { useFormats } from '../../platform/format/format.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FollowButton } from '../follow/follow-button.tsx';
import { nameOf } from '@skarb/schema/person-name';
import { VerifiedMark } from '../../ui/verified-mark.tsx';

const SIZES = '(min-width: 90rem) 150px, (min-width: 64rem) 10vw, (min-width: 47.5rem) 16vw, 31vw';

/** A person in a list of artists: three of their works, portrait, name, numbers. The whole card leads to the profile. */
export const ArtistCard = ({
  artist,
  isFirst = false,
  level = 2,
}: {
  artist: Artist;
  isFirst?: boolean;
  /** Of its heading. */
  level?: 2 | 3;
}) => {
  const Heading = `h${level}` as const;
  const { t } = useTranslation();
  const formats = useFormats();
  const name = nameOf(artist);
  return (
    <article className="group relative" data-artist={artist.uuid}>
      <div aria-hidden className="grid grid-cols-3 gap-1 overflow-hidden rounded-2xl bg-ink-900">
        {Array.from({ length: ARTIST_WORKS }, (_, index) => {
          const token = artist.tokens[index];
          return token ? (
            <Picture
              key={token.uuid}
              image={token.image}
              alt=""
              sizes={SIZES}
              fit="thumb"
              isFirst={isFirst && index === 0}
              className="transition-opacity duration-200 group-hover:opacity-90"
            />
          ) : (
            <span key={index} className="bg-ink-900" />
          );
        })}
      </div>
      <div className="mt-3 flex items-center gap-3 max-[19rem]:flex-wrap">
        <Avatar src={artist.avatar} seed={artist.uuid} className="size-12" />
        <div className="min-w-0 flex-1">
          <Heading className="flex items-center gap-1 font-semibold leading-snug text-ink-50">
            <Link
              to={path.publicProfile(artist.uuid)}
              className="truncate before:absolute before:inset-0 before:rounded-2xl focus-visible:before:outline-2 focus-visible:before:outline-offset-4 focus-visible:before:outline-gold-400 focus-visible:outline-none"
            >
              {name}
            </Link>
            {artist.isVerified && <VerifiedMark />}
          </Heading>
          <p className="num text-sm text-ink-400">
            {t('collection.items', { count: artist.works })}
            {artist.followerCount > 0 && (
              <>
                {' '}
                · {t('follow.followers', { count: artist.followerCount, shown: formats.compact(artist.followerCount) })}
              </>
            )}
          </p>
        </div>
        <FollowButton subject={artist} name={name} className="relative z-10 shrink-0" />
      </div>
    </article>
  );
};

/** A card's placeholder, with the same shape. */
export const ArtistCardSkeleton = () => (
  <div aria-hidden>
    <Skeleton className="aspect-[3/1] rounded-2xl" />
    <div className="mt-3 flex items-center gap-3">
      <Skeleton className="size-12 rounded-full" />
      <div className="flex-1">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="mt-2 h-3 w-1/3" />
      </div>
    </div>
  </div>
);
