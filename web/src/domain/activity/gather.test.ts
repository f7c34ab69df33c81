import type { ActivityEvent } from '@skarb/schema/activity';
import { expect, it } from 'vitest';
import { anActivity } from '../../../testing/front-examples.ts';
import { gather } from './gather.ts';

const mint = (uuid: string, minute: number, over: Partial<ActivityEvent> = {}) =>
  anActivity({
    uuid,
    kind: 'MINT',
    event: 'MINTED',
    createdAt: new Date(Date.UTC(2026, 10, 23, 10, minute)).toISOString(),
    ...over,
  });
const groups = (lines: readonly ActivityEvent[]) => groupsOf([lines]);
const groupsOf = (pages: readonly (readonly ActivityEvent[])[]) =>
  gather(pages).map(({ first, others }) => [first.uuid, ...others.map(({ uuid }) => uuid)].join(' '));

it('four neighbours of the same kind, people and collection are one group', () => {
  expect(groups([mint('d', 4), mint('c', 3), mint('b', 2), mint('a', 1)])).toEqual(['d c b a']);
});

it('three are shown one by one', () => {
  expect(groups([mint('c', 3), mint('b', 2), mint('a', 1)])).toEqual(['c', 'b', 'a']);
});

it.each<[string, Partial<ActivityEvent>]>([
  ['another kind', { kind: 'LISTING' }],
  ['another event', { event: 'EDITED' }],
  ['another giver', { from: '0x1' }],
  ['another taker', { to: '0x2' }],
  ['another collection', { collection: { ...anActivity().collection, uuid: 'other' } }],
])('%s between them ends a group', (_, over) => {
  const lines = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((minute) => mint(`m${minute}`, minute, minute === 5 ? over : {}));
  expect(groups(lines)).toEqual(['m9 m8 m7 m6', 'm5', 'm4 m3 m2 m1']);
});

it('an hour without any ends a group', () => {
  const lines = [128, 127, 126, 125, 65, 64, 63, 62].map((minute) => mint(`m${minute}`, minute));
  expect(groups(lines)).toEqual(['m128 m127 m126 m125', 'm65 m64 m63 m62']);
});

it('sales are never gathered', () => {
  const lines = [4, 3, 2, 1].map((minute) => mint(`m${minute}`, minute, { kind: 'SALE', event: 'SOLD' }));
  expect(groups(lines)).toEqual(['m4', 'm3', 'm2', 'm1']);
});

const minutes = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => mint(`m${from - index}`, from - index));

it('what a page shows singly stays so when the next page goes on with the same', () => {
  expect(groupsOf([minutes(9, 7), minutes(6, 4)])).toEqual(['m9', 'm8', 'm7 m6 m5 m4']);
  expect(groupsOf([minutes(9, 7), minutes(6, 5)])).toEqual(['m9', 'm8', 'm7', 'm6', 'm5']);
  expect(groupsOf([minutes(9, 8), minutes(7, 7), minutes(6, 4)])).toEqual(['m9', 'm8', 'm7 m6 m5 m4']);
});

it('a group goes on in the next page, and another one begins there', () => {
  expect(groupsOf([minutes(9, 6), minutes(5, 5)])).toEqual(['m9 m8 m7 m6 m5']);
  expect(
    groupsOf([
      [mint('x', 59, { kind: 'SALE' }), ...minutes(9, 6)],
      [mint('y', 5, { kind: 'SALE' }), ...minutes(4, 1)],
    ]),
  ).toEqual(['x', 'm9 m8 m7 m6', 'y', 'm4 m3 m2 m1']);
  expect(groupsOf([[], minutes(4, 1)])).toEqual(['m4 m3 m2 m1']);
});
