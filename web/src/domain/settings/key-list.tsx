import type { AccountKey } from '@skarb/schema/account-key';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint, KeyRound, Wallet } from 'lucide-react';
import { useState } from 'react';
import { shortHex } from '@skarb/schema/short-hex';
import { When } from '../../platform/format/when.tsx';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { rememberedKeys } from '../../platform/wallet/passkey/announce-passkey.ts';
import { wallet } from '../../platform/wallet/wallet.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { KEYS_KEY, keysQuery } from '../wallet/key.query.ts';
import { AddKeyDialog, RemoveKeyDialog } from './key-dialogs.tsx';
import { SettingsList } from './settings-list.tsx';
import { Setting } from './settings-section.tsx';

const ICONS = { PASSKEY: Fingerprint, WALLET: Wallet, OTHER: KeyRound };

/** The name of a key: this device, another one, or a wallet by its address. */
export const useKeyName = () => {
  const { t } = useTranslation();
  return (account: string, { kind, key, address }: AccountKey): string => {
    if (kind === 'WALLET') return t('settings.keys.wallet', { address: shortHex(address ?? key) });
    if (kind === 'OTHER') return t('settings.keys.foreign');
    return t(rememberedKeys.keyOf(account)?.key === key ? 'settings.keys.here' : 'settings.keys.device');
  };
};

/** The keys of the user's account, each of which acts alone; they are added and removed by any of them. */
export const KeyList = ({ account }: { account: string }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const nameOf = useKeyName();
  const { data, error } = useQuery(keysQuery(account));
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<AccountKey>();
  const [busy, setBusy] = useState<string>();
  const remembered = rememberedKeys.keyOf(account);
  /** The wallet that confirms in this browser instead of a passkey. */
  const [acting, setActing] = useState(remembered?.credentialId === '' ? remembered.key : undefined);
  const actBy = async ({ id, key }: AccountKey) => {
    if (acting === key) {
      rememberedKeys.forget(account);
      return setActing(undefined);
    }
    setBusy(id);
    try {
      await wallet.findHolder(key);
      const firstKey = data?.keys.find(({ isFirst }) => isFirst)?.key ?? null;
      rememberedKeys.remember({ address: account, firstKey, key, credentialId: '', userUuid: null });
      setActing(key);
      toast.success(t('settings.keys.used'));
    } catch (failure) {
      toast.error(wordsOf(t, failure));
    } finally {
      setBusy(undefined);
    }
  };
  const close = () => {
    setAdding(false);
    setRemoving(undefined);
    void client.invalidateQueries({ queryKey: KEYS_KEY });
  };
  return (
    <Setting
      title={t('settings.keys.title')}
      text={t(data?.keys.length === 1 ? 'settings.keys.one' : 'settings.keys.text')}
      action={
        <Button
          variant={data?.keys.length === 1 ? 'contained' : 'outlined'}
          size="small"
          onClick={() => setAdding(true)}
        >
          {t('settings.keys.add')}
        </Button>
      }
    >
      <SettingsList rows={data?.keys} error={error}>
        {(key) => {
          const Icon = ICONS[key.kind];
          const name = nameOf(account, key);
          return (
            <li key={key.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
              <Icon aria-hidden className="size-6 shrink-0 text-ink-200" />
              <div className="min-w-40 flex-1">
                <p className="font-medium wrap-anywhere">{name}</p>
                <p className="mt-0.5 text-sm text-ink-400">
                  {key.addedAt ? (
                    <>
                      {t('settings.ways.added')} <When at={key.addedAt} form="date" />
                    </>
                  ) : (
                    t('settings.keys.first')
                  )}
                </p>
              </div>
              {key.kind === 'WALLET' && (
                <Button
                  variant="outlined"
                  size="small"
                  isBusy={busy === key.id}
                  onClick={() => void actBy(key)}
                  aria-label={t(acting === key.key ? 'settings.keys.useNoMoreOf' : 'settings.keys.useOf', { name })}
                >
                  {t(acting === key.key ? 'settings.keys.useNoMore' : 'settings.keys.use')}
                </Button>
              )}
              {(data?.keys.length ?? 0) > 1 && (
                <Button
                  variant="outlined"
                  size="small"
                  onClick={() => setRemoving(key)}
                  aria-label={t('settings.ways.removeOf', { name })}
                >
                  {t('settings.ways.remove')}
                </Button>
              )}
            </li>
          );
        }}
      </SettingsList>
      {isAdding && <AddKeyDialog account={account} onClose={close} />}
      {removing && (
        <RemoveKeyDialog account={account} removed={removing} name={nameOf(account, removing)} onClose={close} />
      )}
    </Setting>
  );
};
