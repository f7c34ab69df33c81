import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { untilRead } from '../../platform/query/client.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { breedingsQuery } from './breeding.query.ts';
import { BreedingRow } from './breeding-row.tsx';

/** A child hatches without any action of the viewer, so poll. */
const WAITING_MS = 5_000;

/** Breedings of the viewer's matrons and those the viewer paid for; renders nothing without any. */
export const OwnBreedings = () => {
  const { t } = useTranslation();
  const { user } = useSession();
  const list = useInfiniteQuery({
    ...breedingsQuery({ ownerUuid: user?.uuid }),
    enabled: !!user,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.data.some(({ status }) => status === 'EXPECTING' || status === 'READY')
        ? WAITING_MS
        : untilRead(state),
  });
  return user && <BreedingRow title={t('breeding.own')} list={list} className="mt-16" />;
};
