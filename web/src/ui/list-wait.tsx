import { ApiError } from '@skarb/client';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { Button } from './button.tsx';

/** Nobody looks at placeholders for longer without a word. */
const PATIENCE_MS = 10_000;
const TICK_MS = 1_000;

/**
 * Above the placeholders of a list that has not come: when it is tried again, if the server has asked to wait, or that it
 * takes long; and a way to try at once.
 */
export const ListWait = ({
  list: { failureCount, failureReason },
  queryKey,
}: {
  list: { failureCount: number; failureReason: Error | null };
  queryKey: QueryKey;
}) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [start] = useState(Date.now);
  const [now, setNow] = useState(start);
  const [failure, setFailure] = useState({ count: 0, at: start });
  if (failure.count !== failureCount) setFailure({ count: failureCount, at: now });
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const pause = failureReason instanceof ApiError ? (failureReason.retryAfter ?? 0) : 0;
  const left = pause - Math.floor((now - failure.at) / TICK_MS);
  const isPaused = pause * TICK_MS >= PATIENCE_MS && left > 0;
  if (!isPaused && now - start < PATIENCE_MS) return null;
  return (
    <div className="flex flex-col items-center gap-4 pb-8 text-center">
      <p role="status" className="max-w-md text-ink-200">
        {isPaused ? (
          <>
            {t('error.busy')} <span aria-live="off">{t('error.nextTry', { seconds: left })}</span>
          </>
        ) : (
          t('error.slow')
        )}
      </p>
      <Button variant="outlined" onClick={() => void client.resetQueries({ queryKey, exact: true })}>
        {t('app.retry')}
      </Button>
    </div>
  );
};
