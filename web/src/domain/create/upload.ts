import { type Answer, ApiError, type BodyOf, formOf, readError } from '@skarb/client';
import type { Call } from '@skarb/schema/endpoint';
import { REQUEST_TIMEOUT_MS } from '@skarb/schema/limits';
import { session } from '../../platform/session/use-session.ts';

/** After the last byte the server creates previews, which takes long for a long video. */
const WORK_TIMEOUT_MS = 120_000;

type Upload<C extends Call> = {
  body: BodyOf<C>;
  /** The same for a retry of the same form, so that nothing is created twice. */
  key: string;
  /** 0–1 of the bytes sent. */
  onProgress: (share: number) => void;
};

/**
 * Sends a multipart form and reports progress, which `fetch` cannot. Times out after ten seconds without progress,
 * however long the upload takes.
 * @throws ApiError
 */
export const upload = async <C extends Call>(call: C, { body, ...options }: Upload<C>): Promise<Answer<C>> => {
  const token = session.accessToken;
  const form = formOf(body);
  let response = await attempt(call, form, options, token);
  if (response.status === 401 && token) {
    const renewed = await session.refresh(token).catch(() => null);
    if (renewed) response = await attempt(call, form, options, renewed);
  }
  if (!response.ok) throw await readError(response);
  return (await response.json()) as Answer<C>;
};

const attempt = (
  { method, path }: Call,
  form: FormData,
  { key, onProgress }: Omit<Upload<Call>, 'body'>,
  token: string | null,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    const fail = (code: string) => {
      clearTimeout(timer);
      reject(new ApiError(0, code));
    };
    const watch = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        fail('timeout');
        request.abort();
      }, ms);
    };
    request.open(method, `/api${path}`);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('idempotency-key', key);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => {
      onProgress(total ? loaded / total : 0);
      watch(REQUEST_TIMEOUT_MS);
    };
    request.upload.onload = () => {
      onProgress(1);
      watch(WORK_TIMEOUT_MS);
    };
    request.onerror = () => fail('network');
    request.onload = () => {
      clearTimeout(timer);
      const headers = new Headers();
      const retryAfter = request.getResponseHeader('retry-after');
      if (retryAfter) headers.set('retry-after', retryAfter);
      resolve(new Response(request.responseText || null, { status: request.status, headers }));
    };
    watch(REQUEST_TIMEOUT_MS);
    request.send(form);
  });

/** An idempotency key for one form's content; `crypto.randomUUID` only exists on secure pages. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
