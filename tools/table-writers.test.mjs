import { expect, test } from 'vitest';
import {
  checkTriggers,
  checkWriters,
  tablesWrittenBy,
  triggerWrites,
  writesOfServer,
  writesOfTriggers,
} from './table-writers.mjs';

test('finds the tables that SQL writes, and ignores similar English', () => {
  const source = `
    const a = tx\`insert into offer (uuid) values (\${id}) on conflict do update set uuid = 1\`;
    const b = tx\`with gone as (delete from
      token_trait where uuid = 1) update only auction a set x = 1\`;
    const c = tx\`select 1 from token for update skip locked\`;
    const d = tx\`merge into trait_count t using step on true\`;
    const e = tx\`update \${tx(table)} set position = 1\`;
    const f = 'delete from media';
    const words = \`Please update your wallet, or delete from it what you do not need\`;`;
  expect(tablesWrittenBy(source, 'x.ts').toSorted()).toEqual([
    '?',
    'auction',
    'media',
    'offer',
    'token_trait',
    'trait_count',
  ]);
});

test('a table is written by its module alone', () => {
  const writers = { offer: 'domain/offer/store/offer.store.ts', app_user: 'domain/auth/' };
  const own = [
    { table: 'offer', file: 'domain/offer/store/offer.store.ts' },
    { table: 'app_user', file: 'domain/auth/email.store.ts' },
  ];
  expect(checkWriters(own, writers)).toEqual([]);
  for (const foreign of [
    { table: 'offer', file: 'domain/price/price.jobs.ts' },
    { table: 'app_user', file: 'domain/auth/auth.service.ts' },
    { table: 'unknown', file: 'x.ts' },
  ])
    expect(checkWriters([...own, foreign], writers)).toHaveLength(1);
  expect(checkWriters(own.slice(1), writers)).toHaveLength(1);
  const service = { table: 'offer', file: 'domain/offer/offer.service.ts' };
  expect(checkWriters([service], { offer: service.file })).toEqual([
    'domain/offer/offer.service.ts writes a table, so its name must end in .store.ts',
  ]);
});

test('each table of the server has one module that writes it', () => {
  expect(checkWriters(writesOfServer())).toEqual([]);
});

test('a trigger writes the tables that the list names; its last definition counts', () => {
  const migrations = [
    `create function count_sale() returns trigger language plpgsql as $$ begin
       insert into sale_day as d (day) values (now()) on conflict do update set n = d.n + 1;
       update token set sales = 1 where uuid = new.uuid; return null; end $$;
     create function old() returns trigger as $$ begin delete from offer where true; end $$;`,
    `create or replace function count_sale() returns trigger language plpgsql as $$ begin
       insert into sale_day (day) values (now()); return null; end $$; drop function old;`,
  ];
  const writes = triggerWrites(migrations);
  expect(writes).toEqual([{ trigger: 'count_sale', table: 'sale_day' }]);
  expect(checkTriggers(writes, { sale_day: ['count_sale'] })).toEqual([]);
  expect(checkTriggers(writes, {})).toHaveLength(1);
  expect(checkTriggers([], { sale_day: ['count_sale'] })).toHaveLength(1);
});

test('each trigger of the migrations that writes a table is in the list', () => {
  expect(checkTriggers(writesOfTriggers())).toEqual([]);
});
