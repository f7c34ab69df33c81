import { expect, it } from 'vitest';
import { makeOpenApi } from '../../server/src/openapi.ts';
import { casesOf, LEFT_OUT } from './cases.ts';
import type { World } from './world.ts';

const ID = '0190a4a4-0000-7000-8000-000000000001';
const all = <K extends string>(...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, ID])) as Record<K, string>;
const world: World = {
  people: all('whale', 'ordinary', 'admin', 'notified'),
  categories: Array.from({ length: 8 }, () => ID),
  network: ID,
  currencies: all('WETH', 'USDC'),
  collections: all('biggest', 'breeding', 'ordinary', 'ukrainian'),
  tokens: all('wanted', 'single', 'edition', 'sold'),
  anyTokens: [ID],
  offers: all('SALE ACTIVE', 'AUCTION ACTIVE', 'BID ACTIVE'),
  breedings: all('hatched', 'expecting', 'parent', 'otherParent'),
  visible: 1_000_000,
};

it('every read of the API is measured, or left out with a reason', async () => {
  const { paths } = await makeOpenApi();
  const reads = Object.entries(paths).flatMap(([path, methods]) => ('get' in methods ? path.replace('/api', '') : []));
  const measured = new Set(casesOf(world).map(({ endpoint }) => endpoint));
  const leftOut = Object.keys(LEFT_OUT);
  expect(reads.filter((path) => !measured.has(path) && !leftOut.includes(path))).toEqual([]);
  expect([...measured, ...leftOut].filter((path) => !reads.includes(path))).toEqual([]);
  expect(leftOut.filter((path) => measured.has(path))).toEqual([]);
});

it('the name of each case is unique, because a result is found by it', () => {
  const names = casesOf(world).map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
});
