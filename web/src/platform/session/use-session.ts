import { useSyncExternalStore } from 'react';
import { setTokenSource } from '../http/api.ts';
import { ApiError } from '@skarb/client';
import { browserHost, followOtherTabs } from './browser-host.ts';
import { ServerAway, Session, type SessionState } from './session.ts';

/** The session of this page. On the server it stays `loading`: pages there are rendered for nobody in particular. */
export const session = new Session(browserHost());

// Before the first query of a page can leave, so that it carries the token.
if (typeof window !== 'undefined') {
  setTokenSource({
    get: () => session.accessToken,
    refresh: () =>
      session.refresh().catch((error: unknown) => {
        // The caller's request failed because the server is away, not because he is signed out.
        if (error instanceof ServerAway)
          throw new ApiError(0, 'network', [], {}, (error.retryAfterMs ?? 0) / 1000 || undefined);
        throw error;
      }),
  });
  followOtherTabs(session);
  // Wakes the parts of the page that sleep until somebody is here: a confirmed mail signs in without a press.
  session.onIdentity((user) => user && dispatchEvent(new Event('skarb:signed-in')));
  void session.reload();
}

const onServer: SessionState = { status: 'loading', user: null };

/** Who is signed in: `{ status: 'loading' | 'anonymous' | 'signedIn', user }`. */
export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.getState, () => onServer);
