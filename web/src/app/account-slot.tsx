import { useTranslation } from 'react-i18next';
import { clientSlot } from '../platform/slot/client-slot.tsx';
import { Button } from '../ui/button.tsx';

const AccountMenu = clientSlot(async () => (await import('../domain/auth/account-menu.tsx')).AccountMenu);

/** Sign-in, wallet and account; the room of the visitor's button is kept until it is there. */
export const AccountSlot = () => {
  const { t } = useTranslation();
  return (
    <AccountMenu
      room={
        <Button variant="outlined" size="small" tabIndex={-1} aria-hidden>
          {t('app.signIn')}
        </Button>
      }
    />
  );
};
