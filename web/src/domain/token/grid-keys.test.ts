import { expect, it } from 'vitest';
import { neighbourOf } from './grid-keys.ts';

const box = (left: number, top: number, width: number) => ({ left, top, width });
/** Two rows with cards of different widths, and one card alone. */
const boxes = [
  box(0, 0, 100),
  box(110, 0, 190),
  box(0, 200, 140),
  box(150, 200, 60),
  box(220, 200, 80),
  box(0, 400, 50),
];

it.each([
  ['ArrowRight', 1, 2],
  ['ArrowLeft', 2, 1],
  ['ArrowLeft', 0, undefined],
  ['ArrowRight', 5, undefined],
  ['ArrowDown', 1, 3],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 2, 0],
  ['ArrowDown', 4, 5],
  ['ArrowDown', 5, undefined],
  ['ArrowUp', 0, undefined],
  ['Enter', 1, undefined],
])('%s on card %s leads to card %s', (key, from, to) => {
  expect(neighbourOf(boxes, from, key)).toBe(to);
});
