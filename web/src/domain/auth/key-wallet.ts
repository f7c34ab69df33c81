import type { QueryClient } from '@tanstack/react-query';
import type { Translations } from '../../platform/i18n/translations.ts';
import { session } from '../../platform/session/use-session.ts';
import { sameAddress } from '../../platform/format/same-address.ts';
import { announcePasskeyWallet } from '../../platform/wallet/passkey/announce-passkey.ts';
import { hasPasskeys, keepsPasskeys } from '../../platform/wallet/passkey/webauthn.ts';
import { wallet } from '../../platform/wallet/wallet.ts';
import { PASSKEY_WALLET_ID } from '../../platform/wallet/wallet-store.ts';
import { keyNetworkOf, readAccount } from '../wallet/key.query.ts';

/**
 * Offers the account of this site's passkeys beside the wallets of the browser, and keeps it connected while its owner
 * is signed in: they have no wallet to connect. The texts speak to them accordingly.
 * @returns a function that stops it
 */
export const startKeyWallet = (cache: QueryClient, i18n: Translations): (() => void) => {
  if (!hasPasskeys()) return () => undefined;
  // Asked before a dialog needs it, so that nothing in the dialog moves.
  void keepsPasskeys();
  announcePasskeyWallet({
    network: () => keyNetworkOf(cache),
    account: readAccount,
    holder: (address) => wallet.findHolder(address),
  });
  let tried = '';
  const look = (): void => {
    const { user, status } = session.getState();
    const { status: state, walletId, address } = wallet.getState();
    const isKey = walletId === PASSKEY_WALLET_ID;
    i18n.speakToKeyHolder(isKey);
    if (status === 'anonymous' && isKey) return wallet.disconnect();
    const own = user?.metamaskWallet;
    if (!own || state === 'returning' || state === 'connecting') return;
    // Another wallet is connected: the page says so where it matters.
    if (state === 'connected' && (!isKey || sameAddress(own, address))) return;
    const wanted = `${user.uuid} ${own}`;
    if (tried === wanted) return;
    tried = wanted;
    void readAccount()
      .then((account) => (sameAddress(account?.address, own) ? wallet.connect(PASSKEY_WALLET_ID) : undefined))
      // The dialogs offer to connect.
      .catch(() => undefined);
  };
  const stops = [session.subscribe(look), wallet.subscribe(look)];
  look();
  return () => {
    for (const stop of stops) stop();
  };
};
