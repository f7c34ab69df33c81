import { useTranslation } from '../platform/i18n/use-translation.ts';
import { clientOnly } from '../platform/lazy/client-only.tsx';
import { withTimeout } from '../platform/lazy/with-timeout.ts';
import { useSessionStatus } from '../platform/lazy/use-session-status.ts';
import { AccountPlaceholder } from '../ui/account-placeholder.tsx';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';

const AccountMenu = clientOnly(async () => (await import('./account-menu.tsx')).AccountMenu);
const openSignIn = async () => (await withTimeout(() => import('../domain/auth/auth-dialog.ts'))).openAuth('login');

/** The right end of the header: the sign-in button for a visitor; wallet and account for a signed-in user. */
export const AccountSlot = () => {
  const { t } = useTranslation();
  const status = useSessionStatus();
  if (status === 'signedIn') return <AccountMenu fallback={<AccountPlaceholder />} />;
  if (status === 'loading') return <AccountPlaceholder />;
  return (
    <>
      <span className="for-account">
        <AccountPlaceholder />
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
