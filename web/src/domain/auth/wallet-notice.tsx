import { CircleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { shortHexInText } from '@skarb/schema/short-hex';
import { localName } from '../../platform/i18n/local-name.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { switchChain } from '../../platform/wallet/wallet-actions.ts';
import { PASSKEY_WALLET_ID } from '../../platform/wallet/wallet-store.ts';
import { useWallet, wallet } from '../../platform/wallet/wallet.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { openAuth } from './auth-dialog.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { useRunningNetwork } from '../reference/use-networks.ts';
import { walletMismatch } from './wallet-mismatch.ts';

/**
 * A bar under the header while the connected wallet cannot act for the account: it belongs to another account or to
 * none, or it is on another network. It updates with the wallet; once hidden, it stays hidden until something changes.
 */
export const WalletNotice = () => {
  const { t } = useTranslation();
  const { user } = useSession();
  const { status, address, chainId, walletId } = useWallet();
  // A key that was just made becomes the account's in a moment.
  const isNewKey = walletId === PASSKEY_WALLET_ID && !user?.metamaskWallet;
  const network = useRunningNetwork();
  const [hidden, setHidden] = useState('');
  const [isBusy, setBusy] = useState(false);
  const trouble = walletMismatch({
    own: user && (user.metamaskWallet ?? ''),
    address: status === 'connected' && !isNewKey ? address : null,
    chainId,
    ownChainId: network?.chainId,
  });
  const key = `${trouble}/${address?.toLowerCase()}/${user?.metamaskWallet?.toLowerCase()}/${chainId}`;
  if (!trouble || !user || !address || hidden === key) return null;
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(wordsOf(t, error));
    } finally {
      setBusy(false);
    }
  };
  const toNetwork = async () => {
    if (!network) return;
    await switchChain(wallet.provider, network);
    await wallet.poll();
  };
  const connect = () => openAuth('connect', { need: 'wallet' });
  return (
    <aside aria-label={t('wallet.notice.label')} className="border-y border-ink-800 bg-ink-900">
      <div className="mx-auto flex max-w-[100rem] flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-sm fluid:px-8">
        <p role="status" className="flex min-w-0 flex-1 basis-72 items-center gap-3 text-ink-200">
          <CircleAlert aria-hidden className="size-4 shrink-0 text-gold-400" />
          {trouble === 'foreign' &&
            t('wallet.notice.foreign', {
              current: shortHexInText(address),
              address: shortHexInText(user.metamaskWallet ?? ''),
            })}
          {trouble === 'unconnected' && t('wallet.notice.unconnected', { current: shortHexInText(address) })}
          {trouble === 'chain' && t('wallet.notice.chain', { network: localName(t, network?.humanName ?? '') })}
        </p>
        <div className="flex items-center gap-2">
          {trouble === 'foreign' && (
            <Button
              variant="outlined"
              size="small"
              isBusy={isBusy}
              onClick={() => void attempt(() => wallet.chooseAccount())}
            >
              {t('wallet.notice.chooseAccount')}
            </Button>
          )}
          {trouble === 'unconnected' && (
            <Button variant="outlined" size="small" onClick={connect}>
              {t('wallet.connectToAccount')}
            </Button>
          )}
          {trouble === 'chain' && (
            <Button variant="outlined" size="small" isBusy={isBusy} onClick={() => void attempt(toNetwork)}>
              {t('wallet.obstacle.switch', { network: localName(t, network?.humanName ?? '') })}
            </Button>
          )}
          <button
            type="button"
            aria-label={t('wallet.notice.hide')}
            className={buttonClass('icon', 'small', '-mr-2')}
            onClick={() => setHidden(key)}
          >
            <X aria-hidden className="size-4" />
          </button>
        </div>
      </div>
    </aside>
  );
};
