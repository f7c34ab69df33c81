import { useTranslation } from 'react-i18next';
import { clientSlot } from '../platform/slot/client-slot.tsx';
import { Button } from '../ui/button.tsx';

const AccountArea = clientSlot(async () => (await import('./account-area.tsx')).AccountArea);

/** Sign-in, wallet and account; the room of the visitor's button is kept until it is there. */
export const AccountSlot = () => {
  const { t } = useTranslation();
  return (
    <AccountArea
      room={
        <Button variant="outlined" size="small" tabIndex={-1} aria-hidden>
          {t('app.signIn')}
        </Button>
      }
    />
  );
};
