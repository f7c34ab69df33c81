import { useTranslation } from '../platform/i18n/use-translation.ts';

/** Shown while a screen's code loads. */
export const Loading = () => {
  const { t } = useTranslation();
  return (
    <div role="status" className="min-h-dvh text-ink-400">
      {/* In the middle of the window, wherever the page before was scrolled to. Without script nothing will come, which the notice
          at the top of the page explains. */}
      <span className="fixed inset-x-0 top-1/2 text-center noscript:hidden">{t('app.loading')}</span>
    </div>
  );
};
