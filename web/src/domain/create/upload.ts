import { type Answer, ApiError, type BodyOf, formOf, readError } from '@skarb/client';
import type { Call } from '@skarb/schema/endpoint';
import { REQUEST_TIMEOUT_MS } from '@skarb/schema/limits';
import { session } from '../../platform/session/use-session.ts';

/** After the last byte the server creates previews, which takes long for a long video. */
const WORK_TIMEOUT_MS = 120_000;

type Upload<C extends Call> = {
  body: BodyOf<C>;
  /** 0–1 of the bytes sent. */
  onProgress: (share: number) => void;
};

/** Whether two forms have the same fields and the very same files. */
const isSame = (one: object, other: object): boolean => {
  const [fields, others] = [Object.entries(one), Object.entries(other)];
  return (
    fields.length === others.length &&
    fields.every(([name, value], index) => {
      const [otherName, otherValue] = others[index] ?? [];
      if (value instanceof Blob || otherValue instanceof Blob) return value === otherValue;
      return name === otherName && JSON.stringify(value) === JSON.stringify(otherValue);
    })
  );
};

/**
 * Makes the sender of one form, which creates nothing twice: the same content has the same idempotency key until an answer
 * says that it is created. (The server frees the key of a refused call.)
 */
export const createUpload = <C extends Call>(call: C): ((upload: Upload<C>) => Promise<Answer<C>>) => {
  let sent: { body: object; key: string } | undefined;
  return async ({ body, onProgress }) => {
    if (!sent || !isSame(sent.body, body as object)) sent = { body: body as object, key: newKey() };
    const answer = await upload(call, body, { key: sent.key, onProgress });
    sent = undefined;
    return answer;
  };
};

type Sending = { key: string; onProgress: Upload<Call>['onProgress'] };

/**
 * Sends a multipart form and reports progress, which `fetch` cannot. Times out after ten seconds without progress,
 * however long the upload takes.
 * @throws ApiError
 */
const upload = async <C extends Call>(call: C, body: BodyOf<C>, sending: Sending): Promise<Answer<C>> => {
  const token = session.accessToken;
  const form = formOf(body);
  let response = await attempt(call, form, sending, token);
  if (response.status === 401 && token) {
    const renewed = await session.refresh(token).catch(() => null);
    if (renewed) response = await attempt(call, form, sending, renewed);
  }
  if (!response.ok) throw await readError(response);
  return (await response.json()) as Answer<C>;
};

const attempt = (
  { method, path }: Call,
  form: FormData,
  { key, onProgress }: Sending,
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
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
