import type { Answer } from '@skarb/client';
import type { TokensAndUser, User } from '@skarb/schema/auth';
import * as authCalls from '@skarb/schema/calls/auth';
import type { Call } from '@skarb/schema/endpoint';
import { STORAGE_KEY } from '@skarb/schema/limits';

export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'anonymous'; user: null }
  | { status: 'signedIn'; user: User };

/** The environment of a session: `browserHost()` in the browser, another one in tests. */
export type SessionHost = {
  /** Base URL of the API, without a trailing slash. */
  api: string;
  fetch: typeof fetch;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Serializes `work` among all tabs. */
  exclusive<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Resolves after the time, or as soon as the network is available again. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** Timeout of a call in milliseconds. */
  timeoutMs: number;
  /**
   * Notifies the other tabs that the user's record has changed (a change of the tokens reaches them through storage
   * events).
   */
  announce(): void;
};

/** The server is unreachable, overloaded or answered 5xx. This signs nobody out. */
export class ServerUnavailable extends Error {
  override name = 'ServerUnavailable';
  readonly retryAfterMs: number | undefined;
  constructor(retryAfterMs?: number, cause?: unknown) {
    super('The server cannot be reached at the moment', { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** Whether an access token says that it has expired; false for one that says nothing. */
const hasExpired = (token: string): boolean => {
  try {
    const [, claims = ''] = token.split('.');
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).exp * 1000 <= Date.now();
  } catch {
    return false;
  }
};

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;
const LOADING: SessionState = { status: 'loading', user: null };
const ANONYMOUS: SessionState = { status: 'anonymous', user: null };

/**
 * Who is signed in: the two tokens in local storage and their user. If the user cannot be loaded, the session signs out
 * and clears both tokens (seed 4); while the server is unreachable, overloaded (429) or answers 5xx it tries again
 * instead.
 */
export class Session {
  readonly #host: SessionHost;
  readonly #listeners = new Set<() => void>();
  readonly #identityListeners = new Set<(user: User | null) => void>();
  readonly #signInListeners = new Set<(user: User) => void>();
  readonly #endListeners = new Set<(code: string) => void>();
  /** An end before the first listener, reported to the next listener. */
  #unreportedEnd: string | undefined;
  #endedBy: string | undefined;
  /** A sign-in before the first listener, reported to the next listener. */
  #unreported: User | undefined;
  #state: SessionState = LOADING;
  /** Aborts a load whose tokens have been replaced. */
  #loading: AbortController | undefined;
  #refreshing: Promise<string | null> | undefined;

  constructor(host: SessionHost) {
    this.#host = host;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getState = (): SessionState => this.#state;

  /** Calls back whenever another user, or none, is signed in: cached private data must then be removed. */
  onIdentity(listener: (user: User | null) => void): () => void {
    this.#identityListeners.add(listener);
    return () => this.#identityListeners.delete(listener);
  }

  /**
   * Calls back when a user signs in in this tab, not on a reload or a sign-in in another tab. A sign-in before the
   * first listener is reported to the next one that subscribes.
   */
  onSignIn(listener: (user: User) => void): () => void {
    this.#signInListeners.add(listener);
    const missed = this.#unreported;
    this.#unreported = undefined;
    if (missed) listener(missed);
    return () => this.#signInListeners.delete(listener);
  }

  /** The code of the refusal that ended the session; undefined while signed in and after a sign-out. */
  get endedBy(): string | undefined {
    return this.#endedBy;
  }

  /**
   * Calls back with the code of a refusal when the server has ended the session, not at a sign-out. An end before the
   * first listener is reported to the next one that subscribes.
   */
  onEnd(listener: (code: string) => void): () => void {
    this.#endListeners.add(listener);
    const missed = this.#unreportedEnd;
    this.#unreportedEnd = undefined;
    if (missed) listener(missed);
    return () => this.#endListeners.delete(listener);
  }

  get #hasTokens(): boolean {
    return this.accessToken !== null || this.#host.storage.getItem(STORAGE_KEY.refreshToken) !== null;
  }

  get accessToken(): string | null {
    return this.#host.storage.getItem(STORAGE_KEY.accessToken);
  }

  /** Loads the current user: at start, and whenever the tokens change in this or another tab. */
  readonly reload = async (): Promise<void> => {
    this.#loading?.abort();
    if (!this.#hasTokens) return this.#set(ANONYMOUS);
    const controller = new AbortController();
    this.#loading = controller;
    if (this.#state.status === 'anonymous') this.#set(LOADING);
    for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LONGEST_RETRY_MS)) {
      try {
        const user = await this.#loadUser();
        if (!controller.signal.aborted) {
          if (user) this.#set({ status: 'signedIn', user });
          else if (this.#hasTokens) this.#end(this.#endedBy ?? 'auth.ended');
          // Another tab has signed out meanwhile.
          else this.#forget(this.#endedBy);
        }
        return;
      } catch (error) {
        if (controller.signal.aborted) return;
        const wait = error instanceof ServerUnavailable ? (error.retryAfterMs ?? delay) : delay;
        await this.#host.pause(Math.min(wait, LONGEST_RETRY_MS), controller.signal);
        if (controller.signal.aborted) return;
      }
    }
  };

  /** Stores the tokens and the user of a successful sign-in. */
  signIn({ accessToken, refreshToken, user }: TokensAndUser): void {
    this.#loading?.abort();
    this.#keep(accessToken, refreshToken);
    this.#endedBy = undefined;
    this.#set({ status: 'signedIn', user });
    if (this.#signInListeners.size === 0) this.#unreported = user;
    for (const listener of this.#signInListeners) listener(user);
  }

  /** Ends the session in this and all other tabs, then on the server. Never fails: errors of the server are ignored. */
  async signOut(): Promise<void> {
    const refreshToken = this.#host.storage.getItem(STORAGE_KEY.refreshToken);
    this.#forget();
    if (!refreshToken) return;
    await this.#call(authCalls.logout, { body: { refreshToken }, keepalive: true }).catch(() => undefined);
  }

  /** Replaces the record of the same user, in all tabs. An answer for whoever was signed in before is ignored. */
  setUser(user: User): void {
    if (this.#state.user?.uuid !== user.uuid) return;
    this.#set({ status: 'signedIn', user });
    this.#host.announce();
  }

  /**
   * The access token, replaced first if it has expired: browsers report each refused request in their console.
   * @throws ServerUnavailable
   */
  async validToken(): Promise<string | null> {
    const token = this.accessToken;
    return token && hasExpired(token) ? this.refresh(token) : token;
  }

  /**
   * Replaces a refused access token, once for all callers and all tabs.
   * @returns the new access token; null if the session has ended (the user is then signed out)
   * @throws ServerUnavailable
   */
  refresh(refused: string | null = this.accessToken): Promise<string | null> {
    this.#refreshing ??= this.#host
      .exclusive('skarb.refresh', () => this.#refreshOnce(refused))
      .finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #refreshOnce(refused: string | null): Promise<string | null> {
    // Another tab may have refreshed first: a refresh token works only once.
    const current = this.accessToken;
    if (current && current !== refused) return current;
    const refreshToken = this.#host.storage.getItem(STORAGE_KEY.refreshToken);
    if (!refreshToken) {
      this.#forget();
      return null;
    }
    const response = await this.#call(authCalls.refresh, { body: { refreshToken } });
    if (!response.ok) {
      if (this.#host.storage.getItem(STORAGE_KEY.refreshToken) === refreshToken)
        this.#end(
          ((await response.json().catch(() => undefined)) as { code?: string } | undefined)?.code ?? 'auth.ended',
        );
      return null;
    }
    const { data } = (await response.json()) as Answer<typeof authCalls.refresh>;
    // The user signed out, or another one signed in, before the answer arrived.
    if (this.#host.storage.getItem(STORAGE_KEY.refreshToken) !== refreshToken) return this.accessToken;
    this.#keep(data.accessToken, data.refreshToken);
    return data.accessToken;
  }

  /** @returns null if the server refuses the tokens. @throws ServerUnavailable */
  async #loadUser(): Promise<User | null> {
    let token = this.accessToken ?? (await this.refresh(null));
    for (let attempt = 0; token && attempt < 2; attempt++) {
      const response = await this.#call(authCalls.me, { token });
      if (response.ok) return ((await response.json()) as Answer<typeof authCalls.me>).data;
      if (response.status !== 401) return null;
      token = attempt === 0 ? await this.refresh(token) : null;
    }
    return null;
  }

  async #call(
    { method, path }: Call,
    { body, token, keepalive }: { body?: unknown; token?: string; keepalive?: boolean },
  ): Promise<Response> {
    let response: Response;
    try {
      response = await this.#host.fetch(`${this.#host.api}${path}`, {
        method,
        keepalive,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(this.#host.timeoutMs),
      });
    } catch (error) {
      throw new ServerUnavailable(undefined, error);
    }
    if (response.status >= 500 || response.status === 429 || response.status === 408) {
      const seconds = Number(response.headers.get('retry-after'));
      throw new ServerUnavailable(seconds > 0 ? seconds * 1000 : undefined);
    }
    return response;
  }

  #keep(accessToken: string, refreshToken: string): void {
    // The refresh token first: a tab that sees the new access token must find the matching refresh token.
    this.#host.storage.setItem(STORAGE_KEY.refreshToken, refreshToken);
    this.#host.storage.setItem(STORAGE_KEY.accessToken, accessToken);
  }

  #end(code: string): void {
    const isKnown = this.#endedBy !== undefined;
    this.#forget(code);
    if (isKnown) return;
    if (this.#endListeners.size === 0) this.#unreportedEnd = code;
    for (const listener of this.#endListeners) listener(code);
  }

  #forget(endedBy?: string): void {
    this.#loading?.abort();
    this.#unreported = undefined;
    this.#endedBy = endedBy;
    // The access token last: a tab that sees it go must not find a refresh token any more.
    this.#host.storage.removeItem(STORAGE_KEY.refreshToken);
    this.#host.storage.removeItem(STORAGE_KEY.accessToken);
    this.#set(ANONYMOUS);
  }

  #set(next: SessionState): void {
    const before = this.#state;
    this.#state = next;
    if (next.status !== 'loading' && before.user?.uuid !== next.user?.uuid)
      for (const listener of this.#identityListeners) listener(next.user);
    for (const listener of this.#listeners) listener();
  }
}
