import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '../platform/query/use-hydrated.ts';
import { clientSlot } from '../platform/slot/client-slot.tsx';
import { inTime } from '../platform/slot/in-time.ts';
import { hasToken, useAwake } from '../platform/slot/use-awake.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.tsx';

const AccountMenu = clientSlot(async () => (await import('../domain/auth/account-menu.tsx')).AccountMenu);
const openSignIn = async () => (await inTime(() => import('../domain/auth/auth-dialog.ts'))).openAuth('login');

/** Who looks: known once the session's code is there. */
const useStatus = (): 'loading' | 'anonymous' | 'signedIn' => {
  const isAwake = useAwake();
  const isHydrated = useHydrated();
  const [status, setStatus] = useState<'loading' | 'anonymous' | 'signedIn'>();
  useEffect(() => {
    if (!isAwake) return;
    let stop = () => {};
    let isOver = false;
    void import('../platform/session/use-session.ts').then(({ session }) => {
      if (isOver) return;
      const look = () => setStatus(session.getState().status);
      look();
      stop = session.subscribe(look);
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [isAwake]);
  if (status && status !== 'loading') return status;
  return isHydrated && hasToken() ? 'loading' : 'anonymous';
};

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
