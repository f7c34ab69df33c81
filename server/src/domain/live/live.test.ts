import type { Change } from '@skarb/schema/event';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi } from '../../api.ts';
import { createContext } from '../../context.ts';
import { startTrade, until, type Trade } from '../offer/testing-trade.ts';

type Heard = { name: string; data: Change };
let trade: Trade;
let urls: string[];
let other: { close(): Promise<unknown> };

/**
 * Reads a stream until it is stopped or ends. Not with `fetch`: its pool keeps spare connections open, and the server
 * waits for those when it closes.
 */
const hear = async (url: string, query: string, token?: string) => {
  const request = get(`${url}/api/events?${query}`, {
    agent: false,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const heard: Heard[] = [];
  let hasEnded = false;
  const reading = (async () => {
    let text = '';
    for await (const part of response.setEncoding('utf8')) {
      text += part as string;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const name = /^event: (.+)$/m.exec(block)?.[1];
        const data = /^data: (.+)$/m.exec(block)?.[1];
        if (name && data) heard.push({ name, data: JSON.parse(data) as Change });
      }
    }
  })()
    .catch(() => {})
    .finally(() => (hasEnded = true));
  return {
    response,
    heard,
    changes: () => heard.filter(({ name }) => name === 'change').map(({ data }) => data),
    hasEnded: () => hasEnded,
    stop: async () => {
      request.destroy();
      await reading;
    },
  };
};

beforeAll(async () => {
  trade = await startTrade();
  const first = await trade.app.listen({ port: 0, host: '127.0.0.1' });
  const context = createContext(trade.config, 'api');
  const app = await createApi(context);
  const second = await app.listen({ port: 0, host: '127.0.0.1' });
  other = { close: () => app.close().then(() => context.db.close()) };
  urls = [first, second];
});
afterAll(async () => {
  await other?.close();
  await trade?.stop();
});

test('both API processes announce a sale, in order, with rising versions, and only to clients that watch its token', async () => {
  const [seller, buyer] = [await trade.trader(), await trade.trader()];
  const token = await trade.mint(seller);
  const elsewhere = await trade.mint(seller);
  const streams = await Promise.all([
    hear(urls[0]!, `tokenUuid=${token.uuid}`),
    hear(urls[1]!, `tokenUuid=${token.uuid}`),
    hear(urls[1]!, `tokenUuid=${elsewhere.uuid}`),
  ]);
  const [one, two, three] = streams as [(typeof streams)[0], (typeof streams)[0], (typeof streams)[0]];
  expect(one.response.headers['content-type']).toContain('text/event-stream');
  expect(one.response.headers['cache-control']).toContain('no-transform');
  expect(one.response.headers['content-encoding']).toBeUndefined();

  const offer = await trade.list(seller, token.uuid, { price: '1.25' });
  await until('the listing on the stream', async () =>
    two.changes().some((change) => change.kind === 'token' && change.listing?.price === '1.25'),
  );
  await trade.buy(buyer, offer.uuid);
  for (const stream of [one, two]) {
    await until('the sale on the stream', async () =>
      stream.changes().some((change) => change.kind === 'offer' && change.status === 'SOLD'),
    );
    await until(
      'the end of the listing on the stream',
      async () => stream.changes().findLast((change) => change.kind === 'token')?.listing === null,
    );
    for (const kind of ['offer', 'token']) {
      const versions = stream.changes().flatMap((change) => (change.kind === kind ? [change.version] : []));
      expect(versions).toEqual(versions.toSorted((a, b) => a - b));
      expect(new Set(versions).size).toBe(versions.length);
    }
    // The event does not name the accounts involved.
    expect(JSON.stringify(stream.heard)).not.toContain(seller.uuid);
  }
  // A read after the event is at least as new as the event.
  const { version } = one.changes().findLast((change) => change.kind === 'offer') as Change;
  expect((await trade.offer(offer.uuid)).version).toBeGreaterThanOrEqual(version);
  // Its own token's last change may come after the stream was opened.
  expect(three.changes().filter(({ tokenUuid }) => tokenUuid !== elsewhere.uuid)).toEqual([]);
  await Promise.all(streams.map((stream) => stream.stop()));
});

test('a draft, and a change that concerns one user, is announced to that user only', async () => {
  const [seller, outsider] = [await trade.trader(), await trade.trader()];
  const token = await trade.mint(seller);
  const mine = await hear(urls[1]!, '', seller.token);
  const theirs = await hear(urls[0]!, `tokenUuid=${token.uuid}`, outsider.token);
  const anybody = await hear(urls[0]!, `tokenUuid=${token.uuid}`);
  const opened = await trade.open(seller, token.uuid);
  await until('the draft on its maker’s stream', async () => mine.changes().some(({ status }) => status === 'DRAFT'));
  await trade.sql`insert into followed_transaction (tx_hash, chain_id, user_uuid) values (${`0x${'ab'.repeat(32)}`}, 1, ${seller.uuid})`;
  await trade.sql`update followed_transaction set status = 'successful' where user_uuid = ${seller.uuid}`;
  await until('the transaction', async () => mine.changes().some(({ kind }) => kind === 'transaction'));
  // By the end of this step, all earlier changes have arrived too.
  await trade.runSteps(seller, opened.body.data);
  for (const stream of [theirs, anybody]) {
    await until('the listing', async () => stream.changes().some(({ status }) => status === 'ACTIVE'));
    expect(stream.changes().some(({ status, kind }) => status === 'DRAFT' || kind === 'transaction')).toBe(false);
  }
  await Promise.all([mine, theirs, anybody].map((stream) => stream.stop()));
});

test('after the database connection drops, clients get a resync event and then further changes', async () => {
  const seller = await trade.trader();
  const token = await trade.mint(seller);
  const stream = await hear(urls[0]!, `tokenUuid=${token.uuid}`);
  await trade.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'skarb-listen%' and datname = current_database()`;
  await until('the resync', async () => stream.heard.some(({ name }) => name === 'resync'));
  await trade.list(seller, token.uuid);
  await until('the listing', async () => stream.changes().some(({ status }) => status === 'ACTIVE'));
  await stream.stop();
});

test('too many streams of one user, too many watched objects and an invalid token are refused with a status code', async () => {
  const person = await trade.trader(false);
  const streams = await Promise.all(Array.from({ length: 20 }, () => hear(urls[1]!, '', person.token)));
  expect(streams.every(({ response }) => response.statusCode === 200)).toBe(true);
  const refused = await hear(urls[1]!, '', person.token);
  expect(refused.response.statusCode).toBe(429);
  expect(refused.response.headers['retry-after']).toBe('30');
  await streams[0]!.stop();
  await until('a place to be free', async () => {
    const again = await hear(urls[1]!, '', person.token);
    await again.stop();
    return again.response.statusCode === 200;
  });
  const many = Array.from(
    { length: 101 },
    (_, at) => `tokenUuid=00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
  );
  expect((await hear(urls[0]!, many.join('&'))).response.statusCode).toBe(400);
  expect((await hear(urls[0]!, '', 'no')).response.statusCode).toBe(401);
  await Promise.all(streams.map((stream) => stream.stop()));
});

test('a server that stops ends its streams instead of waiting for them', async () => {
  const context = createContext(trade.config, 'api');
  const app = await createApi(context);
  const stream = await hear(await app.listen({ port: 0, host: '127.0.0.1' }), '');
  // Does not return while a stream is open.
  await app.close();
  await context.db.close();
  await until('the stream to end', async () => stream.hasEnded());
});
