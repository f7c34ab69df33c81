import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.stop());

/** What the follower writes as it goes. */
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
  it('says that the process is up', async () => {
    expect(await api.call('GET', '/health')).toMatchObject({ status: 200, body: { data: { ok: true } } });
  });
});

describe('ready', () => {
  it('says that no worker was ever here', async () => {
    const answer = await api.call('GET', '/ready');
    expect(answer).toMatchObject({
      status: 503,
      body: { statusCode: 503, code: 'worker.away', message: expect.stringContaining('worker') },
    });
    expect(answer.headers.get('retry-after')).toBe('2');
  });

  it('shows how far the records are behind the chain, in blocks and seconds', async () => {
    const head = await follow(3, 0);
    const { status, body } = await api.call('GET', '/ready');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      database: { ok: true },
      chain: { ok: true, chainId: 80001, head },
      worker: { ok: true, block: head - 3, lagBlocks: 3 },
    });
    expect(body.data.worker.lagSeconds).toBeGreaterThanOrEqual(3600);
  });

  it('takes a quiet chain for no lag', async () => {
    await follow(0, 0);
    expect((await api.call('GET', '/ready')).body.data.worker).toMatchObject({ lagBlocks: 0, lagSeconds: 0 });
  });

  it('says so when the worker has been silent', async () => {
    await follow(0, 60);
    expect(await api.call('GET', '/ready')).toMatchObject({
      status: 503,
      body: { code: 'worker.away', message: expect.stringMatching(/last seen 6\d s ago/) },
    });
  });
});

describe('metrics', () => {
  it('are in the form of Prometheus, by route and never by URL', async () => {
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
