import { useTranslation } from '../platform/i18n/use-translation.ts';

/** Shown while a screen's code loads. */
export const Loading = () => {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex min-h-dvh items-center justify-center text-ink-400">
      {/* Without script nothing will come, which the notice at the top of the page explains. */}
      <span className="noscript:hidden">{t('app.loading')}</span>
    </div>
  );
};
