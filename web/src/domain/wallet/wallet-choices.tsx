import { LoaderCircle, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { isHandheld, walletApps, type WalletApp } from '../../platform/wallet/wallet-apps.ts';
import { useWallet, wallet } from '../../platform/wallet/wallet.ts';
import { PASSKEY_WALLET_ID } from '../../platform/wallet/wallet-store.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';

type Props = {
  /** Called with the account once the wallet is connected; the list is busy while it runs. */
  onConnected: (address: string) => Promise<void> | void;
  /** Asks a wallet for its account; by default it becomes the connected wallet. */
  ask?: (walletId: string) => Promise<string>;
};

/** A phone's browser has no wallet, but wallets' apps have a browser: opens this page in one of them. */
const WalletApps = ({ apps }: { apps: readonly WalletApp[] }) => {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-200">{t('wallet.noneOnPhone')}</p>
      <ul className="flex flex-col gap-2">
        {apps.map(({ name, link, get }) => (
          <li key={name} className="flex items-stretch rounded-2xl border border-ink-700 bg-ink-900">
            <a
              href={link}
              className="flex min-h-14 min-w-0 flex-1 items-center gap-4 rounded-l-2xl px-4 font-semibold text-ink-50 hover:bg-ink-800"
            >
              <Wallet aria-hidden className="size-8 shrink-0 p-1 text-ink-200" />
              <span className="min-w-0">
                <span className="sr-only">{t('wallet.openIn')} </span>
                {name}
              </span>
            </a>
            <a
              href={get}
              target="_blank"
              rel="noreferrer"
              className="flex min-h-14 shrink-0 items-center rounded-r-2xl px-4 text-sm text-gold-400 underline-offset-4 hover:underline"
            >
              {t('wallet.getApp')}
              <span className="sr-only"> {name}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
};

const NoWallet = () => {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-start gap-3 rounded-2xl bg-ink-800 p-4 text-ink-200">
      <p>{t('wallet.none')}</p>
      <a
        href="https://metamask.io/download"
        target="_blank"
        rel="noreferrer"
        className="font-semibold text-gold-400 underline-offset-4 hover:underline"
      >
        {t('wallet.getMetaMask')}
      </a>
    </div>
  );
};

/** The wallets of this browser, MetaMask first; says what to do if there is none. */
export const WalletChoices = ({ onConnected, ask = (id) => wallet.connect(id) }: Props) => {
  const { t } = useTranslation();
  const { choices: all } = useWallet();
  // Keys have buttons of their own.
  const choices = all.filter(({ id }) => id !== PASSKEY_WALLET_ID);
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<unknown>();
  const use = async (id: string) => {
    setBusy(id);
    setError(undefined);
    try {
      await onConnected(await ask(id));
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(undefined);
    }
  };
  const apps = isHandheld() && choices.every(({ isDemo }) => isDemo) ? walletApps(location) : [];
  if (choices.length === 0) return apps.length > 0 ? <WalletApps apps={apps} /> : <NoWallet />;
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-2">
        {choices.map(({ id, name: ownName, icon, isDemo }) => {
          const name = isDemo ? t('wallet.demo.name') : ownName || t('wallet.unnamed');
          return (
            <li key={id}>
              <button
                type="button"
                aria-busy={busy === id || undefined}
                aria-disabled={busy !== undefined || undefined}
                onClick={() => busy === undefined && void use(id)}
                className="flex min-h-14 w-full items-center gap-4 rounded-2xl border border-ink-700 bg-ink-900 px-4 text-left transition-colors hover:border-ink-400 hover:bg-ink-800 aria-disabled:cursor-not-allowed"
              >
                {icon ? (
                  <img src={icon} alt="" className="size-8 rounded-lg" />
                ) : (
                  <Wallet aria-hidden className="size-8 p-1 text-ink-200" />
                )}
                <span className="min-w-0 flex-1 py-2">
                  <span className="block font-semibold text-ink-50">{name}</span>
                  {(isDemo || busy === id) && (
                    <span className="block text-sm text-ink-400">
                      {busy === id ? t('wallet.confirmIn', { name }) : t('wallet.demo.note')}
                    </span>
                  )}
                </span>
                {busy === id && <LoaderCircle aria-hidden className="size-5 animate-spin text-gold-400" />}
              </button>
            </li>
          );
        })}
      </ul>
      {apps.length > 0 && <WalletApps apps={apps} />}
      {error !== undefined && (
        <p role="alert" className="text-sm text-red-400">
          {wordsOf(t, error)}
        </p>
      )}
    </div>
  );
};
