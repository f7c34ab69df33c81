import { useTranslation } from '../platform/i18n/use-translation.ts';

/** While a screen's code is on its way. */
export const Loading = () => {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex min-h-dvh items-center justify-center text-ink-400">
      {t('app.loading')}
    </div>
  );
};
