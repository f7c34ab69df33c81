import type { User } from '@skarb/schema/auth';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from './badge.tsx';
import { Setting } from './settings-section.tsx';
import { DisableDialog, EnableDialog, recoveryCodesQuery, RenewDialog } from './two-factor-dialog.tsx';

const DIALOG = { enable: EnableDialog, disable: DisableDialog, renew: RenewDialog };

/** Two-factor authentication by an authenticator app, with its recovery codes. */
export const TwoFactorSetting = ({ user }: { user: User }) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState<keyof typeof DIALOG>();
  const isOn = user.isTwoFactorAuthenticationEnabled;
  const { data: left } = useQuery({ ...recoveryCodesQuery, enabled: isOn });
  const Opened = open && DIALOG[open];
  return (
    <Setting
      title={t('settings.twoFactor.title')}
      text={
        isOn ? (
          <>
            {t('settings.twoFactor.isOn')}{' '}
            {typeof left === 'number' && t('settings.twoFactor.codesLeft', { count: left })}
          </>
        ) : (
          t('settings.twoFactor.isOff')
        )
      }
      badge={isOn && <Badge isGood>{t('settings.twoFactor.on')}</Badge>}
      action={
        <div className="flex flex-wrap gap-3">
          {isOn && (
            <Button variant="outlined" size="small" onClick={() => setOpen('renew')}>
              {t('settings.twoFactor.renew')}
            </Button>
          )}
          <Button variant="outlined" size="small" onClick={() => setOpen(isOn ? 'disable' : 'enable')}>
            {t(isOn ? 'settings.twoFactor.turnOff' : 'settings.twoFactor.turnOn')}
          </Button>
        </div>
      }
    >
      {Opened && <Opened onClose={() => setOpen(undefined)} />}
    </Setting>
  );
};
