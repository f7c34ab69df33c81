import { useCallback } from 'react';
import { useLocation } from 'react-router';
import { session } from '../../platform/session/use-session.ts';
import { type Need, openAuth } from './auth-dialog.ts';

/**
 * Runs an action for users who have what it needs. A visitor, or an account without a wallet, first sees "Want to
 * participate?", which leads them through sign-in and back.
 * @param link names the action in the fragment of this page's address, for another tab (use-linked-action.ts)
 */
export const useGate = () => {
  const { pathname, search } = useLocation();
  return useCallback(
    (need: Need, act: () => void, link = ''): void => {
      const { user } = session.getState();
      if (user && (need === 'user' || user.metamaskWallet)) return act();
      openAuth('participate', { need, then: act, resume: pathname + search + link });
    },
    [pathname, search],
  );
};
