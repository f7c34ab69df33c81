/** Opens event streams in a process of its own, and tells its parent when the last of them has received a change. */
import { get, type IncomingMessage } from 'node:http';

const url = process.env.STREAM_URL as string;
const wanted = Number(process.env.STREAMS);
/** The API counts the streams of a network address: each hundred has its own. */
const PER_ADDRESS = 100;
/** At most this many are opened at once. */
const AT_ONCE = 100;
const ENDS_AFTER_MS = 5000;

let received = 0;
let open = 0;
let done: (() => void) | undefined;

const openOne = (place: number): Promise<void> =>
  new Promise((resolve) => {
    const at = Math.floor(place / PER_ADDRESS);
    const headers = { 'x-forwarded-for': `10.0.${at >> 8}.${at & 255}` };
    get(url, { headers, agent: false }, (answer: IncomingMessage) => {
      if (answer.statusCode !== 200) return resolve();
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => {
        if (text.includes('event: ready')) {
          open++;
          resolve();
        }
        if (text.includes('event: change') && ++received === open) done?.();
      });
    }).on('error', () => resolve());
  });

process.on('message', async (message) => {
  if (message === 'open') {
    for (let place = 0; place < wanted; place += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, wanted - place) }, (_, at) => openOne(place + at)));
    process.send?.({ open });
    return;
  }
  received = 0;
  // A stream that receives nothing must not keep the parent waiting.
  await new Promise<void>((resolve) => {
    done = resolve;
    setTimeout(resolve, ENDS_AFTER_MS).unref();
  });
  process.send?.({ count: received, lastAt: Date.now() });
});
