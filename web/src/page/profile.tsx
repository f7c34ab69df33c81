import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import type { LoadContext } from '../platform/route/page-module.ts';
import { FollowButton } from '../domain/follow/follow-button.tsx';
import { nameOf } from '../domain/profile/person.tsx';
import { ProfileHead, ProfileHeadSkeleton } from '../domain/profile/profile-head.tsx';
import { ProfileTabs } from '../domain/token/profile-tabs.tsx';
import { profileQuery } from '../domain/profile/profile.query.ts';
import { PUBLIC_VIEWS, tabFilter } from '../domain/token/profile-tab.ts';
import { ShareButton } from '../domain/share/share-button.tsx';
import { tokenListQuery } from '../domain/token/token.query.ts';
import { Head } from '../platform/head/head.tsx';
import { isGone } from '../platform/http/api-error.ts';
import { path } from '../platform/route/path.ts';
import { clientOnly } from '../platform/lazy/client-only.tsx';
import { lazyWhenVisible } from '../platform/lazy/lazy-when-visible.tsx';

const HiddenNotice = clientOnly(async () => (await import('../domain/moderation/hidden-notice.tsx')).HiddenNotice);
const SubjectActions = lazyWhenVisible(
  async () => (await import('../domain/moderation/subject-actions.tsx')).SubjectActions,
);

export const load = ({ client, params, url }: LoadContext) => {
  const id = params.id ?? '';
  const view = url.searchParams.get('view') === 'onSale' ? 'onSale' : 'gallery';
  return Promise.all([
    client.fetchQuery(profileQuery(id)),
    client.prefetchInfiniteQuery(tokenListQuery(tabFilter(view, id))),
  ]);
};

/** A user's public profile: their gallery, and what of it is on sale. */
export const Component = () => {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data: profile, error } = useQuery(profileQuery(id));
  if (error && (!profile || isGone(error))) throw error;
  const name = profile ? nameOf(profile) : '';
  return (
    <div className="page">
      {profile ? (
        <>
          <Head
            title={name}
            description={profile.bio || t('profile.description', { name })}
            image={profile.avatar ?? undefined}
            type="profile"
            canonical={path.publicProfile(id)}
            jsonLd={{
              '@context': 'https://schema.org',
              '@type': 'ProfilePage',
              mainEntity: {
                '@type': 'Person',
                name,
                description: profile.bio ?? undefined,
                image: profile.avatar ?? undefined,
                sameAs: profile.links.length > 0 ? profile.links.map(({ url }) => url) : undefined,
              },
            }}
          />
          <ProfileHead
            profile={profile}
            figures={profile}
            actions={
              <>
                <ShareButton to={path.publicProfile(id)} title={name} />
                <FollowButton subject={profile} name={name} />
              </>
            }
          />
          <SubjectActions
            subject={{ type: 'user', uuid: id, name }}
            ownerUuid={id}
            isHidden={!!profile.hidden}
            className="mt-3 fluid:ml-4"
            fallback={<div className="mt-3 h-9" />}
          />
          {profile.hidden && (
            <HiddenNotice
              hidden={profile.hidden}
              subject={{ type: 'user', uuid: id, name }}
              className="mt-6 max-w-3xl"
            />
          )}
        </>
      ) : (
        <ProfileHeadSkeleton />
      )}
      <div className="mt-8">
        <ProfileTabs uuid={id} shelves={PUBLIC_VIEWS} parameter="view" counts={profile?.counts} />
      </div>
    </div>
  );
};
