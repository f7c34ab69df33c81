import { useTranslation } from 'react-i18next';
import { clientSlot } from '../platform/slot/client-slot.tsx';
import { inTime } from '../platform/slot/in-time.ts';
import { useStatus } from '../platform/slot/use-status.ts';
import { AccountRoom } from '../ui/account-room.tsx';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';

const AccountMenu = clientSlot(async () => (await import('../domain/auth/account-menu.tsx')).AccountMenu);
const openSignIn = async () => (await inTime(() => import('../domain/auth/auth-dialog.ts'))).openAuth('login');

/** The right end of the header: for visitors the sign-in button alone; wallet and account for who is signed in. */
export const AccountSlot = () => {
  const { t } = useTranslation();
  const status = useStatus();
  if (status === 'signedIn') return <AccountMenu room={<AccountRoom />} />;
  if (status === 'loading') return <AccountRoom />;
  return (
    <>
      <span className="for-account">
        <AccountRoom />
      </span>
      <Button
        variant="outlined"
        size="small"
        className="for-visitor"
        onClick={() => openSignIn().catch(() => toast.error(t('error.page.chunkText')))}
      >
        {t('app.signIn')}
      </Button>
    </>
  );
};
