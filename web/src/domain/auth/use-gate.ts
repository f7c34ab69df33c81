import { useCallback } from 'react';
import { session } from '../../platform/session/use-session.ts';
import { type Need, openAuth } from './auth-dialog.ts';

/**
 * Runs an action for users who have what it needs. A visitor, or an account without a wallet, first sees "Want to
 * participate?", which leads them through sign-in and back.
 */
export const useGate = () =>
  useCallback((need: Need, act: () => void): void => {
    const { user } = session.getState();
    if (user && (need === 'user' || user.metamaskWallet)) return act();
    openAuth('participate', { need, then: act });
  }, []);
