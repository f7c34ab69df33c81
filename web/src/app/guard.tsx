import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { path } from '../platform/route/path.ts';
import { useSession } from '../platform/session/use-session.ts';
import { Loading } from './loading.tsx';

/** Lets only the signed-in through: everybody else is sent to /nfts, in place of this address. */
export const Guard = ({ children }: { children: ReactNode }) => {
  const { status } = useSession();
  if (status === 'loading') return <Loading />;
  return status === 'signedIn' ? children : <Navigate to={path.tokens} replace />;
};
