import type { Profile } from '@skarb/schema/auth';
import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { When } from '../../platform/format/when.tsx';
import { Avatar, WovenBand } from '../../ui/avatar.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { nameOf } from './person.tsx';

type Shown = Pick<
  Profile,
  'uuid' | 'name' | 'username' | 'avatar' | 'bio' | 'backgroundImg' | 'metamaskWallet' | 'createdAt'
>;

/** Banner, avatar, name and bio. */
export const ProfileHead = ({ profile, actions }: { profile: Shown; actions?: ReactNode }) => {
  const { t } = useTranslation();
  const name = nameOf(profile);
  return (
    <header>
      <div className="h-36 overflow-hidden rounded-3xl bg-ink-900 fluid:h-64">
        {profile.backgroundImg ? (
          <img src={profile.backgroundImg} alt="" fetchPriority="high" className="size-full object-cover" />
        ) : (
          <WovenBand seed={profile.uuid} />
        )}
      </div>
      <div className="-mt-12 flex items-end justify-between gap-4 px-1 fluid:-mt-16 fluid:px-4">
        <Avatar src={profile.avatar} seed={profile.uuid} className="size-24 ring-4 ring-ink-950 fluid:size-32" />
        {actions && <div className="flex gap-2 pb-1">{actions}</div>}
      </div>
      <div className="mt-4 px-1 fluid:px-4">
        <h1 className="text-3xl font-semibold leading-tight tracking-tight">{name}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-400">
          {profile.username && profile.name && <span>@{profile.username}</span>}
          {profile.metamaskWallet && <Copy text={profile.metamaskWallet} className="text-sm" />}
          <span className="text-sm">
            {t('profile.since')} <When at={profile.createdAt} form="date" />
          </span>
        </p>
        {profile.bio && <p className="mt-4 max-w-2xl whitespace-pre-line text-ink-200">{profile.bio}</p>}
      </div>
    </header>
  );
};

export const ProfileHeadSkeleton = () => (
  <div aria-hidden>
    <Skeleton className="h-36 rounded-3xl fluid:h-64" />
    <Skeleton className="-mt-12 ml-1 size-24 rounded-full ring-4 ring-ink-950 fluid:-mt-16 fluid:ml-4 fluid:size-32" />
    <Skeleton className="ml-1 mt-4 h-9 w-56 fluid:ml-4" />
    <Skeleton className="ml-1 mt-3 h-5 w-72 fluid:ml-4" />
  </div>
);
