import type { Call } from '@skarb/schema/endpoint';
import { REQUEST_TIMEOUT_MS } from '@skarb/schema/limits';
import type { SignatureStep, Step, Work } from '@skarb/schema/primitive';
import { ApiError, readError } from './api-error.ts';
import type { Answer, Common, OptionsArgument } from './types.ts';

/** The source of access tokens. */
export type TokenSource = {
  /** The current access token, or null when nobody is signed in. */
  get: () => string | null;
  /** Requests a new one after a 401; null when that fails. Concurrent calls share one request. */
  refresh: () => Promise<string | null>;
};

/** @param path with `/api` in front */
export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

export type ClientOptions = {
  /** Sends the request: to the marketplace's origin, or, on the server, directly into its own process. */
  fetch: Fetch;
  /** The source of bearer tokens. */
  tokens?: () => TokenSource | undefined;
  /** Called when the server refuses with `auth.stepUpRequired`. */
  askForProof?: () => AskForProof | undefined;
  /** Called when the server slows a call down (`auth.slowDown`). */
  doWork?: () => DoWork | undefined;
};
/** Asks users to prove their identity; true once they have. */
export type AskForProof = () => Promise<boolean>;
/** Computes the proof of work with which a slowed-down call passes at once; null when it cannot. */
export type DoWork = (work: Work, signal?: AbortSignal) => Promise<string | null>;

/** How often one call is repeated with the proof of work that the server requests. */
const MAX_WORK = 3;

export type Client = {
  /**
   * Makes one call of `@skarb/schema/calls`.
   * @returns the body of the answer: `{ data }`, `{ data, meta }`, or undefined
   * @throws ApiError; the reason of `signal` when the caller aborts
   */
  call: <C extends Call>(call: C, ...options: OptionsArgument<C>) => Promise<Answer<C>>;
  /** Submits the signature that a step requests. @returns the steps that follow from it @throws ApiError */
  submit: (to: SignatureStep['submit'], signature: string) => Promise<{ data: { steps?: Step[] } }>;
};

type Values = Record<string, unknown>;
type LooseOptions = Common & { params?: Values | undefined; query?: Values | undefined; body?: unknown };

/** The values of a query as texts, by name; omits undefined, null and ''. */
export const textsOf = (query: Values = {}): [name: string, texts: string[]][] =>
  Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, [value].flat().map(String)]],
  );

/** `?a=1&b=2&b=3`; omits undefined, null and ''. */
export const queryText = (query: Values = {}): string => {
  const text = new URLSearchParams();
  for (const [name, texts] of textsOf(query)) for (const one of texts) text.append(name, one);
  return text.size ? `?${text}` : '';
};

const loosePath = ({ path }: Call, { params = {}, query }: LooseOptions): string =>
  `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))}${queryText(query)}`;

/** The path of a call with its query, from the origin: for links and for other ways to send a request. */
export const urlOf = <C extends Call>(call: C, ...[options]: OptionsArgument<C>): string =>
  loosePath(call, (options ?? {}) as LooseOptions);

/** Fields in their order, files last: a server that reads in order refuses an invalid field before the files arrive. */
export const formOf = (fields: object): FormData => {
  const form = new FormData();
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  for (const [name, value] of entries)
    if (!(value instanceof Blob)) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  for (const [name, value] of entries) if (value instanceof Blob) form.append(name, value);
  return form;
};

/** The headers and the body of a call's request. */
const contentOf = ({ isForm }: Call, body: unknown): { headers: Record<string, string>; body?: BodyInit } => {
  if (body === undefined) return { headers: {} };
  if (isForm) return { headers: {}, body: formOf(body as object) };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
};

const readBody = async (response: Response): Promise<unknown> => {
  if (response.status === 204 || response.headers.get('content-length') === '0') return undefined;
  const text = await response.text();
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    throw new ApiError(response.status, 'answer');
  }
};

/** A client of one marketplace. */
export const createClient = ({
  fetch,
  tokens = () => undefined,
  askForProof = () => undefined,
  doWork = () => undefined,
}: ClientOptions): Client => {
  let refreshing: Promise<string | null> | undefined;
  const refreshOnce = (source: TokenSource): Promise<string | null> =>
    (refreshing ??= source.refresh().finally(() => (refreshing = undefined)));

  const attempt = async (
    call: Call,
    options: LooseOptions,
    token: string | null | undefined,
    work?: string,
  ): Promise<Response> => {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? REQUEST_TIMEOUT_MS);
    const { headers, body } = contentOf(call, options.body);
    try {
      return await fetch(loosePath(call, options), {
        method: call.method,
        headers: {
          accept: 'application/json',
          ...headers,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(work ? { 'skarb-work': work } : {}),
          ...options.headers,
        },
        body,
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      });
    } catch (error) {
      // The caller aborted: no failure to report.
      if (options.signal?.aborted) throw error;
      throw new ApiError(0, timeout.aborted ? 'timeout' : 'network');
    }
  };

  const send = async (call: Call, options: LooseOptions): Promise<unknown> => {
    const source = options.isAnonymous ? undefined : tokens();
    const token = source?.get();
    let response = await attempt(call, options, token);
    if (response.status === 401 && token && source) {
      // Another call or another browser tab may have renewed the token meanwhile.
      const present = source.get();
      const renewed = present && present !== token ? present : await refreshOnce(source);
      if (renewed) response = await attempt(call, options, renewed);
    }
    let isProved = false;
    for (let asked = 0; !response.ok; asked++) {
      const error = await readError(response);
      let work: string | null | undefined;
      if (error.work && asked < MAX_WORK) work = await doWork()?.(error.work, options.signal);
      else if (error.code === 'auth.stepUpRequired' && !isProved) isProved = (await askForProof()?.()) ?? false;
      else throw error;
      if (error.work ? !work : !isProved) throw error;
      // A proof by signing in again yields another token.
      response = await attempt(call, options, source?.get(), work ?? undefined);
    }
    return readBody(response);
  };

  return {
    call: <C extends Call>(call: C, ...[options]: OptionsArgument<C>) =>
      send(call, (options ?? {}) as LooseOptions) as Promise<Answer<C>>,
    submit: ({ field, ...to }, signature) =>
      send(to, { body: { [field]: signature } }) as Promise<{ data: { steps?: Step[] } }>,
  };
};
