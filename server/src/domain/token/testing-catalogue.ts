/** The start of catalogue tests: a real database, a real chain, the API in this process, and users. */
import { mined } from '@skarb/contracts/mined';
import { operator } from '@skarb/local/testing.ts';
import type { SignatureStep, TransactionStep } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { type Address, createWalletClient, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createApi } from '../../api.ts';
import { startTestParts, TEST_SETTINGS } from '../../testing.ts';
import { loadConfig } from '../../config.ts';
import { createContext } from '../../context.ts';
import { nodeTransport } from '../../platform/chain/client.ts';
import type { ChainLog } from '../../platform/chain/events.ts';
import { nothingTouched } from '../../platform/chain/events.ts';
import { lower } from '../../platform/chain/address.ts';
import { makeAccessToken } from '../auth/auth.tokens.ts';
import { addRefreshToken } from '../auth/session.store.ts';
import { tokenEvents } from './token.events.ts';
import { buildMintCall } from './token.mint.ts';
import { lockTokens, refreshTokens } from './store/token-card.store.ts';

export type Person = { uuid: string; key: Hex; address: Address; wallet: Address; token: string };
export type Answer<T = unknown> = { status: number; headers: Record<string, unknown>; body: T; raw: Buffer };
type RawLog = {
  address: Hex;
  topics: Hex[];
  data: Hex;
  blockNumber: Hex;
  blockHash: Hex;
  logIndex: Hex;
  transactionHash: Hex;
};

/** A small fast generator of numbers between 0 and 1 (mulberry32): a failing seed can be run again. */
export const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

let pictures = 0;
/** A PNG that no other test uses. */
export const picture = (side = 64): Promise<Buffer> =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: { r: pictures % 256, g: (pictures++ >> 8) % 256, b: 90 },
    },
  })
    .png()
    .toBuffer();

export const startCatalogue = async (options: { env?: Record<string, string>; withOperator?: boolean } = {}) => {
  const [database, chain] = await startTestParts();
  const dataDir = mkdtempSync(join(tmpdir(), 'skarb-catalogue-'));
  const config = loadConfig({
    ...TEST_SETTINGS,
    DATABASE_URL: database.socketUrl,
    CHAIN_RPC_URL: chain.rpcUrl,
    DEPLOYMENT_FILE: chain.deploymentFile,
    DATA_DIR: dataDir,
    JWT_SECRET: 'a secret of this test that is long enough',
    LOG_LEVEL: process.env.TEST_LOG === '1' ? 'error' : 'silent',
    ...(options.withOperator === false ? {} : { OPERATOR_KEY: operator.key }),
    ...options.env,
  });
  const context = createContext(config, 'api');
  const app = await createApi(context);
  const { sql } = context.db;
  await chain.fund(operator.address, 10n ** 20n);
  const events = tokenEvents(config);

  const person = async (hasWallet = true): Promise<Person> => {
    const key = generatePrivateKey();
    const { address } = privateKeyToAccount(key);
    const uuid = uuidv7();
    const wallet = lower(address);
    await sql`insert into app_user (uuid, username, metamask_wallet) values (${uuid}, ${`p${uuid.slice(-8)}`}, ${hasWallet ? wallet : null})`;
    const session = uuidv7();
    await sql`insert into session (uuid, user_uuid) values (${session}, ${uuid})`;
    // Every hour the worker deletes sessions without one.
    await addRefreshToken(sql, session, session);
    return {
      uuid,
      key,
      address,
      wallet,
      token: await makeAccessToken(config, { uuid, session }),
    };
  };

  type Call = {
    as?: Person;
    json?: unknown;
    form?: Record<string, string | { bytes: Buffer; name: string; type?: string }>;
    headers?: Record<string, string>;
  };
  const call = async <T = { data: never }>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD',
    path: string,
    { as, json, form, headers }: Call = {},
  ): Promise<Answer<T>> => {
    let payload: Buffer | string | undefined;
    const sent: Record<string, string> = { ...(as ? { authorization: `Bearer ${as.token}` } : {}), ...headers };
    if (form) {
      const data = new FormData();
      for (const [name, value] of Object.entries(form))
        if (typeof value === 'string') data.append(name, value);
        else
          data.append(
            name,
            new Blob([value.bytes as never], { type: value.type ?? 'application/octet-stream' }),
            value.name,
          );
      const encoded = new Response(data);
      sent['content-type'] = encoded.headers.get('content-type') as string;
      payload = Buffer.from(await encoded.arrayBuffer());
    } else if (json !== undefined) {
      sent['content-type'] = 'application/json';
      payload = JSON.stringify(json);
    }
    const answer = await app.inject({
      method,
      url: path.startsWith('/media') ? path : `/api${path}`,
      headers: sent,
      ...(payload === undefined ? {} : { payload }),
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json') && answer.body !== '';
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: (isJson ? answer.json() : undefined) as T,
      raw: answer.rawPayload,
    };
  };

  let from = BigInt(chain.deployment.blockNumber);
  /** The logs since the last call, as the follower would pass them on. */
  const newLogs = async (): Promise<ChainLog[]> => {
    const head = BigInt(await chain.rpc<Hex>('eth_blockNumber'));
    if (head < from) return [];
    const raw = await chain.rpc<RawLog[]>('eth_getLogs', [
      { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${head.toString(16)}`, topics: [events.topics] },
    ]);
    from = head + 1n;
    const addresses = await events.addresses(sql, { among: raw.map((log) => log.address.toLowerCase()) });
    return raw
      .filter((log) => addresses.has(log.address.toLowerCase()))
      .map((log) => ({
        chainId: config.chain.id,
        blockNumber: BigInt(log.blockNumber),
        blockHash: log.blockHash,
        blockTime: new Date(1_800_000_000_000 + Number(log.blockNumber) * 1000),
        logIndex: Number(log.logIndex),
        txHash: log.transactionHash,
        address: log.address.toLowerCase() as Hex,
        topics: log.topics,
        data: log.data,
      }));
  };
  /** @param meanwhile what others do before the tokens are refreshed */
  const feed = async (
    logs: ChainLog[],
    direction: 'apply' | 'undo' = 'apply',
    meanwhile?: () => PromiseLike<unknown>,
  ) => {
    const touched = nothingTouched();
    await sql.begin(async (tx) => {
      await lockTokens(tx, (await events.tokensOf?.(tx, logs)) ?? []);
      if (direction === 'apply') {
        await events.apply(tx, logs, touched);
        for (const write of touched.later.splice(0)) await write(tx);
      } else await events.undo(tx, logs.toReversed(), touched);
      await meanwhile?.();
      await refreshTokens(tx, touched.tokens, { moved: touched.moved, minted: touched.minted });
    });
    return touched;
  };
  const follow = async () => {
    const logs = await newLogs();
    await feed(logs);
    return logs;
  };

  const send = async (key: Hex, step: Pick<TransactionStep, 'to' | 'data'>): Promise<Hex> => {
    const account = privateKeyToAccount(key);
    await chain.fund(account.address, 10n ** 20n);
    const wallet = createWalletClient({ account, transport: nodeTransport(chain.rpcUrl) });
    const hash = await wallet.sendTransaction({ chain: null, to: step.to as Address, data: step.data as Hex });
    await mined(context.chain.public, hash);
    return hash;
  };
  const sign = (key: Hex, step: SignatureStep): Promise<Hex> =>
    privateKeyToAccount(key).signTypedData(step.typedData as never);

  const reference = async () => {
    const categories = await sql<{ uuid: string }[]>`select uuid from category order by position`;
    const [network] = await sql<{ uuid: string }[]>`select uuid from network`;
    const currencies = await sql<
      { uuid: string; name: string; decimals: number }[]
    >`select uuid, name, decimals from currency order by position`;
    return { categories: categories.map((row) => row.uuid), networkUuid: network?.uuid as string, currencies };
  };
  const { categories, networkUuid, currencies } = await reference();

  const collection = async (
    as: Person,
    name = 'Test',
  ): Promise<{ uuid: string; contracts: { type: string; address: Address }[] }> => {
    const answer = await call<{ data: never }>('POST', '/collection', {
      as,
      form: { name, file: { bytes: await picture(), name: 'a.png' } },
    });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.data;
  };
  type Fields = Record<string, string | { bytes: Buffer; name: string }>;
  const tokenForm = async (collectionUuid: string, fields: Fields = {}): Promise<Fields> => ({
    name: 'A piece',
    description: 'Made by a test.',
    networkUuid,
    collectionUuid,
    categoryUuid: categories[0] as string,
    ...(fields.file ? {} : { file: { bytes: await picture(), name: 'a.png' } }),
    ...fields,
  });
  const draft = async (as: Person, collectionUuid: string, fields: Fields = {}): Promise<TokenDetail> => {
    const answer = await call<{ data: TokenDetail }>('POST', '/token', {
      as,
      form: await tokenForm(collectionUuid, fields),
    });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.data;
  };
  /** Signs and mints as the operator does; the follower has not read the mint yet. */
  const mintOnChain = async (as: Person, token: TokenDetail): Promise<Hex> => {
    const signed = await call('PUT', `/token/${token.uuid}`, {
      as,
      json: { signature: await sign(as.key, token.steps?.[0] as SignatureStep) },
    });
    if (signed.status !== 200) throw new Error(JSON.stringify(signed.body));
    const mint = await buildMintCall(sql, config, token.uuid);
    if (!mint) throw new Error('nothing to mint');
    return send(operator.key, mint);
  };
  const minted = async (as: Person, collectionUuid: string, fields: Fields = {}): Promise<TokenDetail> => {
    const token = await draft(as, collectionUuid, fields);
    await mintOnChain(as, token);
    await follow();
    return (await call<{ data: TokenDetail }>('GET', `/token/${token.uuid}`, { as })).body.data;
  };

  const stop = async () => {
    await app.close();
    await context.db.close();
    await Promise.all([database.drop(), chain.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  };
  return {
    config,
    context,
    app,
    sql,
    chain,
    events,
    person,
    call,
    newLogs,
    feed,
    follow,
    send,
    sign,
    collection,
    tokenForm,
    draft,
    mintOnChain,
    minted,
    categories,
    networkUuid,
    currencies,
    dataDir,
    stop,
  };
};
export type Catalogue = Awaited<ReturnType<typeof startCatalogue>>;

/** The body of a refused call. */
export type Refusal = {
  statusCode: number;
  code: string;
  message: { property: string; constraints: Record<string, string> }[] | string;
};
export type One = { data: TokenDetail };

/** The start of most token tests: Ann, Bob, and a collection of Ann's. */
export const startHome = async () => {
  const all = await startCatalogue();
  const [ann, bob] = await Promise.all([all.person(), all.person()]);
  return {
    all,
    ann,
    bob,
    home: await all.collection(ann, 'Home'),
    show: (uuid: string, as?: Person) => all.call<One & Refusal>('GET', `/token/${uuid}`, as ? { as } : {}),
  };
};
export type Home = Awaited<ReturnType<typeof startHome>>;
