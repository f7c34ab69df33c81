import type { Profile } from '@skarb/schema/auth';
import { languageOfText, tagOf } from '@skarb/schema/language';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormats } from '../../platform/format/format.ts';
import { When } from '../../platform/format/when.tsx';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Avatar, WovenBand } from '../../ui/avatar.tsx';
import { Banner, BANNER_SHAPE } from '../../ui/banner.tsx';
import { cx } from '../../ui/class-name.ts';
import { Copy } from '../../ui/copy.tsx';
import { LinkList } from '../../ui/link-list.tsx';
import { LocalizedText } from '../../ui/localized-text.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { nameOf } from '@skarb/schema/person-name';
import { VerifiedNote } from '../../ui/verified-mark.tsx';

type Shown = Pick<
  Profile,
  | 'uuid'
  | 'name'
  | 'username'
  | 'avatar'
  | 'bio'
  | 'statement'
  | 'links'
  | 'backgroundImg'
  | 'metamaskWallet'
  | 'isVerified'
  | 'createdAt'
>;
type Figures = Pick<Profile, 'counts' | 'followerCount'>;
/** Where a figure leads: what it counts. */
type FigureLinks = Partial<Record<'made' | 'collected' | 'sold' | 'followers', string>>;

/** The tag of a text's language: empty for one that is not known, so that nothing takes it for that of the page. */
const tagOfText = (text: string): string => {
  const language = languageOfText(text);
  return language ? tagOf(language) : '';
};

const FRAME = 'w-full overflow-hidden rounded-3xl bg-ink-900';
/** The pattern instead of one: it says nothing, so it leaves more room for the works. */
const PATTERN = 'h-32 fluid:h-44';

/** What a person made, collected and sold, and how many follow them. */
const ProfileFigures = ({ figures, links }: { figures: Figures | undefined; links: FigureLinks }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const rows = [
    ['made', figures?.counts.created],
    ['collected', figures?.counts.purchased],
    ['sold', figures?.counts.sold],
    ['followers', figures?.followerCount],
  ] as const;
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-3 fluid:gap-x-10">
      {rows.map(([name, value]) => {
        const to = value ? links[name] : undefined;
        // One link of both: with the word beside it as well, a screen reader says it twice.
        const figure = (
          <>
            <span
              className={cx(
                'num block text-lg font-semibold fluid:text-xl',
                value === undefined ? 'text-ink-400' : 'text-ink-50',
                to && 'underline decoration-ink-400 underline-offset-4 group-hover:decoration-current',
              )}
            >
              {value === undefined ? '–' : formats.compact(value)}
            </span>
            <span className="block text-xs text-ink-400 tablet:text-sm">{t(`profile.figure.${name}`)}</span>
          </>
        );
        return (
          <li key={name}>
            {to ? (
              <Link to={to} preventScrollReset className="group block">
                {figure}
              </Link>
            ) : (
              figure
            )}
          </li>
        );
      })}
    </ul>
  );
};

/** Banner, portrait, name and figures; what the person says about themself, and their links. */
export const ProfileHead = ({
  profile,
  figures,
  figureLinks = {},
  actions,
}: {
  profile: Shown;
  /** Undefined while they are loading, null for those of nobody. */ figures: Figures | null | undefined;
  figureLinks?: FigureLinks;
  actions?: ReactNode;
}) => {
  const { t } = useTranslation();
  const name = nameOf(profile);
  const hasWords = !!profile.bio || profile.links.length > 0 || Object.values(profile.statement).some(Boolean);
  return (
    <header>
      <div className={cx(FRAME, profile.backgroundImg ? BANNER_SHAPE : PATTERN)}>
        {profile.backgroundImg ? <Banner url={profile.backgroundImg} /> : <WovenBand seed={profile.uuid} />}
      </div>
      <div className="-mt-12 flex flex-wrap items-end justify-between gap-x-2 gap-y-4 fluid:-mt-16 fluid:gap-x-4">
        <Avatar src={profile.avatar} seed={profile.uuid} className="size-24 ring-4 ring-ink-950 fluid:size-32" />
        {actions && <div className="flex flex-wrap justify-end gap-2 pb-1">{actions}</div>}
      </div>
      <div className="mt-4 grid gap-x-12 gap-y-5 wide:grid-cols-[minmax(20rem,2fr)_3fr]">
        <div className="min-w-0">
          <h1 dir="auto" className="text-3xl font-semibold leading-tight tracking-tight">
            {name}
          </h1>
          {profile.isVerified && <VerifiedNote className="mt-1" />}
          <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-400">
            {profile.username && profile.name && <span className="min-w-0 break-all">@{profile.username}</span>}
            {profile.metamaskWallet && <Copy text={profile.metamaskWallet} className="text-sm" />}
            <span className="text-sm">
              {t('profile.since')} <When at={profile.createdAt} form="date" />
            </span>
          </p>
          {figures !== null && (
            <div className="mt-5">
              <ProfileFigures figures={figures} links={figureLinks} />
            </div>
          )}
        </div>
        {hasWords && (
          <div className="flex min-w-0 flex-col gap-4 wide:pt-1.5">
            {profile.bio && (
              <p
                lang={tagOfText(profile.bio)}
                dir="auto"
                className="max-w-2xl whitespace-pre-line text-lg leading-snug text-ink-50 wrap-anywhere"
              >
                {profile.bio}
              </p>
            )}
            <LocalizedText text={profile.statement} />
            {profile.links.length > 0 && <LinkList links={profile.links} />}
          </div>
        )}
      </div>
    </header>
  );
};

export const ProfileHeadSkeleton = () => (
  <div aria-hidden>
    <Skeleton className="h-32 rounded-3xl fluid:h-44" />
    <Skeleton className="-mt-12 size-24 rounded-full ring-4 ring-ink-950 fluid:-mt-16 fluid:size-32" />
    <Skeleton className="mt-4 h-9 w-56" />
    <Skeleton className="mt-2 h-5 w-72" />
    <Skeleton className="mt-5 h-12 w-72" />
  </div>
);
