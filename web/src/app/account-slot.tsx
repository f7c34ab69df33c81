import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '../platform/query/use-hydrated.ts';
import { Button } from '../ui/button.tsx';

const slots = import.meta.glob<{ AccountMenu: () => React.ReactNode }>('../domain/auth/account-menu.tsx');
const loadMenu = slots['../domain/auth/account-menu.tsx'];
const AccountMenu = loadMenu && lazy(async () => ({ default: (await loadMenu()).AccountMenu }));

/** Sign-in and account: fetched after the page stands, its room kept until then. */
export const AccountSlot = () => {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  const room = (
    <Button variant="outlined" size="small" className="min-h-10">
      {t('app.signIn')}
    </Button>
  );
  if (!isHydrated || !AccountMenu) return room;
  return (
    <Suspense fallback={room}>
      <AccountMenu />
    </Suspense>
  );
};
