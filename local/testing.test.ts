import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, testChain } from './testing.ts';

const databases: TestDatabase[] = [];

afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function open(): Promise<postgres.Sql> {
  const database = await createTestDatabase();
  databases.push(database);
  return postgres(database.url, { max: 1, onnotice: () => {} });
}

test('each test database has every migration and is isolated from the others', async () => {
  const [one, other] = await Promise.all([open(), open()]);
  const tables = await one`select table_name from information_schema.tables where table_schema = 'public'`;
  expect(tables.length).toBeGreaterThan(5);
  await one`create table only_here (n int)`;
  const [found] = await other`select to_regclass('only_here') as name`;
  expect(found?.name).toBeNull();
  await Promise.all([one.end(), other.end()]);
});

test('each test chain has the contracts and is isolated from the others', async () => {
  const [one, other] = await Promise.all([testChain(), testChain()]);
  try {
    for (const address of [one.deployment.seaport, one.deployment.offerZone, one.deployment.weth]) {
      expect((await one.rpc<string>('eth_getCode', [address, 'latest'])).length).toBeGreaterThan(100);
    }
    const before = await other.rpc<string>('eth_blockNumber');
    await one.rpc('evm_mine');
    await one.rpc('evm_mine');
    expect(await other.rpc<string>('eth_blockNumber')).toBe(before);
    const recipient = `0x${'ab'.repeat(20)}`;
    await one.fund(recipient, 5n);
    expect(await one.rpc('eth_getBalance', [recipient, 'latest'])).toBe('0x5');
    expect(await other.rpc('eth_getBalance', [recipient, 'latest'])).toBe('0x0');
  } finally {
    await Promise.all([one.stop(), other.stop()]);
  }
});

test('a test chain can be reorganised', async () => {
  const chain = await testChain();
  try {
    await chain.rpc('anvil_mine', ['0x3']);
    const head = await chain.rpc<{ number: string; hash: string }>('eth_getBlockByNumber', ['latest', false]);
    await chain.rpc('anvil_reorg', [2, []]);
    const again = await chain.rpc<{ number: string; hash: string }>('eth_getBlockByNumber', [head.number, false]);
    expect(again.number).toBe(head.number);
    expect(again.hash).not.toBe(head.hash);
  } finally {
    await chain.stop();
  }
});
