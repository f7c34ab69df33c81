import type { Person } from '@skarb/schema/auth';
import { nameOf } from '@skarb/schema/person-name';
import { Link } from 'react-router';
import { path } from '../../platform/route/path.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/class-name.ts';
import { VerifiedMark } from '../../ui/verified-mark.tsx';

/** A user's avatar and name, linked to the profile; an address without an account is not linked. */
export const PersonLink = ({
  person,
  address,
  className,
  avatarClassName = 'size-6',
  hasAvatar = true,
}: {
  person: Person | null;
  address?: string | null;
  className?: string;
  avatarClassName?: string;
  hasAvatar?: boolean;
}) => {
  const name = nameOf(person, address);
  const inside = (
    <>
      {hasAvatar && <Avatar src={person?.avatar} seed={person?.uuid ?? address ?? ''} className={avatarClassName} />}
      <bdi className={cx('truncate', !person?.name && !person?.username && 'num')}>{name}</bdi>
      {person?.isVerified && <VerifiedMark className="-ml-1 size-4" />}
    </>
  );
  const look = cx('inline-flex min-h-6 min-w-0 max-w-full items-center gap-2 rounded-md align-middle', className);
  if (!person)
    return (
      <span className={look} title={address ?? undefined}>
        {inside}
      </span>
    );
  return (
    <Link to={path.publicProfile(person.uuid)} className={cx(look, 'underline-offset-4 hover:underline')}>
      {inside}
    </Link>
  );
};
