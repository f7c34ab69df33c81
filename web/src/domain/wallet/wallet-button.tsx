import * as devCalls from '@skarb/schema/calls/dev';
import { ArrowUpRight, CircleAlert, Coins, CreditCard, KeyRound, LogOut, ReceiptText, Wallet } from 'lucide-react';
import { useState } from 'react';
import { shortHex } from '@skarb/schema/short-hex';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { useFormats } from '../../platform/format/format.ts';
import { call } from '../../platform/http/api.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { useFailureRecords } from '../../platform/steps/failure-record-store.ts';
import { sameAddress } from '../../platform/format/same-address.ts';
import { PASSKEY_WALLET_ID } from '../../platform/wallet/wallet-store.ts';
import { useWallet, wallet } from '../../platform/wallet/wallet.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { cx } from '../../ui/class-name.ts';
import { WALLET_WIDTH } from '../../ui/account-placeholder.tsx';
import { AddMoneyDialog } from '../onramp/add-money.tsx';
import { SendMoneyDialog, useKeyAccount } from './send-money.tsx';
import { useBalances } from './balances.ts';
import { useCanMakeKeys } from './key.query.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';

const FailureRecordsDialog = lazyDialog(
  async () => (await import('./failure-records-dialog.tsx')).FailureRecordsDialog,
);

type Props = {
  /** Opens the dialog in which a wallet is chosen: to sign in, or to connect to the account. */
  onConnect: () => void;
  /** Opens the dialog in which a user without a wallet makes a key. */
  onMakeKey: () => void;
};

/** The wallet in the header: its balance, and a warning if it is not the account's wallet. */
export const WalletButton = ({ onConnect, onMakeKey }: Props) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { user } = useSession();
  const { status, address, choices, walletId } = useWallet();
  const canMakeKeys = useCanMakeKeys();
  const balances = useBalances(address);
  const [isFunding, setFunding] = useState(false);
  const [hasFailureRecords, setHasFailureRecords] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const keyAccount = useKeyAccount();
  const [isSending, setSending] = useState(false);
  const kept = useFailureRecords(address).length;
  if (status === 'returning') return <Skeleton className={cx('h-9 rounded-xl', WALLET_WIDTH)} />;
  const isKey = walletId === PASSKEY_WALLET_ID;
  if (user && !user.metamaskWallet && status !== 'connected' && canMakeKeys)
    return (
      <button type="button" onClick={onMakeKey} className={buttonClass('outlined', 'small', WALLET_WIDTH)}>
        <KeyRound aria-hidden className="size-4" />
        <span className="hidden truncate wide:inline">{t('auth.key.title')}</span>
        <span className="sr-only wide:hidden">{t('auth.key.title')}</span>
      </button>
    );
  if (status !== 'connected' || !address) {
    // If the account has a wallet, connect that one; otherwise let the user choose.
    return (
      <button type="button" onClick={onConnect} className={buttonClass('outlined', 'small', WALLET_WIDTH)}>
        <Wallet aria-hidden className="size-4" />
        <span className="hidden truncate wide:inline">{t('wallet.connect')}</span>
        <span className="sr-only wide:hidden">{t('wallet.connect')}</span>
      </button>
    );
  }
  const isForeign = !!user && !sameAddress(user.metamaskWallet, address) && !(isKey && !user.metamaskWallet);
  const isDemo = choices.find(({ id }) => id === walletId)?.isDemo ?? false;
  const main = balances?.[0];
  const held = balances?.filter(({ currency, units }) => currency.isEnabled || units > 0n);
  const fund = async () => {
    setFunding(true);
    try {
      await call(devCalls.faucet, { body: { address } });
      toast.success(t('wallet.demo.funded'));
    } catch (error) {
      toast.error(wordsOf(t, error));
    } finally {
      setFunding(false);
    }
  };
  const shown = main ? `${formats.amount(main.amount)} ${main.currency.name}` : shortHex(address);
  const trigger = (
    <button
      type="button"
      className={buttonClass('outlined', 'small', cx('max-w-full', isForeign && 'border-gold-400'))}
    >
      {isForeign ? (
        <CircleAlert aria-hidden className="size-4 text-gold-400" />
      ) : (
        <Wallet aria-hidden className="size-4" />
      )}
      {/* Where the sum has no room it is still in the name. */}
      <span className="sr-only">{`${t(isForeign ? 'wallet.foreignShort' : 'wallet.menu')} ${shown}`}</span>
      <span
        aria-hidden
        className="num hidden truncate wide:inline"
        title={main ? `${formats.exact(main.amount)} ${main.currency.name}` : address}
      >
        {shown}
      </span>
    </button>
  );
  return (
    <div className={cx('flex justify-end', WALLET_WIDTH)}>
      <Menu trigger={trigger}>
        <MenuGroup
          label={
            <span className="flex w-64 flex-col gap-2 px-3 pb-1 pt-2 text-sm">
              {isForeign && (
                <span className="text-gold-400">
                  {user?.metamaskWallet
                    ? t('wallet.foreign', { address: shortHex(user.metamaskWallet) })
                    : t('wallet.unconnected')}
                </span>
              )}
              <span>
                {held?.map(({ currency, amount }) => (
                  <span key={currency.uuid} className="flex justify-between py-0.5">
                    <span className="text-ink-400">{currency.name} </span>
                    <span className="num text-ink-50" title={`${formats.exact(amount)} ${currency.name}`}>
                      {formats.amount(amount)}
                    </span>
                  </span>
                ))}
              </span>
            </span>
          }
        >
          <MenuItem staysOpen render={<Copy text={address} />} />
        </MenuGroup>
        <MenuSeparator />
        {isForeign && (
          <MenuItem icon={<Wallet aria-hidden className="size-4" />} onSelect={onConnect}>
            {t(user?.metamaskWallet ? 'wallet.change' : 'wallet.connectToAccount')}
          </MenuItem>
        )}
        {!isForeign && (
          <MenuItem icon={<CreditCard aria-hidden className="size-4" />} onSelect={() => setAdding(true)}>
            {t('onramp.title')}
          </MenuItem>
        )}
        {keyAccount && (
          <MenuItem icon={<ArrowUpRight aria-hidden className="size-4" />} onSelect={() => setSending(true)}>
            {t('wallet.send.title')}
          </MenuItem>
        )}
        {isDemo && (
          <MenuItem icon={<Coins aria-hidden className="size-4" />} isDisabled={isFunding} onSelect={() => void fund()}>
            {t('wallet.demo.more')}
          </MenuItem>
        )}
        {kept > 0 && (
          <MenuItem icon={<ReceiptText aria-hidden className="size-4" />} onSelect={() => setHasFailureRecords(true)}>
            {t('wallet.failure.open', { number: kept })}
          </MenuItem>
        )}
        {!isKey && (
          <MenuItem icon={<LogOut aria-hidden className="size-4" />} onSelect={() => wallet.disconnect()}>
            {t('wallet.disconnect')}
          </MenuItem>
        )}
      </Menu>
      {isAdding && <AddMoneyDialog account={address} onClose={() => setAdding(false)} />}
      {isSending && keyAccount && <SendMoneyDialog account={keyAccount} onClose={() => setSending(false)} />}
      {hasFailureRecords && <FailureRecordsDialog account={address} onClose={() => setHasFailureRecords(false)} />}
    </div>
  );
};
