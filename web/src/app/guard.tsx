import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { path } from '../platform/route/path.ts';
import { useSession } from '../platform/session/use-session.ts';
import { Loading } from './loading.tsx';

/** Shows its children to signed-in users only; redirects all others to /nfts. */
export const Guard = ({ children }: { children: ReactNode }) => {
  const { status } = useSession();
  if (status === 'loading') return <Loading />;
  return status === 'signedIn' ? children : <Navigate to={path.tokens} replace />;
};
