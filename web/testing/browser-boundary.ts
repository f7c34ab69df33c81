import { urlOf } from '@skarb/client';
import * as eventCalls from '@skarb/schema/calls/event';
import { change, type Change } from '@skarb/schema/event';
import { expect } from 'vitest';
import type { Chain } from './scripted-chain.ts';
import type { ScriptedApi } from './scripted-api.ts';

/** What answers the page’s requests: the API, the translations and the node of the running test. */
export type Boundary = { api: ScriptedApi; chain: Chain };

export const RPC_URL = 'https://rpc.example/';
let boundary: Boundary | undefined;
/** What the app of the running test will do later. */
const later = new Set<ReturnType<typeof setTimeout>>();
/** Routes the page's requests to another test; undefined: to none, and the app does nothing more that it waits for. */
export const answerFrom = (next: Boundary | undefined): void => {
  boundary = next;
  if (next) return;
  for (const timer of later) clearTimeout(timer);
  later.clear();
};

/** Shorter pauses only tidy up, also after an app is closed: a dialog's lets the page scroll again. */
const MOMENT_MS = 100;
const pageSetTimeout = globalThis.setTimeout.bind(globalThis);
// A dialog that was closed asks every second what became of its offer: it would ask the next test.
globalThis.setTimeout = ((work: (...parts: unknown[]) => void, ms = 0, ...parts: unknown[]) => {
  if (!boundary || ms < MOMENT_MS) return pageSetTimeout(work, ms, ...parts);
  const timer = pageSetTimeout(() => {
    later.delete(timer);
    work(...parts);
  }, ms);
  later.add(timer);
  return timer;
}) as typeof setTimeout;

type Words = Record<string, Record<string, object>>;
const words: Words = {};
for (const [file, content] of Object.entries(
  import.meta.glob<object>('../locales/*/common/*.json', { eager: true, import: 'default' }),
)) {
  const [, language = '', name = ''] = /locales\/(\w+)\/common\/(\w+)\.json$/.exec(file) ?? [];
  (words[language] ??= {})[name] = content;
}
/** The words of a language as `/locales/<language>/common.json` serves them. */
export const wordsIn = (language: string): Record<string, object> => words[language] ?? {};

/** The open streams, each with its bearer token. */
const streams = new Map<ReadableStreamDefaultController<Uint8Array>, string | null>();
/** Whose changes the page listens to: the bearer token of each open stream. */
export const listeners = (): (string | null)[] => [...streams.values()];
/** A stream of server-sent events, open until the page closes it. */
const openStream = (init: RequestInit | undefined): Response => {
  const { signal } = init ?? {};
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      streams.set(controller, new Headers(init?.headers).get('authorization'));
      signal?.addEventListener('abort', () => {
        streams.delete(controller);
        controller.error(new DOMException('aborted', 'AbortError'));
      });
    },
  });
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
};
/** Sends a change to the page, once the page listens. */
export const announce = async (news: Change): Promise<void> => {
  await expect.poll(() => streams.size).toBeGreaterThan(0);
  const text = `event: change\ndata: ${JSON.stringify(change.parse(news))}\n\n`;
  for (const controller of streams.keys()) controller.enqueue(new TextEncoder().encode(text));
};

const networkFetch = globalThis.fetch.bind(globalThis);
globalThis.fetch = async (input, init) => {
  const request = input instanceof Request ? input : undefined;
  const url = new URL(request?.url ?? String(input), location.origin);
  const method = (init?.method ?? request?.method ?? 'GET').toUpperCase();
  init?.signal?.throwIfAborted();
  const translation = /^\/locales\/(\w+)\/common\.json$/.exec(url.pathname);
  if (translation) return Response.json(wordsIn(translation[1] ?? ''));
  if (url.pathname.startsWith('/locales/add/')) return new Response(null, { status: 202 });
  if (url.pathname === urlOf(eventCalls.listen)) return openStream(init);
  if (url.href === RPC_URL) return Response.json(await boundary?.chain.answer(JSON.parse(String(init?.body))));
  if (!url.pathname.startsWith('/api/')) return networkFetch(input, init);
  // A request of the test before this one: no answer is needed.
  const never = new Promise<never>(() => {});
  const asked = boundary;
  if (!asked) return never;
  const answer = asked.api.respond(method, url, new Headers(init?.headers), init?.body);
  const given = new Promise<never>((_resolve, reject) =>
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true }),
  );
  const response = await Promise.race([answer, given]);
  return asked === boundary ? response : never;
};

/** What `upload.ts` uses of XMLHttpRequest. */
class Upload {
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {};
  onload?: () => void;
  onerror?: () => void;
  status = 0;
  responseText = '';
  #method = 'GET';
  #url = '/';
  readonly #headers = new Headers();
  #answered: Headers | undefined;
  open(method: string, url: string) {
    this.#method = method;
    this.#url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value);
  }
  getResponseHeader(name: string) {
    return this.#answered?.get(name) ?? null;
  }
  abort() {}
  send(body: FormData) {
    void (async () => {
      const response = await boundary?.api
        .respond(this.#method, new URL(this.#url, location.origin), this.#headers, body)
        .catch(() => this.onerror?.());
      if (!response) return;
      this.upload.onprogress?.({ loaded: 1, total: 1 });
      this.upload.onload?.();
      this.status = response.status;
      this.#answered = response.headers;
      this.responseText = await response.text();
      this.onload?.();
    })();
  }
}
globalThis.XMLHttpRequest = Upload as unknown as typeof XMLHttpRequest;
