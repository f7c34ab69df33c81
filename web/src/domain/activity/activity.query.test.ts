import { expect, it } from 'vitest';
import { kindsOf } from './activity.query.ts';

const userUuid = '01990000-0000-7000-8000-00000000000a';

it.each([
  ['kind=SALE', { userUuid }, ['SOLD', 'BOUGHT']],
  ['kind=MINT&kind=SOLD', { userUuid }, ['SOLD', 'MINT']],
  ['kind=SALE&kind=GIFT', {}, ['SALE']],
  ['kind=SOLD', {}, []],
  ['', { userUuid }, []],
])('the address %j of a list of %j asks for %j', (query, scope, kinds) =>
  expect(kindsOf(new URLSearchParams(query), scope)).toEqual(kinds),
);
