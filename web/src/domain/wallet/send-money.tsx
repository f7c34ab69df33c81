import { ArrowUpRight } from 'lucide-react';
import { useState } from 'react';
import { sameAddress } from '../../platform/format/same-address.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { useSession } from '../../platform/session/use-session.ts';
import { PASSKEY_WALLET_ID } from '../../platform/wallet/wallet-store.ts';
import { useWallet } from '../../platform/wallet/wallet.ts';
import { Button } from '../../ui/button.tsx';

export const SendMoneyDialog = lazyDialog(async () => (await import('./send-money-dialog.tsx')).SendMoneyDialog);

/** The user's account if a key acts for it. Other wallets send money by themselves. */
export const useKeyAccount = (): string | undefined => {
  const { user } = useSession();
  const { address, walletId } = useWallet();
  return address && walletId === PASSKEY_WALLET_ID && sameAddress(user?.metamaskWallet, address) ? address : undefined;
};

/** The way from a finished sale to the money; renders nothing for wallets that send it by themselves. */
export const SendMoney = () => {
  const { t } = useTranslation();
  const account = useKeyAccount();
  const [isOpen, setOpen] = useState(false);
  if (!account) return null;
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        <ArrowUpRight aria-hidden className="size-4" />
        {t('wallet.send.title')}
      </Button>
      {isOpen && <SendMoneyDialog account={account} onClose={() => setOpen(false)} />}
    </>
  );
};
