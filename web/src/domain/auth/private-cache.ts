import type { QueryClient } from '@tanstack/react-query';
import { PRIVATE } from '../../platform/query/private.ts';
import type { Session } from '../../platform/session/session.ts';

/**
 * Keeps cached answers from one person's session out of the next: whatever is not on the screen is forgotten, what
 * is private is forgotten wherever it is, and the rest is read anew in its place.
 */
export const keepCachePrivate = (
  session: Pick<Session, 'onIdentity' | 'getState'>,
  client: QueryClient,
): (() => void) => {
  const readAnew = () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'reference' });
  const readPublicAnew = () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'reference' && queryKey[0] !== PRIVATE });
  // The page was rendered for nobody in particular; who he is may have come to light before anyone listened.
  if (session.getState().status === 'signedIn') void readAnew();
  return session.onIdentity((user) => {
    void client.cancelQueries();
    client.removeQueries({ type: 'inactive' });
    client.getMutationCache().clear();
    if (user) return void readAnew();
    // Emptied where it is shown, and not asked for again: a visitor would only be refused.
    for (const query of client.getQueryCache().findAll({ queryKey: [PRIVATE] })) query.reset();
    void readPublicAnew();
  });
};
