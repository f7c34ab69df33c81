import { expect, test } from 'vitest';
import { sharedStores } from './import-rules.mjs';
import { SERVER_SOURCES } from '../local/server-build.ts';
import { WEB_SOURCES } from '../local/web-build.ts';
import { checkEdges, checkRanks, checkRepository, circlesIn, importsOf, unneededShares } from './imports.mjs';

const problem = (from, to) => checkEdges([{ from, to, isType: false }]).length > 0;

test('every kind of import is found, types separate from values', () => {
  const source = `
    import type { A } from './a.ts';
    import b, { type C } from './b.ts';
    export * from './c.ts';
    export type { D } from './d.ts';
    const e = await import('./e.ts');
    type F = import('./f.ts').F;
    const page = <main title="import './not-an-import.ts'" />;`;
  expect(importsOf(source, 'x.tsx')).toEqual([
    { specifier: './a.ts', isType: true, isLate: false },
    { specifier: './b.ts', isType: false, isLate: false },
    { specifier: './c.ts', isType: false, isLate: false },
    { specifier: './d.ts', isType: true, isLate: false },
    { specifier: './e.ts', isType: false, isLate: true },
    { specifier: './f.ts', isType: true, isLate: false },
  ]);
});

test.each([
  ['schema/src/token.ts', 'npm:viem'],
  ['server/src/platform/db/database.ts', 'server/src/domain/token/token.rules.ts'],
  ['server/src/domain/offer/offer.rules.ts', 'server/src/domain/offer/offer.store.ts'],
  ['server/src/domain/offer/offer.store.ts', 'server/src/domain/offer/offer.service.ts'],
  ['server/src/domain/offer/offer.service.ts', 'server/src/domain/token/store/token.store.ts'],
  ['server/src/domain/search/search.sql.ts', 'server/src/domain/token/store/token.store.ts'],
  ['server/src/domain/offer/offer.rules.ts', 'server/src/platform/db/database.ts'],
  ['web/src/domain/offer/offer.rules.ts', 'npm:react'],
  ['web/src/domain/offer/offer.rules.ts', 'web/src/domain/offer/offer.query.ts'],
  ['server/src/domain/offer/offer.routes.ts', 'server/src/domain/offer/offer.store.ts'],
  ['server/src/api.ts', 'local/stack.ts'],
  ['web/src/ui/button.tsx', 'web/src/domain/price/price.tsx'],
  ['web/src/page/nfts.tsx', 'web/src/app/router.tsx'],
  ['web/src/domain/price/price.tsx', 'server/src/config.ts'],
  ['web/src/domain/price/price.tsx', 'node:fs'],
  ['contracts/account/index.ts', 'contracts/script/deploy.ts'],
  ['contracts/test/chain/people.ts', 'server/src/config.ts'],
  ['contracts/test/chain/gas.test.ts', 'schema/src/token.ts'],
  ['e2e/journey/sale.spec.ts', 'server/src/domain/offer/offer.store.ts'],
  ['bench/page.load.ts', 'web/src/app/router.tsx'],
  ['tools/words.test.mjs', 'web/src/app/router.tsx'],
])('%s may not import %s', (from, to) => {
  expect(problem(from, to)).toBe(true);
});

test.each([
  ['schema/src/token.ts', 'npm:zod'],
  ['server/src/domain/offer/offer.service.ts', 'server/src/domain/offer/offer.store.ts'],
  ['server/src/domain/offer/offer.service.ts', 'server/src/domain/token/token.service.ts'],
  ['server/src/domain/offer/offer.derive.ts', 'server/src/domain/token/store/token.store.ts'],
  ['web/src/domain/offer/offer.rules.ts', 'web/src/platform/format/split.ts'],
  ['server/src/domain/offer/offer.routes.ts', 'server/src/domain/offer/offer.view.ts'],
  ['server/src/domain/offer/offer.test.ts', 'local/testing.ts'],
  ['web/src/page/nfts.tsx', 'web/src/ui/button.tsx'],
  ['contracts/test/chain/gas.test.ts', 'contracts/script/deploy.ts'],
  ['e2e/journey/sale.spec.ts', 'local/testing.ts'],
])('%s may import %s', (from, to) => {
  expect(problem(from, to)).toBe(false);
});

test('a shared store that a domain no longer uses is reported', () => {
  const edges = Object.entries(sharedStores).flatMap(([store, domains]) =>
    domains.map((domain) => ({ from: `server/src/domain/${domain}/a.ts`, to: `server/src/domain/${store}` })),
  );
  expect(unneededShares(edges)).toEqual([]);
  expect(unneededShares(edges.slice(1))).toHaveLength(1);
});

test('a cycle is reported once; type imports and late imports form none', () => {
  const edges = [
    { from: 'a', to: 'b', isType: false },
    { from: 'b', to: 'c', isType: false },
    { from: 'c', to: 'a', isType: false },
  ];
  expect(circlesIn(edges)).toEqual([['a', 'b', 'c', 'a']]);
  expect(checkEdges(edges.map((edge) => ({ ...edge, isType: edge.from === 'c' })))).toEqual([]);
  expect(checkEdges(edges.map((edge) => ({ ...edge, isLate: edge.from === 'b' })))).toEqual([]);
});

test('a domain imports only lower domains', () => {
  const up = { from: 'server/src/domain/token/token.service.ts', to: 'server/src/domain/offer/offer.service.ts' };
  const down = { from: up.to, to: up.from };
  expect(checkRanks([down])).toEqual([]);
  expect(checkRanks([up])).toHaveLength(1);
  expect(checkRanks([{ from: 'server/src/domain/token/token.test.ts', to: up.to }])).toEqual([]);
  expect(checkRanks([{ from: up.from, to: 'server/src/domain/unheard-of/x.ts' }])).not.toEqual([]);
});

test('the local stack builds the web app and the server again when anything that they import has changed', () => {
  const { edges } = checkRepository();
  for (const [own, sources] of [
    ['web/src/', WEB_SOURCES],
    ['server/src/', SERVER_SOURCES],
  ]) {
    const unseen = edges
      .filter(
        ({ from, to }) =>
          from.startsWith(own) && !/\.test\.|\/testing/.test(from) && !to.startsWith(own) && !to.includes(':'),
      )
      .filter(({ to }) => !sources.some((source) => to === source || to.startsWith(`${source}/`)))
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(unseen).toEqual([]);
  }
});
