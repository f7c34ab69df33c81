import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { MadeCollections } from '../domain/collection/made-collections.tsx';
import { nameOf } from '@skarb/schema/person-name';
import { ProfileHead, ProfileHeadSkeleton } from '../domain/profile/profile-head.tsx';
import { ProfileTabs } from '../domain/token/profile-tabs.tsx';
import { profileQuery } from '../domain/profile/profile.query.ts';
import { OWN_TABS } from '../domain/token/profile-tab.ts';
import { PausedSales } from '../domain/offer/sale/paused-sales.tsx';
import { SendSeveral } from '../domain/offer/send-several.tsx';
import { OwnBids } from '../domain/offer/bid/own-bids.tsx';
import { Head } from '../platform/head/head.tsx';
import { path } from '../platform/route/path.ts';
import { clientOnly } from '../platform/lazy/client-only.tsx';
import { useSession } from '../platform/session/use-session.ts';
import { buttonClass } from '../ui/button.tsx';

const HiddenNotice = clientOnly(async () => (await import('../domain/moderation/hidden-notice.tsx')).HiddenNotice);

/** One's own profile with its five tabs. */
export const Component = () => {
  const { t } = useTranslation();
  const { user } = useSession();
  const { data: profile } = useQuery({ ...profileQuery(user?.uuid ?? ''), enabled: !!user });
  if (!user)
    return (
      <div className="page">
        <ProfileHeadSkeleton />
      </div>
    );
  const counts = profile?.counts;
  const activity = `${path.publicProfile(user.uuid)}?show=activity`;
  return (
    <div className="page">
      <Head title={nameOf(user)} isHidden />
      <ProfileHead
        profile={user}
        figures={profile}
        figureLinks={{ made: '?tab=created', collected: '?tab=purchased', sold: `${activity}&kind=SOLD` }}
        actions={
          <>
            <Link to={activity} className={buttonClass('outlined', 'small')}>
              {t('activity.title')}
            </Link>
            <Link to={path.portfolio} className={buttonClass('outlined', 'small')}>
              {t('portfolio.title')}
            </Link>
            <Link to={`${path.settings}#profile`} className={buttonClass('outlined', 'small')}>
              {t('profile.edit')}
            </Link>
          </>
        }
      />
      {profile?.hidden && (
        <HiddenNotice
          hidden={profile.hidden}
          subject={{ type: 'user', uuid: user.uuid, name: nameOf(user) }}
          className="mt-6 max-w-3xl"
        />
      )}
      <PausedSales />
      <OwnBids>
        <MadeCollections creatorUuid={user.uuid} isOwn>
          <div className="mt-8">
            <ProfileTabs
              uuid={user.uuid}
              shelves={OWN_TABS}
              parameter="tab"
              isOwn
              toolsOf={(shelf) =>
                shelf === 'myGallery' && <SendSeveral ownerUuid={user.uuid} hasWorks={!!counts?.gallery} />
              }
              counts={
                counts && {
                  myGallery: counts.gallery,
                  onSale: counts.onSale,
                  purchased: counts.purchased,
                  created: counts.created,
                  favorites: counts.favorites,
                }
              }
            />
          </div>
        </MadeCollections>
      </OwnBids>
    </div>
  );
};
