import { useSyncExternalStore } from 'react';
import { setTokenSource } from '../http/api.ts';
import { ApiError } from '@skarb/client';
import { browserHost, followOtherTabs } from './browser-host.ts';
import { ServerUnavailable, Session, type SessionState } from './session.ts';

/** The session of this page. On the server it stays `loading`: the server renders pages without a user. */
export const session = new Session(browserHost());

// Runs before the first query of a page is sent, so that it carries the token.
if (typeof window !== 'undefined') {
  setTokenSource({
    get: () => session.accessToken,
    refresh: () =>
      session.refresh().catch((error: unknown) => {
        // The request failed because the server is unavailable, not because the user is signed out.
        if (error instanceof ServerUnavailable)
          throw new ApiError(0, 'network', { retryAfter: (error.retryAfterMs ?? 0) / 1000 || undefined });
        throw error;
      }),
  });
  followOtherTabs(session);
  // Activates the parts of the page that wait for a user: the link in a confirmation mail signs in without an
  // interaction.
  session.onIdentity((user) => user && dispatchEvent(new Event('skarb:signed-in')));
  void session.reload();
}

const onServer: SessionState = { status: 'loading', user: null };

/** Who is signed in: `{ status: 'loading' | 'anonymous' | 'signedIn', user }`. */
export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.getState, () => onServer);
