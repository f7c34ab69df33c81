import { Link } from 'react-router';
import { Head } from '../platform/head/head.tsx';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { path } from '../platform/route/path.ts';
import { buttonClass } from '../ui/button.tsx';

/**
 * Shown for an unmatched path: the text that the specification requires, and a way back. A program that does not ask for
 * HTML gets the text alone from the server.
 */
export const NotFound = () => {
  const { t } = useTranslation();
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-lg flex-col items-center justify-center gap-4 px-6 text-center">
      <Head title="404" isHidden />
      <h1 className="num text-5xl font-semibold tracking-tight">404</h1>
      <p className="text-ink-200">{t('error.page.notFoundText')}</p>
      <Link to={path.tokens} className={buttonClass('contained', 'medium', 'mt-2')}>
        {t('error.page.toGallery')}
      </Link>
    </div>
  );
};
