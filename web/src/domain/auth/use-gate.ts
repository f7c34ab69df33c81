import { useCallback } from 'react';
import { session } from '../../platform/session/use-session.ts';
import { type Need, openAuth } from './auth-dialog.ts';

/**
 * Lets somebody act who has what the act needs; a visitor, or an account without a wallet, meets
 * "Want to participate?" first, which leads him there and back.
 */
export const useGate = () =>
  useCallback((need: Need, act: () => void): void => {
    const { user } = session.getState();
    if (user && (need === 'user' || user.metamaskWallet)) return act();
    openAuth('participate', { need, then: act });
  }, []);
