import * as tokenCalls from '@skarb/schema/calls/token';
import { TOKEN_REFRESH_PAUSE_MS } from '@skarb/schema/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { call } from '../../platform/http/api.ts';
import { errorWords } from '../../platform/http/api-error.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';

/** Reads the holders of a token again from the chain, once in some seconds: the server ignores what comes sooner. */
export const RefreshHolders = ({ tokenUuid }: { tokenUuid: string }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(tokenCalls.refresh, { params: { id: tokenUuid } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['token'] }),
  });
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, TOKEN_REFRESH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-3 print:hidden">
      <p role="status" className="min-w-0 flex-1 basis-40 text-sm text-ink-400">
        {error
          ? errorWords(t, error)[0]
          : isSuccess
            ? t('token.page.refresh.done', { seconds: TOKEN_REFRESH_PAUSE_MS / 1000 })
            : t('token.page.refresh.text')}
      </p>
      <Button
        variant="outlined"
        size="small"
        isBusy={isPending}
        // Not disabled: the focus would be lost.
        aria-disabled={isSuccess || undefined}
        onClick={() => !isSuccess && mutate()}
        className={isSuccess ? 'opacity-50' : undefined}
      >
        <RefreshCw aria-hidden className="size-4" />
        {t('token.page.refresh.submit')}
      </Button>
    </div>
  );
};
