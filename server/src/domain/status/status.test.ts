import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setRowAside } from '../../platform/chain/set-aside.ts';
import { startTestApi, type TestApi } from '../../testing.ts';
import { createSteps } from '../../platform/steps.ts';
import { notifyOfSetAside, watchSteps } from './status.jobs.ts';
import { readStalled, writeStalled } from './status.store.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.stop());

/** Writes the cursor as the follower does. */
const follow = async (lag: number, secondsAgo: number) => {
  const head = Number(await api.chain.rpc<string>('eth_blockNumber'));
  const hash = `0x${'ab'.repeat(32)}`;
  await api.context.db.sql`
    insert into chain_cursor (chain_id, block_number, block_hash, block_time, head_number, worker_seen_at)
    values (80001, ${head - lag}, ${hash}, now() - interval '1 hour', ${head}, now() - ${secondsAgo} * interval '1 second')
    on conflict (chain_id) do update set block_number = excluded.block_number, worker_seen_at = excluded.worker_seen_at`;
  return head;
};

describe('health', () => {
  it('reports that the process is up', async () => {
    expect(await api.call('GET', '/health')).toMatchObject({ status: 200, body: { data: { ok: true } } });
  });
});

describe('ready', () => {
  it('reports that no worker has ever run', async () => {
    const answer = await api.call('GET', '/ready');
    expect(answer).toMatchObject({
      status: 503,
      body: { statusCode: 503, code: 'worker.away', message: expect.stringContaining('worker') },
    });
    expect(answer.headers.get('retry-after')).toBe('2');
  });

  it('shows how far the follower is behind the chain, in blocks and seconds', async () => {
    const head = await follow(3, 0);
    const { status, body } = await api.call('GET', '/ready');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      database: { ok: true },
      chain: { ok: true, chainId: 80001, head },
      worker: { ok: true, block: head - 3, lagBlocks: 3, stalled: [] },
    });
    expect(body.data.worker.lagSeconds).toBeGreaterThanOrEqual(3600);
  });

  it('does not report a chain without new blocks as lag', async () => {
    await follow(0, 0);
    expect((await api.call('GET', '/ready')).body.data.worker).toMatchObject({ lagBlocks: 0, lagSeconds: 0 });
  });

  it('asks the node a few times for many callers', async () => {
    const head = await follow(0, 0);
    const rpc = vi.spyOn(api.context.chain, 'rpc');
    const answers = await Promise.all(Array.from({ length: 60 }, () => api.call('GET', '/ready')));
    for (const { body } of answers) expect(body.data.chain.head).toBe(head);
    expect(rpc.mock.calls.length).toBeLessThan(30);
    rpc.mockRestore();
  });

  it('reports a worker without a recent heartbeat', async () => {
    await follow(0, 60);
    expect(await api.call('GET', '/ready')).toMatchObject({
      status: 503,
      body: { code: 'worker.away', message: expect.stringMatching(/last seen 6\d s ago/) },
    });
  });
});

describe('an operator’s wallet with a low balance', () => {
  it('is reported, and the server stays ready because everything else works', async () => {
    const { sql } = api.context.db;
    await follow(0, 0);
    const operatorOf = async () => {
      const { status, body } = await api.call('GET', '/ready');
      expect(status).toBe(200);
      return body.data.operator;
    };
    expect(await operatorOf()).toBeNull();
    await sql`insert into operator_wallet (chain_id, address, balance, gas_price) values (80001, ${`0x${'0e'.repeat(20)}`}, 5, 1)`;
    expect(await operatorOf()).toEqual({ isLow: false, lowSince: null });
    await sql`update operator_wallet set alarmed_at = now()`;
    expect(await operatorOf()).toEqual({ isLow: true, lowSince: expect.stringMatching(/^\d{4}-/) });
    expect((await api.call('GET', '/metrics')).text).toContain('skarb_operator_low 1');
    await sql`delete from operator_wallet`;
  });
});

describe('a step of the worker that never ends', () => {
  it('is named until it ends, and logged once, while the server stays ready', async () => {
    await follow(0, 0);
    const steps = createSteps();
    const stopping = new AbortController();
    const lines: unknown[] = [];
    const log = { warn: (_message: string, details?: object) => lines.push((details as { step: string }).step) };
    let end = () => {};
    const stalled = steps.run('notices', () => new Promise<void>((resolve) => (end = resolve)));
    const watching = watchSteps(api.context, steps, log, stopping.signal, { stalledMs: 20, watchMs: 20 });
    const named = async () => {
      const { status, body } = await api.call('GET', '/ready');
      expect(status).toBe(200);
      return (body.data.worker.stalled as { step: string }[]).map(({ step }) => step);
    };
    await expect.poll(named).toEqual(['notices']);
    expect((await api.call('GET', '/metrics')).text).toContain('skarb_worker_stalled 1');
    expect(lines).toEqual(['notices']);
    end();
    await stalled;
    await expect.poll(named).toEqual([]);
    stopping.abort();
    await watching;
  });

  it('is not shown any more once its worker has ended', async () => {
    const { sql } = api.context.db;
    await writeStalled(sql, '0190a4a4-0000-7000-8000-000000000001', [{ step: 'mails', since: new Date() }]);
    const named = async () => (await readStalled(sql)).map(({ step }) => step);
    expect(await named()).toEqual(['mails']);
    await sql`update stalled_step set seen_at = now() - interval '2 minutes'`;
    expect(await named()).toEqual([]);
  });
});

describe('logs and rows that the follower set aside', () => {
  const setAside = async (id: string, error: string) => {
    const { sql } = api.context.db;
    await sql.begin((tx) => setRowAside(tx, 80001, { kind: 'offer', id }, new Error(error)));
    return (await sql`select uuid from set_aside where subject_id = ${id}`)[0]?.uuid as string;
  };

  it('are counted, with their age, and the server stays ready', async () => {
    await follow(0, 0);
    expect((await api.call('GET', '/ready')).body.data.setAside).toEqual({ count: 0, since: null });
    await setAside('one', 'the rule throws');
    const { status, body } = await api.call('GET', '/ready');
    expect(status).toBe(200);
    expect(body.data.setAside).toEqual({ count: 1, since: expect.stringMatching(/^\d{4}-/) });
    expect((await api.call('GET', '/metrics')).text).toContain('skarb_follower_set_aside 1');
  });

  it('are listed on the admin dashboard with their error, and retried at an admin’s request', async () => {
    const { sql } = api.context.db;
    const admin = await api.person();
    await sql`update app_user set role = 'ADMIN' where uuid = ${admin.user.uuid}`;
    const uuid = await setAside('two', 'a\0b of 0x12');
    const jobs = (await api.call('GET', '/admin/job', admin)).body.data as { id: string }[];
    expect(jobs.find((job) => job.id === uuid)).toMatchObject({
      kind: 'follower',
      name: 'chain-row',
      attempts: 1,
      isGivenUp: true,
      lastError: 'a\uFFFDb of 0x12 · offer two',
    });
    expect((await api.call('POST', `/admin/job/${uuid}/retry`, admin)).status).toBe(204);
    expect((await sql`select is_due from set_aside where uuid = ${uuid}`)[0]?.is_due).toBe(true);
  });

  it('are mailed to the admins once for each new kind of error, at most once an hour', async () => {
    const { sql } = api.context.db;
    await sql`truncate set_aside, set_aside_told, mailbox`;
    const admin = await api.person();
    await sql`update app_user set role = 'ADMIN', email = 'boss@example.org', is_email_confirmed = true where uuid = ${admin.user.uuid}`;
    const mails = async () =>
      (await sql`select recipient, body_text from mailbox order by id`).map((row) => row.body_text);
    await sql`update app_user set role = 'USER' where uuid = ${admin.user.uuid}`;
    await setAside('three', 'offer 0x0a has 7 units');
    // Without an admin to notify, the mail waits.
    await notifyOfSetAside(api.context);
    await sql`update app_user set role = 'ADMIN' where uuid = ${admin.user.uuid}`;
    await setAside('four', 'offer 0x0b has 9 units');
    await notifyOfSetAside(api.context);
    expect(await mails()).toEqual([expect.stringContaining('offer 0x0a has 7 units')]);
    await setAside('five', 'offer 0x0c has 1 units');
    await setAside('six', 'something else');
    await notifyOfSetAside(api.context);
    expect(await mails()).toHaveLength(1);
    await sql`update set_aside_told set told_at = now() - interval '2 hours'`;
    await notifyOfSetAside(api.context);
    await notifyOfSetAside(api.context);
    expect(await mails()).toHaveLength(2);
    expect((await mails())[1]).toContain('something else');
    await setAside('seven', 'something else');
    await notifyOfSetAside(api.context);
    expect(await mails()).toHaveLength(2);
    await sql`update set_aside_told set told_at = now() - interval '8 days'`;
    await setAside('eight', 'something else');
    await notifyOfSetAside(api.context);
    expect(await mails()).toHaveLength(3);
    await sql`truncate set_aside, set_aside_told`;
  });
});

describe('a node that is not trusted', () => {
  it.each(['wrong', 'contradicts', 'unconfirmed'])('is reported with its reason: %s', async (trouble) => {
    await follow(0, 0);
    await api.context.db.sql`update chain_cursor set trouble = ${trouble}`;
    expect(await api.call('GET', '/ready')).toMatchObject({ status: 503, body: { code: `chain.${trouble}` } });
    await api.context.db.sql`update chain_cursor set trouble = null`;
    expect((await api.call('GET', '/ready')).status).toBe(200);
  });
});

describe('metrics', () => {
  it('are in the format of Prometheus, labelled by route and never by URL', async () => {
    await follow(2, 0);
    await api.call('GET', '/auth/profile/0190a4a4-0000-7000-8000-000000000000');
    const { text, status } = await api.call('GET', '/metrics');
    expect(status).toBe(200);
    expect(text).toMatch(
      /skarb_http_request_seconds_count\{method="GET",route="\/api\/auth\/profile\/:id",status="404"\} 1/,
    );
    expect(text).not.toContain('0190a4a4');
    expect(text).toContain('skarb_ready 1');
    expect(text).toContain('skarb_follower_lag_blocks 2');
    expect(text).toContain('process_cpu_seconds_total');
  });
});
