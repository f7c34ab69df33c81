import { errorWords } from '../platform/http/api-error.ts';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { Button } from './button.tsx';

/** In place of a list that cannot be read: why, and another try. */
export const ListFailure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation();
  return (
    <div role="alert" className="flex flex-col items-center gap-4 py-20 text-center">
      <p className="max-w-md text-balance text-ink-200">{errorWords(t, error)[0]}</p>
      <Button variant="outlined" onClick={onRetry}>
        {t('app.retry')}
      </Button>
    </div>
  );
};
