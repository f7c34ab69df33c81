import { ChartPie, CircleHelp, Gavel, LogOut, Plus, Rss, Settings, ShieldCheck, SquarePlus, User } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { path } from '../platform/route/path.ts';
import { mayDiscard } from '../platform/route/unsaved.ts';
import { session, useSession } from '../platform/session/use-session.ts';
import { AccountPlaceholder } from '../ui/account-placeholder.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { toast } from '../ui/toast.tsx';
import { Bell } from '../domain/notification/bell.tsx';
import { CartButton } from '../domain/offer/cart/cart-button.tsx';
import { WalletButton } from '../domain/wallet/wallet-button.tsx';
import { openAuth } from '../domain/auth/auth-dialog.ts';

const icon = 'size-4 shrink-0';

/** The right end of the header: the sign-in button for a visitor; wallet and account for a signed-in user. */
export const AccountMenu = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { status, user } = useSession();
  if (status === 'loading') return <AccountPlaceholder />;
  if (!user)
    return (
      <Button variant="outlined" size="small" onClick={() => openAuth('login')}>
        {t('auth.signIn')}
      </Button>
    );
  const signOut = async () => {
    if (!(await mayDiscard())) return;
    void session.signOut();
    // Guarded screens need a signed-in user.
    if (/^\/(profile$|settings|create-|admin-)/.test(location.pathname)) void navigate(path.tokens, { replace: true });
    toast.info(t('auth.signedOut'));
  };
  const name = user.name || user.username || user.email || user.metamaskWallet || '';
  return (
    <div className="flex items-center gap-2 max-[22rem]:gap-1">
      <WalletButton
        onConnect={() => openAuth('connect', { need: 'wallet' })}
        onMakeKey={() => openAuth('key', { need: 'wallet' })}
      />
      <CartButton />
      <Bell />
      <Menu
        trigger={
          <button
            data-main-action
            type="button"
            className={buttonClass('icon', 'small')}
            aria-label={t('auth.menu.label', { name })}
          >
            <Avatar src={user.avatar} seed={user.uuid} className="size-8" />
          </button>
        }
      >
        <p className="max-w-64 truncate px-3 py-2 text-sm text-ink-400">{name}</p>
        <MenuItem icon={<User aria-hidden className={icon} />} render={<Link to={path.profile} />}>
          {t('auth.menu.profile')}
        </MenuItem>
        <MenuItem icon={<ChartPie aria-hidden className={icon} />} render={<Link to={path.portfolio} />}>
          {t('portfolio.title')}
        </MenuItem>
        <MenuItem icon={<Rss aria-hidden className={icon} />} render={<Link to={path.feed} />}>
          {t('follow.feed.title')}
        </MenuItem>
        <MenuItem
          icon={<Gavel aria-hidden className={icon} />}
          render={<Link to={`${path.profile}?offers=auctions`} />}
        >
          {t('auth.menu.bids')}
        </MenuItem>
        <MenuItem icon={<Plus aria-hidden className={icon} />} render={<Link to={path.createToken} />}>
          {t('auth.menu.createToken')}
        </MenuItem>
        <MenuItem icon={<SquarePlus aria-hidden className={icon} />} render={<Link to={path.createCollection} />}>
          {t('auth.menu.createCollection')}
        </MenuItem>
        <MenuItem icon={<Settings aria-hidden className={icon} />} render={<Link to={path.settings} />}>
          {t('auth.menu.settings')}
        </MenuItem>
        <MenuItem icon={<CircleHelp aria-hidden className={icon} />} render={<Link to={path.help} />}>
          {t('app.footer.answers')}
        </MenuItem>
        {user.role === 'ADMIN' && (
          <MenuItem icon={<ShieldCheck aria-hidden className={icon} />} render={<Link to={path.admin} />}>
            {t('auth.menu.admin')}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<LogOut aria-hidden className={icon} />} onSelect={() => void signOut()}>
          {t('auth.menu.signOut')}
        </MenuItem>
      </Menu>
    </div>
  );
};
