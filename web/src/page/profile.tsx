import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import type { LoadContext } from '../platform/route/page-module.ts';
import { MadeCollections } from '../domain/collection/made-collections.tsx';
import { madeCollectionsQuery } from '../domain/collection/made-collections.query.ts';
import { LateFollowButton } from '../domain/follow/late-follow-button.tsx';
import { pricesQuery } from '../domain/price/fiat.tsx';
import { beginningOf } from '../domain/front/front.rules.ts';
import { nameOf } from '@skarb/schema/person-name';
import { profileText } from '../domain/profile/profile-text.ts';
import { ProfileHead, ProfileHeadSkeleton } from '../domain/profile/profile-head.tsx';
import { ProfileTabs } from '../domain/token/profile-tabs.tsx';
import { profileQuery } from '../domain/profile/profile.query.ts';
import { publicTabs, tabFilter } from '../domain/token/profile-tab.ts';
import { LateShareButton } from '../domain/share/late-share-button.tsx';
import { tokenListQuery } from '../domain/token/token.query.ts';
import { Head } from '../platform/head/head.tsx';
import { leavesNothing } from '../platform/http/api-error.ts';
import { path } from '../platform/route/path.ts';
import { ReportSpace } from '../domain/moderation/report-space.tsx';
import { clientOnly } from '../platform/lazy/client-only.tsx';
import { lazyWhenVisible } from '../platform/lazy/lazy-when-visible.tsx';
import { usePageParameters } from '../platform/route/use-page-parameters.ts';
import { buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/class-name.ts';
import { Skeleton } from '../ui/skeleton.tsx';

const HiddenNotice = clientOnly(async () => (await import('../domain/moderation/hidden-notice.tsx')).HiddenNotice);
const ActivityList = clientOnly(async () => (await import('../domain/activity/activity-list.tsx')).ActivityList);
const SubjectActions = lazyWhenVisible(
  async () => (await import('../domain/moderation/subject-actions.tsx')).SubjectActions,
);

export const load = ({ client, params, url }: LoadContext) => {
  const id = params.id ?? '';
  const works = async () => {
    const { shelf } = publicTabs(url.searchParams.get('view'), await client.fetchQuery(profileQuery(id)));
    if (shelf) await client.prefetchInfiniteQuery(tokenListQuery(tabFilter(shelf, id)));
  };
  return Promise.all([
    works(),
    client.prefetchQuery(madeCollectionsQuery(id, false)),
    client.prefetchQuery(pricesQuery),
  ]);
};

/** A user's public profile: what they made, their gallery and what of it is on sale, or their activity. */
export const Component = () => {
  const { t, i18n } = useTranslation();
  const { id = '' } = useParams();
  const [query] = usePageParameters();
  const isActivity = query.get('show') === 'activity';
  const { data: profile, error } = useQuery(profileQuery(id));
  if (leavesNothing(error, profile)) throw error;
  const name = profile ? nameOf(profile) : '';
  const description = profile && beginningOf(profileText(profile, i18n.language));
  const tabs = profile && publicTabs(query.get('view'), profile).shelves;
  return (
    <div className="page">
      {profile ? (
        <>
          <Head
            title={name}
            description={description || t('profile.description', { name })}
            image={profile.avatar ?? undefined}
            type="profile"
            canonical={path.publicProfile(id)}
            isHidden={profile.isErased}
            jsonLd={
              import.meta.env.SSR
                ? {
                    '@context': 'https://schema.org',
                    '@type': 'ProfilePage',
                    mainEntity: {
                      '@type': 'Person',
                      name,
                      description: description || undefined,
                      image: profile.avatar ?? undefined,
                      sameAs: profile.links.length > 0 ? profile.links.map(({ url }) => url) : undefined,
                    },
                  }
                : undefined
            }
          />
          <ProfileHead
            profile={profile}
            figures={profile.isErased ? null : profile}
            figureLinks={{ made: '?view=created', collected: '?view=purchased', sold: '?show=activity&kind=SOLD' }}
            actions={
              !profile.isErased && (
                <>
                  <LateShareButton to={path.publicProfile(id)} title={name} hasCard={!profile.hidden} />
                  <LateFollowButton subject={profile} name={name} editPath={path.settings} />
                </>
              )
            }
          />
          {profile.isErased && (
            <p role="status" className="mt-6 max-w-3xl rounded-xl bg-ink-900 px-4 py-3 text-ink-200">
              {t('profile.erased')}
            </p>
          )}
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
      <MadeCollections creatorUuid={profile && id}>
        {/* On wide windows what can be done here is in the line of the tabs. */}
        <div className={cx('mt-4 grid gap-y-8', !isActivity && 'wide:mt-8')}>
          <div
            className={cx(
              'flex min-h-9 flex-wrap items-center gap-x-5 gap-y-2',
              !isActivity && 'wide:z-10 wide:col-start-1 wide:row-start-1 wide:justify-self-end wide:self-start',
            )}
          >
            {profile && (
              <>
                {!profile.isErased && (
                  <Link
                    to={isActivity ? '?' : '?show=activity'}
                    preventScrollReset
                    className={buttonClass('outlined', 'small', 'print:hidden')}
                  >
                    {t(isActivity ? 'activity.works' : 'activity.title')}
                  </Link>
                )}
                <SubjectActions
                  subject={{ type: 'user', uuid: id, name, isVerified: profile.isVerified }}
                  ownerUuid={id}
                  isHidden={!!profile.hidden}
                  isReportable={!profile.isErased}
                  fallback={!profile.isErased && <ReportSpace type="user" />}
                />
              </>
            )}
          </div>
          <div className={cx('min-w-0', !isActivity && 'wide:col-start-1 wide:row-start-1')}>
            {isActivity ? (
              <section aria-label={t('activity.title')}>
                <ActivityList
                  label={t('activity.of', { name })}
                  scope={{ userUuid: id }}
                  fallback={<Skeleton className="h-96 rounded-2xl" />}
                />
              </section>
            ) : !tabs ? (
              <Skeleton className="h-96 rounded-2xl" />
            ) : (
              tabs.length > 0 && <ProfileTabs uuid={id} shelves={tabs} parameter="view" counts={profile.counts} />
            )}
          </div>
        </div>
      </MadeCollections>
    </div>
  );
};
