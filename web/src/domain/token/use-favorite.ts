import * as tokenCalls from '@skarb/schema/calls/token';
import type { Token, TokenDetail } from '@skarb/schema/token';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';
import { setKept } from '../../platform/query/pages.ts';
import { useMark } from '../auth/use-mark.ts';
import { setCards } from '../live/kept-cards.ts';

type Mark = Pick<Token, 'isFavorite' | 'favoriteCount'>;

/** Adds a token to the favourites or removes it. */
export const useFavorite = ({ uuid, isFavorite, favoriteCount }: Pick<Token, 'uuid'> & Mark): (() => void) => {
  const client = useQueryClient();
  return useMark<Mark>({
    name: `favorite ${uuid}`,
    isMarked: isFavorite,
    mark: { isFavorite, favoriteCount },
    markOf: (isWanted) => ({
      isFavorite: isWanted,
      favoriteCount: Math.max(0, favoriteCount + (isWanted ? 1 : -1)),
    }),
    show: (mark) => {
      setKept<TokenDetail>(client, ['token', 'one', uuid], (token) => ({ ...token, ...mark }));
      setCards(client, uuid, (card) => ({ ...card, ...mark }));
    },
    save: (isWanted) => call(isWanted ? tokenCalls.favorite : tokenCalls.unfavorite, { params: { id: uuid } }),
    shownIn: [['token'], ['search']],
    affects: ['profile'],
  });
};
