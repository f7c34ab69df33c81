import { deviceOf } from '@skarb/schema/device';
import { useTranslation } from 'react-i18next';

/** Browser and system by their names, `Firefox on Linux`, as far as a User-Agent header tells. */
export const useDeviceName = () => {
  const { t } = useTranslation();
  return (userAgent: string | null): string => {
    const { browser, system } = deviceOf(userAgent);
    return browser && system
      ? t('settings.sessions.device', { browser, system })
      : (browser ?? system ?? t('settings.sessions.unknown'));
  };
};
