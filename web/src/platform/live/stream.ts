/** The source of a stream of server-sent events, and its callbacks. */
export type StreamOptions = {
  url: string;
  /** The bearer token for the next connection; never part of the address. */
  token: () => Promise<string | null>;
  /** Called when the server refuses the token, to refresh it. */
  onRefused: () => Promise<unknown>;
  /** Called when the stream opens; `isAgain` if it was open before, so that events may have been missed. */
  onOpen: (isAgain: boolean) => void;
  onEvent: (name: string, data: string) => void;
};

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;
/** The server sends something every 20 s: a connection silent for this long is lost. */
const SILENCE_MS = 45_000;

/** Splits the text of a stream into events. @returns the incomplete rest, to prepend to the next part */
const readEvents = (text: string, onEvent: StreamOptions['onEvent']): string => {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  for (const block of blocks) {
    const lines = block.split('\n');
    const of = (field: string) => lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2);
    const name = of('event');
    const data = of('data');
    if (name && data !== undefined) onEvent(name, data);
  }
  return rest;
};

/**
 * Reads server-sent events until it is closed, and reconnects whenever the connection is lost. Uses `fetch`, because
 * `EventSource` cannot send a bearer token and does not distinguish a refusal from a lost connection.
 */
export const openStream = ({ url, token, onRefused, onOpen, onEvent }: StreamOptions): { close: () => void } => {
  const closing = new AbortController();
  let wasOpen = false;

  /** Reads one connection until it is lost. @returns the delay that the server requested, if any */
  const read = async (): Promise<number | undefined> => {
    const line = new AbortController();
    const end = () => line.abort();
    closing.signal.addEventListener('abort', end);
    let watch: ReturnType<typeof setTimeout> | undefined;
    const restartSilenceTimer = () => {
      clearTimeout(watch);
      watch = setTimeout(end, SILENCE_MS);
    };
    try {
      restartSilenceTimer();
      const bearer = await token();
      const response = await fetch(url, {
        signal: line.signal,
        cache: 'no-store',
        // The requests for the page's content come first.
        priority: 'low',
        headers: { accept: 'text/event-stream', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
      });
      if (response.status === 401) await onRefused();
      if (!response.ok || !response.body) {
        await response.body?.cancel();
        return Number(response.headers.get('retry-after')) * 1000 || undefined;
      }
      onOpen(wasOpen);
      wasOpen = true;
      let text = '';
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return FIRST_RETRY_MS * Math.random();
        restartSilenceTimer();
        text = readEvents(text + value, onEvent);
      }
    } finally {
      clearTimeout(watch);
      closing.signal.removeEventListener('abort', end);
    }
  };

  void (async () => {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      const from = Date.now();
      const wait = await read().catch(() => undefined);
      if (closing.signal.aborted) return;
      if (Date.now() - from > LONGEST_RETRY_MS) failures = 0;
      const backoff = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
      await new Promise((resolve) => setTimeout(resolve, wait ?? backoff * (0.5 + Math.random() / 2)));
    }
  })();
  return { close: () => closing.abort() };
};
