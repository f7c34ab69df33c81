import { REQUEST_TIMEOUT_MS } from '@skarb/schema/limits';
import type { Work } from '@skarb/schema/primitive';
import { ApiError, readError } from './api-error.ts';

type Query = Record<string, string | number | boolean | readonly (string | number)[] | null | undefined>;
export type CallOptions = {
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** 10 s where not given; uploads may need more. */ timeoutMs?: number;
};
type FormOptions = Omit<CallOptions, 'body'> & { body: FormData; method?: 'POST' | 'PUT' };

/** Where the access token comes from: the session sets it. */
export type TokenSource = {
  /** The present access token, or null when nobody is signed in. */
  get: () => string | null;
  /** Asks for a new one after a 401; null when there is none to be had. Runs once at a time. */
  refresh: () => Promise<string | null>;
};

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** The API below one base. Answers are the body as it came: `{ data }` or `{ data, meta }`. @throws ApiError */
export type Api = {
  get: <T>(path: string, options?: CallOptions) => Promise<T>;
  post: <T>(path: string, options?: CallOptions) => Promise<T>;
  put: <T>(path: string, options?: CallOptions) => Promise<T>;
  del: <T>(path: string, options?: CallOptions) => Promise<T>;
  form: <T>(path: string, options: FormOptions) => Promise<T>;
};

let tokenSource: TokenSource | undefined;
/** Gives every later call its bearer token. `undefined` takes it away. */
export const setTokenSource = (source: TokenSource | undefined): void => {
  tokenSource = source;
};

/** Asks the person to prove who they are; true once they have. */
type ProofAsker = () => Promise<boolean>;
let proofAsker: ProofAsker | undefined;
/** Gives calls that the server refuses with `auth.stepUpRequired` a way to go on. */
export const setProofAsker = (asker: ProofAsker | undefined): void => {
  proofAsker = asker;
};

/** Does the work that the server asks for; null where it cannot be done. */
type WorkDoer = (work: Work, signal?: AbortSignal) => Promise<string | null>;
let workDoer: WorkDoer | undefined;
/** Gives calls that the server slows down (`auth.slowDown`) a way to pass at once. */
export const setWorkDoer = (doer: WorkDoer | undefined): void => {
  workDoer = doer;
};
/** So often at most is one call sent again with what the server asked for. */
const ASKED_MOST = 3;

let refreshing: Promise<string | null> | undefined;
const refreshOnce = (source: TokenSource): Promise<string | null> =>
  (refreshing ??= source.refresh().finally(() => {
    refreshing = undefined;
  }));

/** `a=1&b=2&b=3`; what is undefined, null or '' is left out. */
export const queryText = (query: Query = {}): string => {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) text.append(name, String(one));
  }
  return text.size ? `?${text}` : '';
};

/** @param fetchOne takes a path with `/api` in front; on the server it goes into the process, not over the wire */
export const createApi = (
  fetchOne: Fetch,
  tokens: () => TokenSource | undefined = () => undefined,
  askForProof: () => ProofAsker | undefined = () => undefined,
  doWork: () => WorkDoer | undefined = () => undefined,
): Api => {
  const send = async <T>(method: string, path: string, options: CallOptions): Promise<T> => {
    const isForm = options.body instanceof FormData;
    const attempt = async (token: string | null | undefined, work?: string): Promise<Response> => {
      const timeout = AbortSignal.timeout(options.timeoutMs ?? REQUEST_TIMEOUT_MS);
      try {
        return await fetchOne(`/api${path}${queryText(options.query)}`, {
          method,
          headers: {
            accept: 'application/json',
            ...(options.body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(work ? { 'skarb-work': work } : {}),
            ...options.headers,
          },
          body:
            options.body === undefined ? undefined : isForm ? (options.body as FormData) : JSON.stringify(options.body),
          signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
        });
      } catch (error) {
        // Given up by the caller: that is no failure to report.
        if (options.signal?.aborted) throw error;
        throw new ApiError(0, timeout.aborted ? 'timeout' : 'network', [], {});
      }
    };
    const source = tokens();
    const token = source?.get();
    let response = await attempt(token);
    if (response.status === 401 && token && source) {
      // Another call, or another tab, may have renewed it while this one was under way.
      const present = source.get();
      const renewed = present && present !== token ? present : await refreshOnce(source);
      if (renewed) response = await attempt(renewed);
    }
    let isProved = false;
    for (let asked = 0; !response.ok; asked++) {
      const error = await readError(response);
      let work: string | null | undefined;
      if (error.work && asked < ASKED_MOST) work = await doWork()?.(error.work, options.signal);
      else if (error.code === 'auth.stepUpRequired' && !isProved) isProved = (await askForProof()?.()) ?? false;
      else throw error;
      if (error.work ? !work : !isProved) throw error;
      // A proof by signing in again brings another token.
      response = await attempt(source?.get(), work ?? undefined);
    }
    if (response.status === 204 || response.headers.get('content-length') === '0') return undefined as T;
    const text = await response.text();
    try {
      return (text ? JSON.parse(text) : undefined) as T;
    } catch {
      throw new ApiError(response.status, 'answer', [], {});
    }
  };
  return {
    get: (path, options = {}) => send('GET', path, options),
    post: (path, options = {}) => send('POST', path, options),
    put: (path, options = {}) => send('PUT', path, options),
    del: (path, options = {}) => send('DELETE', path, options),
    form: (path, { method = 'POST', ...options }) => send(method, path, options),
  };
};

/** The browser's own. */
export const api: Api = createApi(
  (path, init) => fetch(path, init),
  () => tokenSource,
  () => proofAsker,
  () => workDoer,
);
