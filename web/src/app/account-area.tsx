import { useTranslation } from 'react-i18next';
import { openAuth } from '../domain/auth/auth-dialog.ts';
import { clientSlot } from '../platform/slot/client-slot.tsx';
import { useSession } from '../platform/session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const AccountMenu = clientSlot(async () => (await import('../domain/auth/account-menu.tsx')).AccountMenu);

/** A visitor gets the sign-in button alone; menus and wallets are fetched for who is signed in. */
export const AccountArea = () => {
  const { t } = useTranslation();
  const { status } = useSession();
  const waiting = <Skeleton className="h-9 w-24 rounded-xl" />;
  if (status === 'loading') return waiting;
  if (status === 'signedIn') return <AccountMenu room={waiting} />;
  return (
    <Button variant="outlined" size="small" onClick={() => openAuth('login')}>
      {t('app.signIn')}
    </Button>
  );
};
