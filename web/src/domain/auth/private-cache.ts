import type { QueryClient } from '@tanstack/react-query';
import { pageHydrated } from '../../platform/lazy/hydration.tsx';
import { PRIVATE } from '../../platform/query/private.ts';
import type { Session } from '../../platform/session/session.ts';

/**
 * Keeps cached answers of one session out of the next: queries that are not on screen are removed, private ones are
 * removed everywhere, and the others are fetched again. A visitor's answers are not private: the first user of a page
 * keeps them until they are fetched again.
 */
export const keepCachePrivate = (
  session: Pick<Session, 'onIdentity' | 'getState'>,
  client: QueryClient,
): (() => void) => {
  const refreshAll = () =>
    pageHydrated().then(() => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'reference' }));
  const refreshPublic = () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'reference' && queryKey[0] !== PRIVATE });
  // The page was rendered without a user; the session may have been restored before this listener was added.
  if (session.getState().status === 'signedIn') void refreshAll();
  let before = session.getState().user;
  return session.onIdentity((user) => {
    const isFirst = !before;
    before = user;
    void client.cancelQueries();
    // Not on screen is also what is not hydrated yet.
    if (!isFirst) {
      client.removeQueries({ type: 'inactive' });
      // What was pressed before the session was restored is still to be saved.
      client.getMutationCache().clear();
    }
    if (user) return void refreshAll();
    // Reset it where it is shown without fetching it again: a visitor would only get a refusal.
    for (const query of client.getQueryCache().findAll({ queryKey: [PRIVATE] })) query.reset();
    void refreshPublic();
  });
};
