import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '../../api.ts';
import { createContext } from '../../context.ts';
import { startTestApi, type TestApi } from '../../testing.ts';
import type { Database } from '../db/database.ts';
import { readGenesisHash } from './chain-cursor.ts';
import { createChainClient, isChainUnavailable, RpcError, withDeadline, type ChainClient } from './client.ts';
import type { FollowerOptions } from './follower.ts';
import { CHAIN, createNumberDatabase, mineNumber, type NumberDatabase } from './testing-follower.ts';
import { createTestNode, serveNode, type Behaviour, type ServedNode, type TestNode } from './testing-node.ts';

/** Long enough for any machine: these limits find what never happens. */
const PATIENT = { timeout: 40_000, interval: 50 };

let numbers: NumberDatabase;
let db: Database;
let node: TestNode;
let served: ServedNode[] = [];
beforeAll(async () => {
  numbers = await createNumberDatabase('node-pool-test');
  db = numbers.db;
});
afterAll(() => numbers?.drop());
beforeEach(async () => {
  await numbers.clear();
  node = createTestNode({ id: CHAIN, startBlock: 0 });
  mine(node, 0, 9);
});
afterEach(() => {
  for (const one of served) one.stop();
  served = [];
});

const mine = (on: TestNode, from: number, to: number) => {
  for (let value = from; value <= to; value++) mineNumber(on, value);
};
const serve = async (answer: ChainClient['rpc'], behaviour: Behaviour = 'well') => {
  const one = await serveNode(answer);
  one.behave(behaviour);
  served.push(one);
  return one;
};
const clientOf = (nodes: ServedNode[], hedgeMs = 1000) =>
  createChainClient({
    id: CHAIN,
    rpcUrl: nodes.map(({ url }) => url).join(','),
    genesisHash: () => readGenesisHash(db.sql, CHAIN),
    hedgeMs,
    restMs: 20,
  });
const follow = (chain: FollowerOptions['chain']) => numbers.follow(chain);
const newest = async () => Number((await db.sql`select max(value) as value from seen`)[0]?.value);
const trouble = async () => (await db.sql`select trouble from chain_cursor`)[0]?.trouble;
const leftOut = (chain: ChainClient) => chain.pool?.leftOut().map((one) => [one.node, one.reason]);

describe('the follower with several nodes', () => {
  it('follows while the first one hangs', async () => {
    const rpc = node.client.rpc;
    const chain = clientOf([await serve(rpc, 'hangs'), await serve(rpc), await serve(rpc)], 100);
    const follower = follow(chain);
    await follower.catchUp();
    expect(await newest()).toBe(9);
    mine(node, 10, 20);
    await follower.catchUp();
    expect(await newest()).toBe(20);
    expect(leftOut(chain)).toContainEqual([1, 'silent']);
  });

  it.each<[string, () => ChainClient['rpc']]>([
    ['another chain id', () => createTestNode({ id: 1, startBlock: 0 }).client.rpc],
    [
      'another first block',
      () => {
        const other = createTestNode({ id: CHAIN, startBlock: 0 });
        mine(other, 100, 140);
        return other.client.rpc;
      },
    ],
  ])('starts and follows while the third one serves a chain with %s, which is named', async (_, foreign) => {
    const rpc = node.client.rpc;
    const chain = clientOf([await serve(rpc), await serve(rpc), await serve(foreign())]);
    await follow(chain).catchUp();
    expect(await newest()).toBe(9);
    expect(await trouble()).toBeNull();
    expect(leftOut(chain)).toEqual([[3, 'wrong']]);
  });

  it('does not start when its two nodes have different first blocks', async () => {
    const other = createTestNode({ id: CHAIN, startBlock: 0 });
    mine(other, 100, 140);
    const chain = clientOf([await serve(other.client.rpc), await serve(node.client.rpc)]);
    await expect(follow(chain).step()).rejects.toThrow('different first blocks');
    expect(await trouble()).toBe('wrong');
  });

  it('trusts none when all are of another chain, and resumes when one is repaired', async () => {
    const nodes = [await serve(node.client.rpc, 'foreign'), await serve(node.client.rpc, 'foreign')];
    const chain = clientOf(nodes);
    const follower = follow(chain);
    await expect(follower.step()).rejects.toThrow('chain 1, not 137');
    expect(await trouble()).toBe('wrong');
    const error = await chain.rpc('eth_blockNumber', []).catch((reason: unknown) => reason);
    expect(isChainUnavailable(error)).toBe(true);
    nodes[1]?.behave('well');
    await follower.catchUp();
    expect(await newest()).toBe(9);
    expect(await trouble()).toBeNull();
  });

  it('undoes nothing on the word of nodes of another chain', async () => {
    const foreign = createTestNode({ id: 1, startBlock: 0 });
    mine(foreign, 100, 140);
    let others = node.client.rpc;
    const changing: ChainClient['rpc'] = (method, params) => others(method, params);
    const rpc = node.client.rpc;
    const follower = follow({ id: CHAIN, rpc, nodes: [rpc, changing, changing] });
    await follower.catchUp();
    others = foreign.client.rpc;
    node.drop(4);
    mine(node, 50, 60);
    await expect(follower.step()).rejects.toThrow('do not confirm');
    expect(await newest()).toBe(9);
  });
});

describe('a node among several', () => {
  it.each<[Behaviour, string]>([
    ['hangs', 'silent'],
    ['garbles', 'failing'],
    ['fails', 'failing'],
  ])('that %s is left out, and used again when it recovers', async (behaviour, reason) => {
    const nodes = [await serve(node.client.rpc), await serve(node.client.rpc)] as const;
    const chain = clientOf([...nodes]);
    const call = () => chain.rpc('eth_call', []);
    await call();
    expect(nodes.map((one) => one.countOf('eth_call'))).toEqual([1, 0]);
    nodes[0].behave(behaviour);
    await call();
    expect(await chain.public.getBlockNumber()).toBe(9n);
    expect(leftOut(chain)).toEqual([[1, reason]]);
    nodes[0].behave('well');
    const before = nodes[0].countOf('eth_call');
    await vi.waitFor(async () => {
      await call();
      expect(nodes[0].countOf('eth_call')).toBeGreaterThan(before);
      expect(leftOut(chain)).toEqual([]);
    }, PATIENT);
  });

  it('that turns out to be of another chain after a failure is not used', async () => {
    const nodes = [await serve(node.client.rpc), await serve(node.client.rpc)] as const;
    const chain = clientOf([...nodes]);
    await chain.rpc('eth_call', []);
    nodes[0].behave('fails');
    await chain.rpc('eth_call', []);
    nodes[0].behave('foreign');
    await vi.waitFor(async () => {
      await chain.rpc('eth_call', []);
      expect(leftOut(chain)).toEqual([[1, 'wrong']]);
    }, PATIENT);
    nodes[1].behave('fails');
    const error = await chain.rpc('eth_call', []).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(nodes[0].countOf('eth_call')).toBe(1);
  });

  it('that misses many blocks is left out', async () => {
    const stale = createTestNode({ id: CHAIN, startBlock: 0 });
    mine(stale, 0, 1);
    mine(node, 10, 60);
    const chain = clientOf([await serve(stale.client.rpc), await serve(node.client.rpc)]);
    await vi.waitFor(async () => {
      await chain.rpc('eth_call', []);
      expect(leftOut(chain)).toEqual([[1, 'behind']]);
    }, PATIENT);
    expect(await chain.public.getBlockNumber()).toBe(60n);
  });

  it('that lacks a method is not left out: the next one is asked', async () => {
    const rich: ChainClient['rpc'] = async (method, params) =>
      (method === 'debug_traceTransaction' ? { output: '0x' } : await node.client.rpc(method, params)) as never;
    const chain = clientOf([await serve(node.client.rpc), await serve(rich)]);
    expect(await chain.rpc('debug_traceTransaction', [])).toEqual({ output: '0x' });
    expect(leftOut(chain)).toEqual([]);
  });

  it('answers with a revert as it is, and no other node is asked', async () => {
    const reverting: ChainClient['rpc'] = (method, params) =>
      method === 'eth_call'
        ? Promise.reject(new RpcError(3, 'execution reverted', '0x1234'))
        : node.client.rpc(method, params);
    const nodes = [await serve(reverting), await serve(node.client.rpc)] as const;
    await expect(clientOf([...nodes]).rpc('eth_call', [])).rejects.toMatchObject({ code: 3, data: '0x1234' });
    expect(nodes[1].countOf('eth_call')).toBe(0);
  });

  it('that is silent may have accepted a transaction: another’s refusal is not final', async () => {
    const refusing: ChainClient['rpc'] = (method, params) =>
      method === 'eth_sendRawTransaction'
        ? Promise.reject(new RpcError(-32000, 'nonce too low'))
        : node.client.rpc(method, params);
    const nodes = [await serve(refusing), await serve(refusing)] as const;
    const chain = clientOf([...nodes], 50);
    await expect(chain.rpc('eth_sendRawTransaction', [])).rejects.toBeInstanceOf(RpcError);
    nodes[0].behave('hangs');
    const error = await withDeadline(1000, () => chain.rpc('eth_sendRawTransaction', []).catch((why: unknown) => why));
    expect(error).not.toBeInstanceOf(RpcError);
    expect(isChainUnavailable(error)).toBe(true);
  });
});

describe('the API with several nodes', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
    const hash = `0x${'ab'.repeat(32)}`;
    await api.context.db.sql`
      insert into chain_cursor (chain_id, block_number, block_hash, block_time, head_number, worker_seen_at)
      values (80001, 1, ${hash}, now(), 1, now() + interval '1 hour')`;
  });
  afterAll(() => api?.stop());

  const withNodes = async (
    behaviours: Behaviour[],
    work: (get: (path: string) => Promise<{ status: number; body: { code?: string; data: never } }>) => Promise<void>,
  ) => {
    const forward: ChainClient['rpc'] = (method, params) => api.context.chain.rpc(method, params);
    const nodes = await Promise.all(behaviours.map((behaviour) => serve(forward, behaviour)));
    const { config } = api.context;
    const rpcUrl = nodes.map(({ url }) => url).join(',');
    const context = createContext({ ...config, chain: { ...config.chain, rpcUrl } }, 'api');
    const app = await createApi(context);
    const { token } = await api.person();
    try {
      await work(async (path) => {
        const answer = await app.inject({
          method: 'GET',
          url: `/api${path}`,
          headers: { authorization: `Bearer ${token}` },
        });
        return { status: answer.statusCode, body: answer.json() };
      });
    } finally {
      await app.close();
      await context.db.close();
    }
  };

  it.each<[string, Behaviour[], number, string]>([
    ['the first hangs', ['hangs', 'well', 'well'], 1, 'silent'],
    ['the third is of another chain', ['well', 'well', 'foreign'], 3, 'wrong'],
  ])('is ready, names the node and reads credits while %s', async (_, behaviours, position, reason) => {
    await withNodes(behaviours, async (get) => {
      await vi.waitFor(async () => {
        const { status, body } = await get('/ready');
        expect([status, body]).toMatchObject([200, { data: { chain: { ok: true } } }]);
        expect(body.data).toMatchObject({ chain: { leftOut: [{ node: position, reason }] } });
      }, PATIENT);
      expect((await get('/auth/wallet/credit')).status).toBe(200);
    });
  });

  it('reports `chain.wrong` when all are of another chain', async () => {
    await withNodes(['foreign', 'foreign'], async (get) => {
      await vi.waitFor(async () => {
        expect(await get('/ready')).toMatchObject({ status: 503, body: { code: 'chain.wrong' } });
      }, PATIENT);
      expect(await get('/auth/wallet/credit')).toMatchObject({ status: 503, body: { code: 'chain.away' } });
    });
  });

  it.each<Behaviour>(['fails', 'garbles'])('reports `chain.away` when each node %s', async (behaviour) => {
    await withNodes([behaviour, behaviour], async (get) => {
      expect(await get('/ready')).toMatchObject({ status: 503, body: { code: 'chain.away' } });
      expect(await get('/auth/wallet/credit')).toMatchObject({ status: 503, body: { code: 'chain.away' } });
    });
  });
});
