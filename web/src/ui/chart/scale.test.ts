import { describe, expect, it } from 'vitest';
import { runsOf, shareOf, ticksOf } from './scale.ts';

describe('an axis', () => {
  it('has round values that enclose all values shown', () => {
    expect(ticksOf(0, 1.25)).toEqual([0, 0.5, 1, 1.5]);
    expect(ticksOf(0, 0.3)).toEqual([0, 0.1, 0.2, 0.3]);
    expect(ticksOf(0, 9800)).toEqual([0, 2500, 5000, 7500, 10000]);
    expect(ticksOf(0.00012, 0.00019)).toEqual([0.00012, 0.00014, 0.00016, 0.00018, 0.0002]);
  });

  it('exists for one value and for none', () => {
    expect(ticksOf(2, 2)).toEqual([0, 2]);
    expect(ticksOf(0, 0)).toEqual([0, 1]);
  });

  it('places a value by its share of the range, and a single value in the middle', () => {
    expect([shareOf(5, 0, 10), shareOf(0, 0, 10), shareOf(3, 3, 3)]).toEqual([0.5, 0, 0.5]);
  });
});

it('a gap in the data is a gap in the line', () => {
  expect(runsOf([1, 2, null, 3, null, null], (value) => value !== null)).toEqual([[1, 2], [3]]);
});
