import { useTranslation } from '../platform/i18n/use-translation.ts';

/** Shown while a screen's code loads. */
export const Loading = () => {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex min-h-dvh items-center justify-center text-ink-400">
      {t('app.loading')}
    </div>
  );
};
