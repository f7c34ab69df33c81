/** The OpenAPI document without a running server: `npx tsx server/src/openapi.ts` prints it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zeroAddress } from 'viem';
import { createApi } from './api.ts';
import { loadConfig } from './config.ts';
import { createContext } from './context.ts';

/** The parts of an OpenAPI document that its readers here use. */
export type OpenApi = {
  paths: Record<
    string,
    Record<string, { parameters: { name: string; in: string }[]; security: object[]; requestBody?: unknown }>
  >;
};

/** The document that a production server publishes at /openapi.json. Binding routes contacts neither database nor chain, so none is needed. */
export const makeOpenApi = async (): Promise<OpenApi> => {
  const folder = await mkdtemp(join(tmpdir(), 'skarb-openapi-'));
  const deployment = join(folder, 'deployment.json');
  const addresses = [
    'seaport',
    'collectionFactory',
    'offerZone',
    'auctionHouse',
    'breeding',
    'weth',
    'usdc',
    'feeRecipient',
    'operator',
  ];
  await writeFile(
    deployment,
    JSON.stringify({
      chainId: 137,
      blockNumber: 0,
      ...Object.fromEntries(addresses.map((name) => [name, zeroAddress])),
    }),
  );
  const context = createContext(
    loadConfig({
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      CHAIN_ID: '137',
      CHAIN_RPC_URL: 'http://127.0.0.1:1',
      DEPLOYMENT_FILE: deployment,
      DATA_DIR: folder,
      WEB_DIST: folder,
      JWT_SECRET: 'no token is ever made with this secret',
      LOG_LEVEL: 'silent',
    }),
    'api',
  );
  const app = await createApi(context);
  try {
    return (await app.inject('/openapi.json')).json<OpenApi>();
  } finally {
    await app.close();
    await context.db.close();
    await rm(folder, { recursive: true, force: true });
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(JSON.stringify(await makeOpenApi(), null, 1));
