import type { User } from '@skarb/schema/auth';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shortHexInText } from '@skarb/schema/short-hex';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { useFailureRecords } from '../../platform/steps/failure-record-store.ts';
import { sameAddress } from '../../platform/format/same-address.ts';
import { useWallet } from '../../platform/wallet/wallet.ts';
import { Button } from '../../ui/button.tsx';
import { Copy } from '../../ui/copy.tsx';
import { openAuth } from '../auth/auth-dialog.ts';
import { keysQuery, useCanMakeKeys } from '../wallet/key.query.ts';
import { Badge } from './badge.tsx';
import { CreditList } from './credit-list.tsx';
import { KeyList } from './key-list.tsx';
import { LeaveSetting } from './leave-setting.tsx';
import { RecoverySetting } from './recovery-setting.tsx';
import { Setting, SettingsSection } from './settings-section.tsx';

const FailureRecordsDialog = lazyDialog(
  async () => (await import('../wallet/failure-records-dialog.tsx')).FailureRecordsDialog,
);

/** An address in one line, or where there is no room in two halves, so that no single character is left on a line. */
const inHalves = (address: string) => (
  <span className="whitespace-nowrap max-[19rem]:wrap-anywhere max-[19rem]:whitespace-normal @max-[28rem]:w-min">
    {address.slice(0, 22)}
    <wbr />
    {address.slice(22)}
  </span>
);

/** The wallet that the account buys, sells and creates with. */
export const WalletSection = ({ user }: { user: User }) => {
  const { t } = useTranslation();
  const { status, address } = useWallet();
  const own = user.metamaskWallet;
  const { data: account } = useQuery(keysQuery(own));
  const canMakeKeys = useCanMakeKeys();
  const hasKeyOffer = !own && canMakeKeys;
  const isHere = status === 'connected' && sameAddress(address, own);
  const kept = useFailureRecords(own).length;
  const [hasFailureRecords, setHasFailureRecords] = useState(false);
  const connect = () => openAuth('connect', { need: 'wallet' });
  return (
    <SettingsSection id="wallet" title={t('settings.wallet.title')} text={t('settings.wallet.text')}>
      <Setting
        title={t('settings.wallet.account')}
        badge={own && isHere && <Badge isGood>{t('settings.wallet.here')}</Badge>}
        text={
          own ? (
            <div className="@container">
              <Copy text={own} label={inHalves(own)} className="text-left" />
            </div>
          ) : (
            t('settings.wallet.none')
          )
        }
        action={
          <div className="flex flex-wrap gap-2">
            {hasKeyOffer && (
              <Button size="small" onClick={() => openAuth('key', { need: 'wallet' })}>
                {t('auth.key.title')}
              </Button>
            )}
            <Button variant={own || hasKeyOffer ? 'outlined' : 'contained'} size="small" onClick={connect}>
              {t(own ? 'settings.wallet.replace' : 'settings.wallet.connect')}
            </Button>
          </div>
        }
      >
        {own && !isHere && (
          <p role="status" className="rounded-2xl bg-ink-900 p-4 text-ink-200">
            {status === 'connected' && address
              ? t('settings.wallet.foreign', { current: shortHexInText(address), address: shortHexInText(own) })
              : t('settings.wallet.away', { address: shortHexInText(own) })}
          </p>
        )}
        {own && <p className="text-sm text-ink-400">{t('settings.wallet.replaceNote')}</p>}
      </Setting>
      {own && sameAddress(account?.address, own) && (
        <>
          <KeyList account={own} />
          <RecoverySetting account={own} />
          <LeaveSetting account={own} />
        </>
      )}
      {own && (
        <Setting
          title={t('wallet.failure.title')}
          text={kept > 0 ? t('settings.wallet.failures', { count: kept }) : t('wallet.failure.none')}
          action={
            kept > 0 && (
              <Button variant="outlined" size="small" onClick={() => setHasFailureRecords(true)}>
                {t('settings.wallet.look')}
              </Button>
            )
          }
        />
      )}
      {own && hasFailureRecords && <FailureRecordsDialog account={own} onClose={() => setHasFailureRecords(false)} />}
      {own && <CreditList account={own} />}
    </SettingsSection>
  );
};
