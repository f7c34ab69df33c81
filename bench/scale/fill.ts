/** Fills a market by SQL that inserts whole sets (`sql/*.sql`), and by the product's own functions for what it derives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDeployment, deploymentFile } from '@skarb/local/contracts.ts';
import postgres, { type Sql } from 'postgres';
import { deriveBreeding } from '../../server/src/domain/breeding/breeding.derive.ts';
import { markOwnerships, rebuildTokenCards } from '../../server/src/domain/token/store/token-card.store.ts';
import { cpuSecondsOf, cpuSecondsOfTree } from './cpu.ts';
import type { Market } from './market.ts';
import { dropIndexes, inPairs, restoreForeignKeys, restoreIndexes } from './rebuild.ts';
import { signers } from './signers.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
/** Tokens whose cards are built by one statement. */
const BATCH = 5_000;
const ALL = '00000000-0000-0000-0000-000000000000';

/** Milliseconds by phase, and of CPU by statement. */
export type Phases = Record<string, number>;

/** A connection that loads: no triggers, no foreign keys, memory for sorts. */
export const loader = (url: string, max: number): Sql =>
  postgres(url, {
    max,
    onnotice: () => {},
    connection: {
      application_name: 'bench-generate',
      session_replication_role: 'replica',
      maintenance_work_mem: '1GB',
      work_mem: '256MB',
      max_parallel_maintenance_workers: '0',
      synchronous_commit: 'off',
      statement_timeout: 0,
    } as Record<string, string | number | boolean>,
  });

/** The values that the SQL names in braces. */
const placeholders = async (sql: Sql, market: Market, tokens: number): Promise<Record<string, string | number>> => {
  const deployment = readDeployment(deploymentFile(market.dataDir));
  const [network] = await sql`select uuid, chain_id from network limit 1`;
  const categories = await sql`select uuid from category order by position`;
  const [weth] = await sql`select uuid from currency where symbol = 'WETH'`;
  if (!deployment || !network || !weth) throw new Error('the database is not migrated');
  return {
    tokens,
    people: tokens / 5,
    collections: tokens / 50,
    network: network.uuid,
    chain: network.chain_id,
    weth: weth.uuid,
    categories: categories.map(({ uuid }) => `'${uuid}'`).join(','),
    categoryCount: categories.length,
    wallets: signers.map(({ address }) => `'${address.toLowerCase()}'`).join(','),
    zone: deployment.offerZone.toLowerCase(),
    feeRecipient: deployment.feeRecipient.toLowerCase(),
    breeding: deployment.breeding.toLowerCase(),
    now: Math.floor(Date.now() / 3_600_000) * 3600,
  };
};

/** The statements of a file, with the values filled in. */
const statementsOf = (name: string, values: Record<string, string | number>): string[] =>
  readFileSync(join(here, 'sql', `${name}.sql`), 'utf8')
    .replace(/\{(\w+)\}/g, (all, key: string) => (key in values ? String(values[key]) : all))
    .split(/;\n/)
    .filter((text) => text.replace(/^--.*$/gm, '').trim() !== '');

const runFile = async (
  sql: Sql,
  name: string,
  values: Record<string, string | number>,
  phases: Phases,
): Promise<void> => {
  const [backend] = await sql`select pg_backend_pid() as pid`;
  for (const statement of statementsOf(name, values)) {
    const what = /(?:insert into|delete from|create unlogged table) (\S+)/.exec(statement)?.[1] ?? 'functions';
    const begin = cpuSecondsOf(backend?.pid);
    await sql.unsafe(statement).catch((error: unknown) => {
      throw new Error(`${name}: ${(error as Error).message}\n${statement.slice(0, 400)}`, { cause: error });
    });
    phases[`insert ${what}`] = Math.round(
      (phases[`insert ${what}`] ?? 0) + (cpuSecondsOf(backend?.pid) - begin) * 1000,
    );
  }
};

/** Computes all counters at once; the product updates them step by step. */
const countEverything = async (sql: Sql): Promise<void> => {
  const counters = [
    () => sql`
    insert into collection_owner (collection_uuid, owner, tokens)
    select t.collection_uuid, o.owner, count(*) from ownership o join token t on t.uuid = o.token_uuid group by 1, 2`,
    () => sql`
    insert into trait_count (collection_uuid, name, value, count)
    select tt.collection_uuid, tt.name, tt.value, count(*) from token_trait tt join token t on t.uuid = tt.token_uuid where t.is_counted group by 1, 2, 3`,
    () => sql`
    insert into token_count (scope, id, minted, on_sale)
    select scope, id, count(*), count(*) filter (where on_sale) from token
    cross join lateral (values ('all', ${ALL}::uuid), ('category', category_uuid), ('collection', collection_uuid), ('network', network_uuid)) scopes (scope, id)
    where is_counted group by 1, 2`,
  ];
  await inPairs(counters, (count) => count());
};

/** The product's `addCounts` for all collections at once, because `addCounts` would read every hidden ownership once per collection. */
const countCollections = (sql: Sql) => sql`
  update collection c set items = coalesce(t.items, 0), on_sale = coalesce(t.on_sale, 0), floor_price = t.floor_price, owners = coalesce(o.owners, 0), holders = coalesce(o.holders, 0),
    volume = coalesce(v.volume, 0), ranked_volume = coalesce(r.volume, 0)
  from collection every
  left join (
    select collection_uuid, count(*) as items, count(*) filter (where on_sale) as on_sale, min(sale_price_eth) filter (where states & 1 <> 0) as floor_price
    from token where is_counted group by 1) t on t.collection_uuid = every.uuid
  left join (
    select held.collection_uuid, count(*) as holders, count(*) filter (where held.tokens > coalesce(h.unseen, 0)) as owners from collection_owner held
    left join (
      select token.collection_uuid, w.owner, count(*) as unseen from ownership w join token on token.uuid = w.token_uuid where w.is_hidden group by 1, 2) h
      on h.collection_uuid = held.collection_uuid and h.owner = held.owner
    group by 1) o on o.collection_uuid = every.uuid
  left join (
    select token.collection_uuid, sum(h.value_eth) as volume from history h join token on token.uuid = h.token_uuid where h.value_eth is not null group by 1) v
    on v.collection_uuid = every.uuid
  left join (select collection_uuid, sum(ranked_volume) as volume from collection_hour group by 1) r on r.collection_uuid = every.uuid
  where c.uuid = every.uuid`;

const deriveBreedings = async (sql: Sql, now: Date): Promise<void> => {
  const uuidsOf = async (query: Promise<postgres.Row[]>) => (await query).map((row) => row.uuid as string);
  const breedings = await uuidsOf(sql`select uuid from breeding`);
  const tokens = await uuidsOf(sql`select token_uuid as uuid from breeding_token`);
  const collections = await uuidsOf(sql`select distinct collection_uuid as uuid from breeding_terms_log`);
  await deriveBreeding(sql as never, { breedings, tokens, collections }, now);
  // What a trigger of breeding_token counts.
  await sql`
    update breeding_terms t set members = m.members, children = m.children from (
      select collection_uuid, count(*) as members, count(birth_uuid) as children from breeding_token group by 1) m where m.collection_uuid = t.collection_uuid`;
};

/** Fills a migrated, empty database. @returns milliseconds of each phase */
export const fill = async (market: Market, tokens: number): Promise<Phases> => {
  const sql = loader(market.databaseUrl, 1);
  const pair = loader(market.databaseUrl, 2);
  const phases: Phases = {};
  const phase = async (name: string, work: () => Promise<unknown>) => {
    const pid = market.database.process.pid as number;
    const [begin, cpu] = [performance.now(), cpuSecondsOfTree(pid)];
    await work();
    phases[name] = Math.round(performance.now() - begin);
    console.log(
      `  ${name}: ${((phases[name] as number) / 1000).toFixed(1)} s, ${(cpuSecondsOfTree(pid) - cpu).toFixed(1)} s of CPU`,
    );
  };
  try {
    const values = await placeholders(sql, market, tokens);
    const dropped = await dropIndexes(sql);
    const run = (client: Sql) => async (names: string[]) => {
      for (const name of names) await runFile(client, name, values, phases);
    };
    await phase('people', () => run(sql)(['00_functions', '01_plan', '02_people']));
    await phase('works, offers and history', () =>
      inPairs([['03_works'], ['04_offers', '05_history']], (names) => run(pair)(names)),
    );
    await phase('trade, accounts and breeding', () =>
      inPairs([['06_trade'], ['07_accounts', '08_breeding']], (names) => run(pair)(names)),
    );
    const isLate = (table: string) => table === 'token' || table === 'ownership';
    await phase('indexes', () => restoreIndexes(pair, dropped, (table) => !isLate(table)));
    // A small sample: for the plans of what derives the rest.
    await phase('analyze', async () => {
      await sql`set default_statistics_target = 10`;
      await sql`analyze`;
    });
    await phase('token cards', async () => {
      const uuids = (await sql<{ uuid: string }[]>`select uuid from token order by uuid`).map((row) => row.uuid);
      const batches = Array.from({ length: Math.ceil(uuids.length / BATCH) }, (_, at) =>
        uuids.slice(at * BATCH, (at + 1) * BATCH),
      );
      await inPairs(batches, async (batch) => {
        await rebuildTokenCards(pair as never, batch);
        await markOwnerships(pair as never, batch);
      });
    });
    await phase('counters', () => countEverything(pair));
    await phase('indexes of tokens', () => restoreIndexes(pair, dropped, isLate));
    await phase('collections', async () => {
      await sql`analyze token`;
      await countCollections(sql);
      await deriveBreedings(sql, new Date(Number(values.now) * 1000));
    });
    await phase('foreign keys', () => restoreForeignKeys(pair, dropped));
    await sql`drop schema gen cascade`;
    await phase('vacuum', async () => {
      const tables = await sql<
        { name: string }[]
      >`select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        order by pg_table_size(oid) desc`;
      await inPairs(tables, ({ name }) => pair.unsafe(`vacuum (analyze) ${name}`));
      await sql`checkpoint`;
    });
    return phases;
  } finally {
    await sql.end();
    await pair.end();
  }
};
