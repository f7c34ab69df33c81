import { useTranslation } from 'react-i18next';

/** A part that did not come takes nothing else down: the page stays, and says how to get the rest. */
export const MissingPart = () => {
  const { t } = useTranslation();
  return (
    <p role="alert" className="text-sm text-ink-200">
      {t('error.page.chunkTitle')}.{' '}
      <button
        type="button"
        onClick={() => location.reload()}
        className="min-h-6 font-semibold text-gold-400 underline-offset-4 hover:underline"
      >
        {t('app.retry')}
      </button>
    </p>
  );
};

/** The same for what would have stood above the page, a dialog: at the foot of the window, where it is seen. */
export const MissingDialog = () => (
  <div className="fixed inset-x-4 bottom-4 z-60 mx-auto max-w-md rounded-2xl border border-ink-700 bg-ink-800 p-4">
    <MissingPart />
  </div>
);
