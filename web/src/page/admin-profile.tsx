import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { AdminDashboard } from '../domain/admin/admin-dashboard.tsx';
import { Head } from '../platform/head/head.tsx';
import { path } from '../platform/route/path.ts';
import { useLast } from '../platform/session/use-last.ts';
import { useSession } from '../platform/session/use-session.ts';
import { toast } from '../ui/toast.tsx';

/** The admin dashboard; others are redirected to the gallery, with a notice. */
export const Component = () => {
  const { t } = useTranslation();
  const user = useLast(useSession().user);
  const isAdmin = user?.role === 'ADMIN';
  useEffect(() => {
    if (!isAdmin) toast.info(t('admin.onlyAdmins'));
  }, [isAdmin, t]);
  if (!isAdmin) return <Navigate to={path.tokens} replace />;
  return (
    <div className="page">
      <Head title={t('admin.title')} isHidden />
      <h1 className="mb-6 text-3xl font-semibold tracking-tight wide:mb-10">{t('admin.title')}</h1>
      <AdminDashboard />
    </div>
  );
};
