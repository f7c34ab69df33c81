/**
 * A market of any size, written by SQL that inserts whole sets (`sql/*.sql`). What the product derives (token cards,
 * search words, flags of holders, statistics of collections, breeding) is derived by the product's own functions over
 * large batches.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settingsFor } from '@skarb/local/database.ts';
import { checkDerived } from './check.ts';
import { fill, loader, type Phases } from './fill.ts';
import { type Market, openMarket, type Options } from './market.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const server = join(here, '../../server');

/** Hashes of files by name. */
const hashesOf = (folder: string, isPart: (name: string) => boolean): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter(isPart)
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')
          .slice(0, 16),
      ]),
  );

/** What the content depends on: the generator, and the product's code that it calls, which migrations replace in a market, too. */
type Parts = { generator: Record<string, string>; product: Record<string, string>; migrations: Record<string, string> };
const partsOf = (): Parts => ({
  generator: {
    ...hashesOf(join(here, 'sql'), () => true),
    ...hashesOf(here, (name) => ['fill.ts', 'rebuild.ts', 'signers.ts'].includes(name)),
  },
  product: {
    ...hashesOf(join(server, 'src/domain/token/store'), (name) => name === 'token-card.store.ts'),
    ...hashesOf(join(server, 'src/domain/breeding'), (name) => name === 'breeding.derive.ts'),
  },
  migrations: hashesOf(join(server, 'migrations'), () => true),
});

/** While loading, what is lost in a crash is generated again. */
const LOADING = {
  durable: false,
  settings: { ...settingsFor(totalmem()), max_wal_size: '8GB', max_connections: '50' },
};
/** The settings of the local stack, with a count of the time of each statement. */
const MEASURED = {
  durable: true,
  settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_planning': 'on' },
};

type Made = { parts: Parts; tokens: number; seconds: number; phases: Phases };
const isEqual = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/**
 * A market that is there, with the migrations that came since it was generated.
 * @returns undefined if it is not what would be generated now
 */
const openFound = async (dataDir: string, file: string, options: Options): Promise<Market | undefined> => {
  const found = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Made) : undefined;
  const parts = partsOf();
  const isKept = ([name, hash]: [string, string]) => parts.migrations[name] === hash;
  if (
    !found?.parts ||
    !isEqual(found.parts.generator, parts.generator) ||
    !Object.entries(found.parts.migrations).every(isKept)
  )
    return undefined;
  const market = await openMarket(dataDir, options);
  if (isEqual(found.parts, parts)) return market;
  try {
    console.log('checking the market after changes of the product');
    const sql = loader(market.databaseUrl, 1);
    await sql`vacuum (analyze)`;
    await sql.end();
    await checkDerived(market.databaseUrl);
    writeFileSync(file, `${JSON.stringify({ ...found, parts }, null, 2)}\n`);
    return market;
  } catch (error) {
    console.log((error as Error).message);
    await market.stop();
    return undefined;
  }
};

/**
 * Opens a market of this size in a folder: the one that is there if it is what would be generated now, otherwise a newly
 * generated one.
 * @param settings of PostgreSQL that replace those of the local stack
 * @throws Error when derived data differs from what the product's own code makes
 */
export const prepareMarket = async (
  dataDir: string,
  tokens: number,
  settings: Record<string, string> = {},
): Promise<{ market: Market; seconds: number }> => {
  const measured = { ...MEASURED, settings: { ...MEASURED.settings, ...settings } };
  const file = join(dataDir, 'market.json');
  const found = await openFound(dataDir, file, measured);
  if (found) return { market: found, seconds: (JSON.parse(readFileSync(file, 'utf8')) as Made).seconds };
  rmSync(dataDir, { recursive: true, force: true });
  console.log(`generating ${tokens.toLocaleString('en')} works in ${dataDir}`);
  const market = await openMarket(dataDir, LOADING);
  try {
    const begin = performance.now();
    const phases = await fill(market, tokens);
    const seconds = Number(((performance.now() - begin) / 1000).toFixed(1));
    console.log(`  generated in ${seconds} s`);
    await checkDerived(market.databaseUrl);
    // What is loaded without fsync is written by a clean stop.
    await market.restart(measured);
    const made: Made = { parts: partsOf(), tokens, seconds, phases };
    writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`);
    return { market, seconds };
  } catch (error) {
    await market.stop();
    throw error;
  }
};
