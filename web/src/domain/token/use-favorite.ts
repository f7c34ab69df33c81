import * as tokenCalls from '@skarb/schema/calls/token';
import { STORAGE_KEY } from '@skarb/schema/limits';
import type { Token, TokenDetail } from '@skarb/schema/token';
import { useMutation, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { errorWords } from '../../platform/http/api-error.ts';
import { withTimeout } from '../../platform/lazy/with-timeout.ts';
import { toast } from '../../ui/toast.tsx';
import type { Page } from '../../platform/query/pages.ts';

type Mark = Pick<Token, 'isFavorite' | 'favoriteCount'>;

/** Sets a token's heart in every cached query. */
const setMark = (client: QueryClient, uuid: string, mark: Mark) => {
  client.setQueryData<TokenDetail>(['token', 'one', uuid], (token) => token && { ...token, ...mark });
  client.setQueriesData<InfiniteData<Page<Token>>>(
    { queryKey: ['token', 'list'] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          data: page.data.map((token) => (token.uuid === uuid ? { ...token, ...mark } : token)),
        })),
      },
  );
};

/**
 * Adds a token to the favourites or removes it; shown at once, reverted if the server refuses. A visitor is asked to
 * sign in.
 */
export const useFavorite = (token: Pick<Token, 'uuid'> & Mark): (() => void) => {
  const client = useQueryClient();
  const { t } = useTranslation();
  const { mutate, mutateAsync } = useMutation({
    scope: { id: `favorite ${token.uuid}` },
    mutationFn: (isFavorite: boolean) =>
      isFavorite
        ? call(tokenCalls.favorite, { params: { id: token.uuid } })
        : call(tokenCalls.unfavorite, { params: { id: token.uuid } }),
    onMutate: async (isFavorite: boolean) => {
      // A running fetch would bring back the old value.
      await client.cancelQueries({ queryKey: ['token'] });
      const before: Mark = { isFavorite: token.isFavorite, favoriteCount: token.favoriteCount };
      setMark(client, token.uuid, {
        isFavorite,
        favoriteCount: Math.max(0, before.favoriteCount + (isFavorite ? 1 : -1)),
      });
      return before;
    },
    onError: (error, _isFavorite, before) => {
      if (before) setMark(client, token.uuid, before);
      toast.error(errorWords(t, error)[0]);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['profile'] }),
  });
  const addAfterSignIn = () =>
    mutateAsync(true).then(
      // What the sign-in reads again may be from before.
      () => client.invalidateQueries({ queryKey: ['token'] }),
      () => undefined,
    );
  return () => {
    if (localStorage.getItem(STORAGE_KEY.accessToken)) return mutate(!token.isFavorite);
    // Loaded on demand: most visitors never press it.
    withTimeout(() => import('../auth/auth-dialog.ts')).then(
      ({ openAuth }) => openAuth('participate', { need: 'user', then: () => void addAfterSignIn() }),
      () => toast.error(t('error.page.chunkText')),
    );
  };
};
