import type { ActivityEvent } from '@skarb/schema/activity';
import { useQueryClient, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import type { Page } from '../../platform/query/pages.ts';
import { Button } from '../../ui/button.tsx';
import { areMoreNew, newLines, withNewLines } from './newest.ts';

type Props = {
  /** Of the list that gets them. */
  queryKey: QueryKey;
  shown: readonly ActivityEvent[];
  newest: Page<ActivityEvent> | undefined;
};

/** Above a list: the number of lines that came while it is read. They are added when the reader asks: nothing moves by itself. */
export const NewLines = ({ queryKey, shown, newest }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const fresh = newest ? newLines(newest.data, shown) : [];
  const show = (first: Page<ActivityEvent>) =>
    client.setQueryData<InfiniteData<Page<ActivityEvent>>>(queryKey, (now) => now && withNewLines(now, first, fresh));
  return (
    // Always as high as the button, so that it moves nothing.
    <div aria-live="polite" className="flex min-h-11 items-center justify-center">
      {newest && fresh.length > 0 && (
        <Button variant="outlined" size="small" onClick={() => show(newest)}>
          <ArrowUp aria-hidden className="size-4" />
          {areMoreNew(newest, fresh)
            ? t('activity.manyNew', { least: fresh.length })
            : t('activity.new', { count: fresh.length })}
        </Button>
      )}
    </div>
  );
};
