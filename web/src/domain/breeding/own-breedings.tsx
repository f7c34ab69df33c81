import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session/use-session.ts';
import { breedingsQuery } from './breeding.query.ts';
import { BreedingShelf } from './breeding-shelf.tsx';

/** Breedings change by themselves: a child is due, then there. */
const WAITING_MS = 5_000;

/** What the viewer's matrons carry, and what came of what he paid for; nothing where there is nothing. */
export const OwnBreedings = () => {
  const { t } = useTranslation();
  const { user } = useSession();
  const list = useInfiniteQuery({
    ...breedingsQuery({ ownerUuid: user?.uuid }),
    enabled: !!user,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.data.some(({ status }) => status === 'EXPECTING' || status === 'READY')
        ? WAITING_MS
        : false,
  });
  return user && <BreedingShelf title={t('breeding.own')} list={list} className="mt-16" />;
};
