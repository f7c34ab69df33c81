import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { shortHexInText } from '@skarb/schema/short-hex';
import { localName } from '../../platform/i18n/local-name.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import type { StepObstacle } from '../../platform/steps/step-ports.ts';
import { sameAddress } from '../../platform/format/same-address.ts';
import { hasPasskeys } from '../../platform/wallet/passkey/webauthn.ts';
import { PASSKEY_WALLET_ID } from '../../platform/wallet/wallet-store.ts';
import { useWallet, wallet } from '../../platform/wallet/wallet.ts';
import { switchChain } from '../../platform/wallet/wallet-actions.ts';
import { Button } from '../../ui/button.tsx';
import { networkOf, useNetworks } from '../reference/use-networks.ts';
import { keysQuery } from './key.query.ts';
import { WalletChoices } from './wallet-choices.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';

type Props = { obstacle: StepObstacle | null; account: string; chainId: number | null; onFixed: () => void };

/** Why the wallet cannot act, with a button that fixes it. */
export const ObstacleNotice = ({ obstacle, account, chainId, onFixed }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const state = useWallet();
  const networks = useNetworks();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const network = localName(t, networks.find((one) => one.chainId === chainId)?.humanName ?? String(chainId ?? ''));
  const toNetwork = async () => {
    if (!chainId) return;
    setBusy(true);
    setError(undefined);
    try {
      await switchChain(wallet.provider, await networkOf(client, chainId));
      await wallet.poll();
      onFixed();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  // Of an account whose keys are passkeys there is no wallet to connect.
  const { data: keys } = useQuery(keysQuery(obstacle && obstacle !== 'chain' && hasPasskeys() ? account : null));
  const isKey = sameAddress(keys?.address, account) && obstacle !== 'chain';
  const activate = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await wallet.connect(PASSKEY_WALLET_ID);
      onFixed();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  if (!obstacle) return null;
  return (
    <div role="alert" className="flex flex-col gap-4 rounded-2xl border border-ink-700 bg-ink-800 p-4">
      <p className="text-ink-50">
        {isKey && t('wallet.obstacle.key')}
        {!isKey && obstacle === 'connect' && t('wallet.obstacle.connect', { address: shortHexInText(account) })}
        {!isKey &&
          obstacle === 'account' &&
          t('wallet.obstacle.account', {
            address: shortHexInText(account),
            current: shortHexInText(state.address ?? account),
          })}
        {obstacle === 'chain' && t('wallet.obstacle.chain', { network })}
      </p>
      {obstacle === 'chain' ? (
        <Button isBusy={isBusy} onClick={() => void toNetwork()} className="self-start">
          {t('wallet.obstacle.switch', { network })}
        </Button>
      ) : isKey ? (
        <Button isBusy={isBusy} onClick={() => void activate()} className="self-start">
          {t('wallet.obstacle.useKey')}
        </Button>
      ) : (
        <WalletChoices onConnected={(address) => (sameAddress(address, account) ? onFixed() : undefined)} />
      )}
      {error !== undefined && <p className="text-sm text-red-400">{wordsOf(t, error)}</p>}
    </div>
  );
};
