import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '../../platform/session/session.ts';

/** Below these the answer is one person's alone; nothing of it may be seen by the next. */
export const PRIVATE = 'private';

/**
 * Keeps cached answers from one person's session out of the next: whatever is not on the screen is forgotten, what
 * is private is forgotten wherever it is, and the rest is read anew in its place.
 */
export const keepCachePrivate = (
  session: Pick<Session, 'onIdentity' | 'getState'>,
  client: QueryClient,
): (() => void) => {
  const readAnew = () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'reference' });
  // The page was rendered for nobody in particular; who he is may have come to light before anyone listened.
  if (session.getState().status === 'signedIn') void readAnew();
  return session.onIdentity((user) => {
    void client.cancelQueries();
    client.removeQueries({ type: 'inactive' });
    if (!user) void client.resetQueries({ queryKey: [PRIVATE] });
    client.getMutationCache().clear();
    void readAnew();
  });
};
