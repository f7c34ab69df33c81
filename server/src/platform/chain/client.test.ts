import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApi } from '../../api.ts';
import { createContext } from '../../context.ts';
import { startTestApi, type TestApi } from '../../testing.ts';
import { createChainClient, isChainUnavailable, withDeadline } from './client.ts';

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Accepts every request and responds to none. */
const hanging = createServer(() => {});
/** Answers every request with a block number. */
const working = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const asked = JSON.parse(body) as { id: number } | { id: number }[];
    const answer = (one: { id: number }) => ({ jsonrpc: '2.0', id: one.id, result: '0x10' });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)));
  });
});
let hung: string;
let well: string;
let api: TestApi;
beforeAll(async () => {
  [hung, well, api] = await Promise.all([listen(hanging), listen(working), startTestApi()]);
});
afterAll(async () => {
  for (const server of [hanging, working]) {
    server.closeAllConnections();
    server.close();
  }
  await api?.stop();
});

describe('a node that hangs', () => {
  it('counts as unavailable when the shared deadline is over, however many calls there are', async () => {
    const client = createChainClient({ id: 1, rpcUrl: hung });
    const errors = await withDeadline(100, async () => {
      const found: unknown[] = [];
      for (let call = 0; call < 5; call++) {
        found.push(await client.public.getBlockNumber().catch((error: unknown) => error));
        found.push(await client.rpc('eth_blockNumber', []).catch((error: unknown) => error));
      }
      return found;
    });
    expect(errors).toHaveLength(10);
    for (const error of errors) expect(isChainUnavailable(error)).toBe(true);
  });

  it.each<[string, 'GET' | 'POST' | 'PUT', string, object?]>([
    ['a transaction is followed', 'POST', '/transaction', { txHash: `0x${'ab'.repeat(32)}`, chainId: 80_001 }],
    ['a balance is read', 'GET', '/auth/wallet/balance?currencyUuid=CURRENCY'],
    ['credits are read', 'GET', '/auth/wallet/credit'],
  ])('makes the API respond 503 with a code after 9 s in total: when %s', async (_, method, path, payload) => {
    const { config, db } = api.context;
    const [currency] = await db.sql`select uuid from currency where symbol = 'WETH'`;
    // The server's own limits, each reduced so that the test does not wait for it.
    const limits: number[] = [];
    const within = AbortSignal.timeout.bind(AbortSignal);
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms);
      return within(ms / 50);
    });
    const context = createContext({ ...config, chain: { ...config.chain, rpcUrl: hung } }, 'api');
    const app = await createApi(context);
    const { token } = await api.person();
    try {
      const answer = await app.inject({
        method,
        url: `/api${path.replace('CURRENCY', currency?.uuid)}`,
        headers: { authorization: `Bearer ${token}` },
        ...(payload && { payload }),
      });
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'chain.away']);
      expect(limits).toContain(9000);
    } finally {
      timeout.mockRestore();
      await app.close();
      await context.db.close();
    }
  });
});

describe('several nodes', () => {
  it('replace an unavailable one', async () => {
    const gone = createServer(() => {});
    const url = await listen(gone);
    await new Promise((resolve) => gone.close(resolve));
    const client = createChainClient({ id: 16, rpcUrl: `${url},${well}` });
    expect(await client.rpc('eth_blockNumber', [])).toBe('0x10');
    expect(await client.public.getBlockNumber()).toBe(16n);
    expect(client.nodes).toHaveLength(2);
  });
});
