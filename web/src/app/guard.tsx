import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { openAuth } from '../domain/auth/auth-dialog.ts';
import { path } from '../platform/route/path.ts';
import { useSession } from '../platform/session/use-session.ts';
import { Loading } from './loading.tsx';

/**
 * Shows its children to signed-in users only; redirects all others to /nfts. Visitors are asked there to sign in, which
 * leads on to the screen they wanted; a user who signs out on this screen is not.
 * @param wasSignedIn whether a user was signed in before this script arrived
 */
export const Guard = ({ wasSignedIn, children }: { wasSignedIn: boolean; children: ReactNode }) => {
  const { status } = useSession();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const [wanted] = useState(pathname + search + hash);
  const isVisitor = status === 'anonymous' && !wasSignedIn;
  useEffect(() => {
    if (!isVisitor) return;
    openAuth('login', { isGuarded: true, resume: wanted, then: () => void navigate(wanted, { replace: true }) });
  }, [isVisitor, wanted, navigate]);
  if (status === 'loading') return <Loading />;
  return status === 'signedIn' ? children : <Navigate to={path.tokens} replace />;
};
