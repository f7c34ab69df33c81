import { expect, it } from 'vitest';
import { timeLeft } from './time-left.ts';

const END = '2026-11-24T12:30:45Z';
const at = (iso: string) => timeLeft(END, Date.parse(iso));

it('returns days, hours, minutes and seconds', () =>
  expect(at('2026-11-21T10:00:00Z')).toEqual({ isOver: false, days: 3, hours: 2, minutes: 30, seconds: 45 }));

it('is not over while a fraction of a second remains', () => {
  expect(at('2026-11-24T12:30:44.900Z')).toMatchObject({ isOver: false, seconds: 1 });
  expect(at('2026-11-24T12:30:45Z').isOver).toBe(true);
  expect(at('2027-01-01T00:00:00Z')).toEqual({ isOver: true, days: 0, hours: 0, minutes: 0, seconds: 0 });
});
