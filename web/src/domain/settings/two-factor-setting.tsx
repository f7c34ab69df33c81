import type { User } from '@skarb/schema/auth';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from './badge.tsx';
import { Setting } from './settings-section.tsx';
import { DisableDialog, EnableDialog } from './two-factor-dialog.tsx';

/** Two-factor authentication by an authenticator app. */
export const TwoFactorSetting = ({ user }: { user: User }) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'enable' | 'disable'>();
  const isOn = user.isTwoFactorAuthenticationEnabled;
  return (
    <Setting
      title={t('settings.twoFactor.title')}
      text={t(isOn ? 'settings.twoFactor.isOn' : 'settings.twoFactor.isOff')}
      badge={isOn && <Badge isGood>{t('settings.twoFactor.on')}</Badge>}
      action={
        <Button variant="outlined" size="small" onClick={() => setOpen(isOn ? 'disable' : 'enable')}>
          {t(isOn ? 'settings.twoFactor.turnOff' : 'settings.twoFactor.turnOn')}
        </Button>
      }
    >
      {open === 'enable' && <EnableDialog onClose={() => setOpen(undefined)} />}
      {open === 'disable' && <DisableDialog onClose={() => setOpen(undefined)} />}
    </Setting>
  );
};
