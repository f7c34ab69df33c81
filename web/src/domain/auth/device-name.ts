import { deviceOf } from '@skarb/schema/device';
import { useTranslation } from '../../platform/i18n/use-translation.ts';

/** Browser and system from a User-Agent header, such as `Firefox on Linux`. */
export const useDeviceName = () => {
  const { t } = useTranslation();
  return (userAgent: string | null): string => {
    const { browser, system } = deviceOf(userAgent);
    return browser && system
      ? t('settings.sessions.device', { browser, system })
      : (browser ?? system ?? t('settings.sessions.unknown'));
  };
};
