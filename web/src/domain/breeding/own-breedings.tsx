import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { breedingsQuery } from './breeding.query.ts';
import { BreedingGrid } from './breeding-grid.tsx';

/** Breedings change by themselves: a child is due, then there. */
const WAITING_MS = 5_000;

/** What the viewer's matrons carry, and what came of what he paid for; nothing where there is nothing. */
export const OwnBreedings = () => {
  const { t } = useTranslation();
  const { user } = useSession();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...breedingsQuery({ ownerUuid: user?.uuid }),
    enabled: !!user,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.data.some(({ status }) => status === 'EXPECTING' || status === 'READY')
        ? WAITING_MS
        : false,
  });
  const breedings = data?.pages.flatMap((page) => page.data) ?? [];
  if (!user || breedings.length === 0) return null;
  return (
    <section className="mt-16">
      <h2 className="mb-6 text-2xl font-semibold">{t('breeding.own')}</h2>
      <BreedingGrid label={t('breeding.own')} breedings={breedings} />
      {hasNextPage && (
        <p className="mt-8 flex justify-center">
          <Button variant="outlined" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('app.loadMore')}
          </Button>
        </p>
      )}
    </section>
  );
};
