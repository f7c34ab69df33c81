import type { Answer } from '@skarb/client';
import type { TokensAndUser, User } from '@skarb/schema/auth';
import * as authCalls from '@skarb/schema/calls/auth';
import type { Call } from '@skarb/schema/endpoint';
import { STORAGE_KEY } from '@skarb/schema/limits';

export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'anonymous'; user: null }
  | { status: 'signedIn'; user: User };

/** What a session asks of its surroundings; the browser gives `browserHost()`, tests their own. */
export type SessionHost = {
  /** Base URL of the API, without a slash at its end. */
  api: string;
  fetch: typeof fetch;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Runs one holder at a time among all tabs. */
  exclusive<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Resolves after the time, or at once when the network comes back. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** Milliseconds after which a call is given up. */
  timeoutMs: number;
  /** Tells the other tabs that the user's record has changed (tokens tell by themselves). */
  announce(): void;
};

/** The server could not be asked: it is away, overloaded or says 5xx. Nobody is signed out by it. */
export class ServerAway extends Error {
  override name = 'ServerAway';
  readonly retryAfterMs: number | undefined;
  constructor(retryAfterMs?: number, cause?: unknown) {
    super('The server cannot be reached at the moment', { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;
const LOADING: SessionState = { status: 'loading', user: null };
const ANONYMOUS: SessionState = { status: 'anonymous', user: null };

/**
 * Who is signed in: the two tokens in local storage and the user they stand for.
 * A load that fails signs out and clears both tokens (seed 4), except while the server is away,
 * overloaded (429) or answers 5xx: then it is tried again and nobody is signed out.
 */
export class Session {
  readonly #host: SessionHost;
  readonly #listeners = new Set<() => void>();
  readonly #identityListeners = new Set<(user: User | null) => void>();
  readonly #signInListeners = new Set<(user: User) => void>();
  /** Who signed in before anybody listened. */
  #untold: User | undefined;
  #state: SessionState = LOADING;
  /** Ends a load whose tokens are no longer the ones in use. */
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

  /** Calls back whenever another person (or nobody) comes to be signed in; cached private data must go then. */
  onIdentity(listener: (user: User | null) => void): () => void {
    this.#identityListeners.add(listener);
    return () => this.#identityListeners.delete(listener);
  }

  /**
   * Calls back when somebody signs in here: by his own act in this tab, not by a reload or another tab. A sign-in that
   * nobody listened to yet is told to the first who does.
   */
  onSignIn(listener: (user: User) => void): () => void {
    this.#signInListeners.add(listener);
    const missed = this.#untold;
    this.#untold = undefined;
    if (missed) listener(missed);
    return () => this.#signInListeners.delete(listener);
  }

  get accessToken(): string | null {
    return this.#host.storage.getItem(STORAGE_KEY.accessToken);
  }

  /** Loads the current user anew: at start, and whenever the tokens change, here or in another tab. */
  readonly reload = async (): Promise<void> => {
    this.#loading?.abort();
    if (!this.accessToken && !this.#host.storage.getItem(STORAGE_KEY.refreshToken)) return this.#set(ANONYMOUS);
    const controller = new AbortController();
    this.#loading = controller;
    if (this.#state.status === 'anonymous') this.#set(LOADING);
    for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LONGEST_RETRY_MS)) {
      try {
        const user = await this.#loadUser();
        if (!controller.signal.aborted) {
          if (user) this.#set({ status: 'signedIn', user });
          else this.#forget();
        }
        return;
      } catch (error) {
        if (controller.signal.aborted) return;
        const wait = error instanceof ServerAway ? (error.retryAfterMs ?? delay) : delay;
        await this.#host.pause(Math.min(wait, LONGEST_RETRY_MS), controller.signal);
        if (controller.signal.aborted) return;
      }
    }
  };

  /** Takes the tokens and the user of a successful sign-in. */
  signIn({ accessToken, refreshToken, user }: TokensAndUser): void {
    this.#loading?.abort();
    this.#keep(accessToken, refreshToken);
    this.#set({ status: 'signedIn', user });
    if (this.#signInListeners.size === 0) this.#untold = user;
    for (const listener of this.#signInListeners) listener(user);
  }

  /** Ends the session here and in every tab, then on the server. Never fails: here it has ended either way. */
  async signOut(): Promise<void> {
    const refreshToken = this.#host.storage.getItem(STORAGE_KEY.refreshToken);
    this.#forget();
    if (!refreshToken) return;
    await this.#call(authCalls.logout, { body: { refreshToken }, keepalive: true }).catch(() => undefined);
  }

  /** Puts a changed record of the same user in place, in every tab. */
  setUser(user: User): void {
    if (this.#state.status === 'anonymous') return;
    this.#set({ status: 'signedIn', user });
    this.#host.announce();
  }

  /**
   * A new access token for the one that was refused: once for all callers and all tabs.
   * @returns null when the session has ended (the user is then signed out)
   * @throws ServerAway
   */
  refresh(refused: string | null = this.accessToken): Promise<string | null> {
    this.#refreshing ??= this.#host
      .exclusive('skarb.refresh', () => this.#refreshOnce(refused))
      .finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #refreshOnce(refused: string | null): Promise<string | null> {
    // Another tab may have been quicker: a refresh token works only once.
    const current = this.accessToken;
    if (current && current !== refused) return current;
    const refreshToken = this.#host.storage.getItem(STORAGE_KEY.refreshToken);
    if (!refreshToken) {
      this.#forget();
      return null;
    }
    const response = await this.#call(authCalls.refresh, { body: { refreshToken } });
    if (!response.ok) {
      if (this.#host.storage.getItem(STORAGE_KEY.refreshToken) === refreshToken) this.#forget();
      return null;
    }
    const { data } = (await response.json()) as Answer<typeof authCalls.refresh>;
    // Signed out (or in as somebody else) while the answer was under way.
    if (this.#host.storage.getItem(STORAGE_KEY.refreshToken) !== refreshToken) return this.accessToken;
    this.#keep(data.accessToken, data.refreshToken);
    return data.accessToken;
  }

  /** @returns null when the server does not take the tokens. @throws ServerAway */
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
      throw new ServerAway(undefined, error);
    }
    if (response.status >= 500 || response.status === 429 || response.status === 408) {
      const seconds = Number(response.headers.get('retry-after'));
      throw new ServerAway(seconds > 0 ? seconds * 1000 : undefined);
    }
    return response;
  }

  #keep(accessToken: string, refreshToken: string): void {
    // The refresh token first: a tab that sees the new access token must find its partner.
    this.#host.storage.setItem(STORAGE_KEY.refreshToken, refreshToken);
    this.#host.storage.setItem(STORAGE_KEY.accessToken, accessToken);
  }

  #forget(): void {
    this.#loading?.abort();
    this.#untold = undefined;
    this.#host.storage.removeItem(STORAGE_KEY.accessToken);
    this.#host.storage.removeItem(STORAGE_KEY.refreshToken);
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
