import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration } from 'react-router';
import { Toaster } from '../ui/toast.tsx';

export const Layout = () => {
  const { t } = useTranslation();
  return (
    <>
      <a href="#content" className="sr-only focus:not-sr-only">{t('app.skip')}</a>
      <main id="content" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <Toaster />
      <ScrollRestoration />
    </>
  );
};
