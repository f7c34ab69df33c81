import type { AdminUser } from '@skarb/schema/admin';
import { Ban, Ellipsis, ScrollText, ShieldCheck, ShieldOff, UndoDot, User } from 'lucide-react';
import { Link } from 'react-router';
import { shortHex } from '@skarb/schema/short-hex';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { When } from '../../platform/format/when.tsx';
import { path } from '../../platform/route/path.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { nameOf } from '@skarb/schema/person-name';

/** What an admin has to confirm. */
export type UserAct = 'block' | 'unblock' | 'promote' | 'demote';

const icon = 'size-4 shrink-0';

/** An account's name on the dashboard: its name, else its address. */
export const accountName = (user: AdminUser): string => {
  const name = nameOf(user);
  return name === '—' ? (user.email ?? name) : name;
};

export const UserRow = ({ user, onAct }: { user: AdminUser; onAct: (act: UserAct) => void }) => {
  const { t } = useTranslation();
  const { user: me } = useSession();
  const name = accountName(user);
  const isMe = me?.uuid === user.uuid;
  const isAdmin = user.role === 'ADMIN';
  return (
    <li className="flex items-center gap-4 px-4 py-3 fluid:px-5">
      <Avatar src={user.avatar} seed={user.uuid} className="size-10" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 truncate font-medium text-ink-50">{name}</span>
          {user.role !== 'USER' && (
            <span className={isAdmin ? 'text-sm text-gold-400' : 'text-sm text-ink-400'}>
              {t(`admin.user.role.${user.role}`)}
            </span>
          )}
          {user.blockedAt && (
            <span className="inline-flex items-center gap-1 text-sm text-red-400">
              <Ban aria-hidden className="size-3.5" />
              {t('admin.user.isBlocked')}
            </span>
          )}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-400">
          {user.email && (
            <span className="wrap-anywhere">
              {user.email}
              {!user.isEmailConfirmed && ` (${t('admin.user.unconfirmed')})`}
            </span>
          )}
          {user.metamaskWallet && <span className="num">{shortHex(user.metamaskWallet)}</span>}
          <span>
            {t('admin.user.since')} <When at={user.createdAt} form="date" />
          </span>
        </p>
        {user.blockedReason && <p className="mt-1 text-sm text-ink-200 wrap-anywhere">{user.blockedReason}</p>}
      </div>
      <Menu
        trigger={
          <button type="button" aria-label={t('admin.user.acts', { name })} className={buttonClass('icon', 'small')}>
            <Ellipsis aria-hidden className="size-5" />
          </button>
        }
      >
        <MenuItem icon={<User aria-hidden className={icon} />} render={<Link to={path.publicProfile(user.uuid)} />}>
          {t('admin.user.profile')}
        </MenuItem>
        <MenuItem
          icon={<ScrollText aria-hidden className={icon} />}
          render={<Link to={`?section=audit&subject=${user.uuid}`} preventScrollReset />}
        >
          {t('admin.user.log')}
        </MenuItem>
        <MenuSeparator />
        {!user.blockedAt && (
          <MenuItem
            icon={isAdmin ? <ShieldOff aria-hidden className={icon} /> : <ShieldCheck aria-hidden className={icon} />}
            onSelect={() => onAct(isAdmin ? 'demote' : 'promote')}
          >
            {t(isAdmin ? 'admin.user.demote' : 'admin.user.promote')}
          </MenuItem>
        )}
        {!isMe && !isAdmin && (
          <MenuItem
            icon={user.blockedAt ? <UndoDot aria-hidden className={icon} /> : <Ban aria-hidden className={icon} />}
            onSelect={() => onAct(user.blockedAt ? 'unblock' : 'block')}
          >
            {t(user.blockedAt ? 'admin.user.unblock' : 'admin.user.block')}
          </MenuItem>
        )}
      </Menu>
    </li>
  );
};
