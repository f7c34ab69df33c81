import { useEffect } from 'react';
import { isRouteErrorResponse, Link, useLocation, useNavigate, useRouteError, type Location } from 'react-router';
import { ApiError } from '@skarb/client';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { errorWords, isGone } from '../platform/http/api-error.ts';
import { Head } from '../platform/head/head.tsx';
import { path } from '../platform/route/path.ts';
import { useSessionStatus } from '../platform/lazy/use-session-status.ts';
import { Button, buttonClass } from '../ui/button.tsx';

/** Shown instead of a page that failed: what happened, and what to do next. */
export const PageError = () => {
  const { t } = useTranslation();
  const error = useRouteError();
  const isUnseen = isRouteErrorResponse(error) && error.status === 404;
  // The server renders as a visitor. After sign-in the page retries, because the user may see drafts or hidden objects.
  const status = useSessionStatus();
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation() as Location<{ wasUnseen?: true } | null>;
  // A page that was shown, and is not any more.
  const isTakenDown = isGone(error) && !state?.wasUnseen;
  // An address without an id that can be one is missing, too.
  const isMissing = isUnseen || isGone(error) || (error instanceof ApiError && error.status === 400);
  // The reader may be far down in what was there.
  useEffect(() => {
    if (isTakenDown) scrollTo(0, 0);
  }, [isTakenDown]);
  const isOwn = isUnseen && status === 'signedIn';
  useEffect(() => {
    // Navigate to the page again: a mere reload of its data fails in the same moment, and the error would stay.
    const again = { replace: true, preventScrollReset: true, state: { wasUnseen: true } };
    if (isOwn) void navigate(pathname + search + hash, again);
  }, [isOwn, navigate, pathname, search, hash]);
  useEffect(() => {
    if (isMissing) return;
    // Nothing that was typed is on this page.
    const again = () => location.reload();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isMissing]);
  const isChunk = error instanceof Error && error.name === 'ChunkLoadError';
  const what = isTakenDown ? 'takenDown' : isMissing ? 'notFound' : isChunk ? 'chunk' : undefined;
  const title = t(what ? `error.page.${what}Title` : 'error.page.title');
  const words = what ? t(`error.page.${what}Text`) : errorWords(t, error)[0];
  return (
    <div
      // A missing page is a page of its own, not news about another one.
      role={isMissing && !isTakenDown ? undefined : 'alert'}
      className="mx-auto flex min-h-[60dvh] max-w-lg flex-col items-center justify-center gap-4 px-6 text-center"
    >
      <Head title={title} isHidden />
      {isMissing && <p className="num text-sm text-ink-400">404</p>}
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p className="text-ink-200">{words}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {!isMissing && <Button onClick={() => location.reload()}>{t('app.retry')}</Button>}
        <Link to={path.tokens} className={buttonClass(isMissing ? 'contained' : 'outlined')}>
          {t('error.page.toGallery')}
        </Link>
      </div>
    </div>
  );
};
