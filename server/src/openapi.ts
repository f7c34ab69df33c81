/**
 * Writes schema/openapi.json from the bound endpoints: `npx tsx server/src/openapi.ts`.
 * With --check it only says whether the committed file is up to date.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApi } from './api.ts';
import { loadConfig } from './config.ts';
import { createContext } from './context.ts';

export const OPENAPI_FILE = fileURLToPath(new URL('../../schema/openapi.json', import.meta.url));

const NOWHERE = '0x0000000000000000000000000000000000000000';

/** The document of a production server. Binding routes contacts neither database nor chain, so none is needed. */
export const makeOpenApi = async (): Promise<string> => {
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
    JSON.stringify({ chainId: 137, blockNumber: 0, ...Object.fromEntries(addresses.map((name) => [name, NOWHERE])) }),
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
    const { body } = await app.inject('/openapi.json');
    return `${JSON.stringify(JSON.parse(body), null, 1)}\n`;
  } finally {
    await app.close();
    await context.db.close();
    await rm(folder, { recursive: true, force: true });
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const made = await makeOpenApi();
  const committed = await readFile(OPENAPI_FILE, 'utf8').catch(() => '');
  if (!process.argv.includes('--check')) await writeFile(OPENAPI_FILE, made);
  else if (made !== committed) {
    console.error('schema/openapi.json is not what the server answers: run npx tsx server/src/openapi.ts');
    process.exitCode = 1;
  }
}
