import { useSyncExternalStore } from 'react';
import { browserHost } from './browser-host.ts';
import { Session, type SessionState } from './session.ts';

/** The session of this page. On the server it stays `loading`: pages there are rendered for nobody in particular. */
export const session = new Session(browserHost());

const onServer: SessionState = { status: 'loading', user: null };

/** Who is signed in: `{ status: 'loading' | 'anonymous' | 'signedIn', user }`. */
export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.getState, () => onServer);
