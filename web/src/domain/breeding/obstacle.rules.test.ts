import type { BreedingFamily, BreedingToken } from '@skarb/schema/breeding';
import { expect, it } from 'vitest';
import { obstacleOf } from './obstacle.rules.ts';

const token = (uuid: string, change: Partial<BreedingToken> = {}) =>
  ({ uuid, collection: { uuid: 'domovyky' }, readyAt: null, obstacles: [], ...change }) as unknown as BreedingToken;
const family = {
  token: token('self'),
  parents: [{ uuid: 'mother' }, { uuid: 'father' }],
  siblings: [{ uuid: 'sister' }],
  children: [{ uuid: 'son' }],
} as unknown as BreedingFamily;

it.each([
  ['self', 'SAME'],
  ['mother', 'PARENT_AND_CHILD'],
  ['son', 'PARENT_AND_CHILD'],
  ['sister', 'SIBLINGS'],
  ['unrelated', null],
])('with %s as the partner finds the obstacle %s', (uuid, why) => expect(obstacleOf(token(uuid), family, 0)).toBe(why));

it('refuses a token of another collection', () =>
  expect(obstacleOf(token('unrelated', { collection: { uuid: 'other', name: '' } }), family, 0)).toBe(
    'OTHER_COLLECTION',
  ));

it('reports an obstacle of the token itself before one of the pair', () =>
  expect(obstacleOf(token('sister', { obstacles: ['LISTED'] }), family, 0)).toBe('LISTED'));

it('ends a rest at its time, although the list was read before', () => {
  const resting = token('unrelated', { obstacles: ['RESTING'], readyAt: '2026-11-21T12:00:00Z' });
  const end = Date.parse('2026-11-21T12:00:00Z');
  expect(obstacleOf(resting, family, end - 1)).toBe('RESTING');
  expect(obstacleOf(resting, family, end)).toBe(null);
});

it('lets anyone see the odds of a token they do not own', () =>
  expect(obstacleOf(token('unrelated', { obstacles: ['NOT_OWNER'] }), null, 0)).toBe(null));
