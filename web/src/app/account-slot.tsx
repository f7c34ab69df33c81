import { useTranslation } from 'react-i18next';
import { clientSlot } from '../platform/slot/client-slot.tsx';
import { inTime } from '../platform/slot/in-time.ts';
import { useStatus } from '../platform/slot/use-status.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.tsx';

const AccountMenu = clientSlot(async () => (await import('../domain/auth/account-menu.tsx')).AccountMenu);
const openSignIn = async () => (await inTime(() => import('../domain/auth/auth-dialog.ts'))).openAuth('login');

/** The right end of the header: for visitors the sign-in button alone; wallet and account for who is signed in. */
export const AccountSlot = () => {
  const { t } = useTranslation();
  const status = useStatus();
  const waiting = <Skeleton className="h-9 w-24 rounded-xl" />;
  if (status === 'signedIn') return <AccountMenu room={waiting} />;
  if (status === 'loading') return waiting;
  return (
    <Button
      variant="outlined"
      size="small"
      onClick={() => openSignIn().catch(() => toast.error(t('error.page.chunkText')))}
    >
      {t('app.signIn')}
    </Button>
  );
};
