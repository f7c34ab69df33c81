import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { openAuth } from '../domain/auth/auth-dialog.ts';
import { LeavingNotice } from '../domain/settings/leaving-notice.tsx';
import { path } from '../platform/route/path.ts';
import { hasUnsaved } from '../platform/route/unsaved.ts';
import { useLast } from '../platform/session/use-last.ts';
import { session, useSession } from '../platform/session/use-session.ts';
import { Loading } from './loading.tsx';

/**
 * Shows its children to signed-in users only; redirects all others to /nfts. Visitors, and users whose session the server
 * has ended, are asked there to sign in, which leads on to the screen they wanted; a user who signs out on this screen is
 * not. A screen with unsaved input stays when its session ends elsewhere, for whoever signs in to the same account again.
 * @param wasSignedIn whether a user was signed in before this script arrived
 */
export const Guard = ({ wasSignedIn, children }: { wasSignedIn: boolean; children: ReactNode }) => {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const here = pathname + search + hash;
  const [first] = useState(here);
  const wanted = useLast(user && here) ?? first;
  const isAsked = status === 'anonymous' && (!wasSignedIn || session.endedBy !== undefined);
  const holder = useLast(user?.uuid);
  const isKept = !user && holder !== undefined && hasUnsaved();
  const isCutOff = isKept && status === 'anonymous';
  useEffect(() => {
    if (isCutOff) openAuth('login', { isCutOff });
  }, [isCutOff]);
  useEffect(() => {
    if (!isAsked || isCutOff) return;
    openAuth('login', {
      isGuarded: !session.endedBy,
      hasEnded: session.endedBy === 'auth.ended',
      resume: wanted,
      then: () => void navigate(wanted, { replace: true }),
    });
  }, [isAsked, isCutOff, wanted, navigate]);
  if (user || isKept)
    return (
      <Fragment key={holder}>
        {user && <LeavingNotice user={user} />}
        {children}
      </Fragment>
    );
  return status === 'loading' ? <Loading /> : <Navigate to={path.tokens} replace />;
};
