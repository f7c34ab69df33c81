import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { createApi } from '../../api.ts';
import { createContext } from '../../context.ts';
import { startTestApi, type TestApi } from '../../testing.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.stop());

/** The IP address of the client that the server records in a session when it receives this X-Forwarded-For header. */
const seenBy = async (trustProxy: number | string, forwarded: string): Promise<string> => {
  const context = createContext({ ...api.context.config, trustProxy }, 'api');
  const app = await createApi(context);
  try {
    const who = await api.person();
    const headers = { 'x-forwarded-for': forwarded, 'content-type': 'application/json' };
    const renewed = await app.inject({
      method: 'POST',
      url: '/api/auth/refresh',
      headers,
      payload: { refreshToken: who.refreshToken },
    });
    const sessions = await app.inject({
      method: 'GET',
      url: '/api/auth/session',
      headers: { authorization: `Bearer ${renewed.json().data.accessToken}` },
    });
    return sessions.json().data[0].ip as string;
  } finally {
    await app.close();
    await context.db.close();
  }
};

describe("the client's address", () => {
  it.each([
    ['no proxy: the connection’s, whatever the header says', 0, '198.51.100.1', '127.0.0.1'],
    ['one proxy: the entry that it added, not what the client wrote', 1, '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['two proxies: the second entry from the right', 2, '198.51.100.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    [
      'networks: the first entry from the right outside of them',
      '127.0.0.0/8,10.0.0.0/8',
      '198.51.100.1, 203.0.113.9, 10.0.0.2',
      '203.0.113.9',
    ],
  ])('is found behind %s', async (_behind, trustProxy, forwarded, expected) => {
    expect(await seenBy(trustProxy, forwarded)).toBe(expected);
  });
});

describe('TRUST_PROXY', () => {
  const read = (TRUST_PROXY: string) => {
    const { chain, database, deployment: _, ...config } = api.context.config;
    return loadConfig({
      DATABASE_URL: database.url,
      CHAIN_ID: String(chain.id),
      CHAIN_RPC_URL: chain.rpcUrl,
      DEPLOYMENT_FILE: api.chain.deploymentFile,
      JWT_SECRET: config.jwtSecret,
      LOCAL_STACK: '1',
      TRUST_PROXY,
    }).trustProxy;
  };

  it.each([
    ['0', 0],
    ['1', 1],
    ['true', 1],
    ['false', 0],
    ['2', 2],
    ['10.0.0.0/8,fd00::/8', '10.0.0.0/8,fd00::/8'],
  ])('the value %s means %s', (text, meaning) => {
    expect(read(text)).toBe(meaning);
  });

  it('is refused, with its name, when it is neither a count nor networks', () => {
    expect(() => read('everybody')).toThrow(/TRUST_PROXY/);
  });
});
