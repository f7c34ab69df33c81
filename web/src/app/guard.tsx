import { STORAGE_KEY } from '@skarb/schema/limits';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { path } from '../platform/route/path.ts';
import { useHydrated } from '../platform/query/use-hydrated.ts';
import { Loading } from './loading.tsx';

/** Lets only the signed-in through: everybody else is sent to /nfts. Signed in means that an access token is stored. */
export const Guard = ({ children }: { children: ReactNode }) => {
  const isHydrated = useHydrated();
  if (!isHydrated) return <Loading />;
  return localStorage.getItem(STORAGE_KEY.accessToken) ? children : <Navigate to={path.tokens} replace />;
};
