import * as accountCalls from '@skarb/schema/calls/account';
import type { WayIn } from '@skarb/schema/account';
import type { AccountKey } from '@skarb/schema/account-key';
import type { User } from '@skarb/schema/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint, KeyRound, Mail, Wallet } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { When } from '../../platform/format/when.tsx';
import { call } from '../../platform/http/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFailure } from '../auth/form-failure.tsx';
import { useMethodName } from '../auth/method-name.ts';
import { sameAddress } from '../../platform/format/same-address.ts';
import { KEYS_KEY, keysQuery } from '../wallet/key.query.ts';
import { RemoveKeyDialog } from './key-dialogs.tsx';
import { useKeyName } from './key-list.tsx';
import { SettingsList } from './settings-list.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useSave } from './use-save.ts';
import { WAYS_KEY, signInMethodsQuery } from '../auth/sign-in-methods.query.ts';

const ICONS = { password: Mail, google: KeyRound, wallet: Wallet, passkey: Fingerprint };

/** What also signs trades: that it has not signed in does not mean that it is unused. */
const SIGNS: ReadonlySet<WayIn['kind']> = new Set(['wallet', 'passkey']);

/** When a method was added and last used, as far as that is recorded. */
const Times = ({ way }: { way: WayIn }) => {
  const { t } = useTranslation();
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-400">
      <span>
        {t(way.addedAt ? 'settings.ways.added' : 'settings.ways.addedBefore')}{' '}
        <When at={way.addedAt ?? way.recordedSince} form="date" />
      </span>
      {way.lastUsedAt ? (
        <span>
          {t('settings.ways.used')} <When at={way.lastUsedAt} form="past" />
        </span>
      ) : SIGNS.has(way.kind) ? null : way.addedAt ? (
        <span>{t('settings.ways.unused')}</span>
      ) : (
        <span>
          {t('settings.ways.unusedSince')} <When at={way.recordedSince} form="date" />
        </span>
      )}
    </p>
  );
};

/** The keys of the user's smart account; none if their wallet is no smart account. */
const useAccountKeys = ({ metamaskWallet }: User): readonly AccountKey[] => {
  const { data } = useQuery(keysQuery(metamaskWallet));
  return sameAddress(data?.address, metamaskWallet) ? (data?.keys ?? []) : [];
};

const WayRow = ({ way, isAccount, onRemove }: { way: WayIn; isAccount: boolean; onRemove: () => void }) => {
  const { t } = useTranslation();
  const name = useMethodName(isAccount)(way.kind);
  const Icon = way.kind === 'wallet' && isAccount ? Fingerprint : ICONS[way.kind];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Icon aria-hidden className="size-6 shrink-0 text-ink-400" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap gap-x-3 font-medium">
          {name}
          {way.label && <span className="font-normal text-ink-200 wrap-anywhere">{way.label}</span>}
        </p>
        <Times way={way} />
        {way.whyNot && (
          <p className="mt-1 text-sm text-ink-200">
            {t(way.whyNot === 'way.last' ? 'settings.ways.last' : 'settings.ways.inUse')}
          </p>
        )}
      </div>
      {way.isRemovable && (
        <Button variant="outlined" size="small" onClick={onRemove} aria-label={t('settings.ways.removeOf', { name })}>
          {t('settings.ways.remove')}
        </Button>
      )}
    </li>
  );
};

/** Confirms the removal of a sign-in method and says what it means. */
const RemoveDialog = ({
  way,
  user,
  keys,
  onRemoveKey,
  onClose,
}: {
  way: WayIn;
  user: User;
  keys: readonly AccountKey[];
  /** Removes it as a key, too. */ onRemoveKey: (key: AccountKey) => void;
  onClose: () => void;
}) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const name = useMethodName(keys.length > 0)(way.kind);
  const words = way.kind === 'wallet' && keys.length > 0 ? 'account' : way.kind;
  const key = keys.find((one) => one.key === way.key);
  const { save, isBusy, failure } = useSave();
  const remove = async () => {
    const isDone = await save(async () => (await call(accountCalls.removeWay, { params: { id: way.id } })).data, {
      done: t('settings.ways.removed', { name }),
    });
    // The server may have refused for another reason than the list shows.
    void client.invalidateQueries({ queryKey: WAYS_KEY });
    void client.invalidateQueries({ queryKey: ['private', 'session'] });
    if (isDone) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`settings.ways.ask.${words}`, { name })}
      description={t(`settings.ways.removal.${key ? 'key' : words}`, { name, label: way.label })}
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-200">
          {t('settings.ways.sessionsEnd')}
          {user.email && user.isEmailConfirmed && ` ${t('settings.ways.mailed', { email: user.email })}`}
        </p>
        {failure && <FormFailure words={failure} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outlined" onClick={onClose}>
            {t('settings.ways.keep')}
          </Button>
          {key && keys.length > 1 && (
            <Button variant="outlined" onClick={() => onRemoveKey(key)}>
              {t('settings.ways.removeKey')}
            </Button>
          )}
          <Button isBusy={isBusy} onClick={() => void remove()}>
            {t('settings.ways.remove')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};

/** The sign-in methods: when each was added and last used, and a button to remove it. */
export const SignInMethodsSection = ({ user }: { user: User }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: ways, error } = useQuery(signInMethodsQuery);
  const [removing, setRemoving] = useState<WayIn>();
  const [removedKey, setRemovedKey] = useState<AccountKey>();
  const keys = useAccountKeys(user);
  const nameOf = useKeyName();
  // Another part of the page has added, changed or removed one.
  const { hasPassword, googleId, metamaskWallet, email } = user;
  useEffect(() => {
    void client.invalidateQueries({ queryKey: WAYS_KEY });
  }, [client, hasPassword, googleId, metamaskWallet, email]);
  return (
    <SettingsSection id="ways" title={t('settings.ways.title')} text={t('settings.ways.text')}>
      <div>
        <SettingsList rows={ways} error={error}>
          {(way) => <WayRow key={way.id} way={way} isAccount={keys.length > 0} onRemove={() => setRemoving(way)} />}
        </SettingsList>
      </div>
      {removing && (
        <RemoveDialog
          way={removing}
          user={user}
          keys={keys}
          onRemoveKey={(key) => {
            setRemoving(undefined);
            setRemovedKey(key);
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
      {removedKey && user.metamaskWallet && (
        <RemoveKeyDialog
          account={user.metamaskWallet}
          removed={removedKey}
          name={nameOf(user.metamaskWallet, removedKey)}
          onClose={() => {
            setRemovedKey(undefined);
            void client.invalidateQueries({ queryKey: KEYS_KEY });
          }}
        />
      )}
    </SettingsSection>
  );
};
