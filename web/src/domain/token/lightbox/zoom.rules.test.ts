import { describe, expect, it } from 'vitest';
import { afterKey, frameOf, panBy, pinch, WHOLE, zoomAt } from './zoom.rules.ts';

const stage = { width: 1000, height: 500 };
const frame = frameOf({ width: 4000, height: 4000 }, stage);
/** The detail of the picture, in shares of its size from its middle, at a point of the stage. */
const detailAt = ({ scale, x, y }: typeof WHOLE, point: { x: number; y: number }) => [
  (point.x - x) / (frame.fit.width * scale),
  (point.y - y) / (frame.fit.height * scale),
];

it('a picture is whole within the stage, and a small one fills it', () => {
  expect(frame.fit).toEqual({ width: 500, height: 500 });
  expect(frameOf({ width: 32, height: 16 }, stage).fit).toEqual({ width: 1000, height: 500 });
});

it('a large picture can be enlarged until each of its pixels covers two', () => {
  expect(frame.max).toBe(16);
  expect(frameOf({ width: 500, height: 250 }, stage).max).toBe(4);
});

describe('the detail that a reader looks at', () => {
  it('stays under the pointer while the wheel enlarges', () => {
    const near = zoomAt(WHOLE, 6, { x: 0, y: 0 }, frame);
    const point = { x: 220, y: -130 };
    const nearer = zoomAt(near, 1.5, point, frame);
    expect(nearer.scale).toBe(9);
    expect(detailAt(nearer, point)).toEqual(detailAt(near, point).map((share) => expect.closeTo(share, 9)));
  });

  it('stays between two fingers that move apart and along', () => {
    const near = zoomAt(WHOLE, 6, { x: 0, y: 0 }, frame);
    const after = pinch(
      near,
      [
        { x: -50, y: 0 },
        { x: 50, y: 0 },
      ],
      [
        { x: -80, y: 40 },
        { x: 120, y: 40 },
      ],
      frame,
    );
    expect(after.scale).toBe(12);
    expect(detailAt(after, { x: 20, y: 40 })).toEqual(detailAt(near, WHOLE).map((share) => expect.closeTo(share, 9)));
  });
});

it('a picture never leaves a gap on one side while it reaches beyond the other', () => {
  const near = panBy(zoomAt(WHOLE, 4, { x: 0, y: 0 }, frame), { x: 9999, y: -9999 }, frame);
  expect(near).toEqual({ scale: 4, x: (2000 - 1000) / 2, y: -(2000 - 500) / 2 });
  // Narrower than the stage at twice its size: it stays in the middle.
  expect(panBy(zoomAt(WHOLE, 1.9, { x: 0, y: 0 }, frame), { x: 300, y: 0 }, frame).x).toBe(0);
});

it('a picture is never smaller than whole, nor larger than its limit', () => {
  expect(zoomAt(WHOLE, 0.1, { x: 99, y: 9 }, frame)).toEqual(WHOLE);
  expect(zoomAt(WHOLE, 1e6, { x: 0, y: 0 }, frame).scale).toBe(16);
});

it('keys enlarge, reduce, move and show the whole again', () => {
  const near = afterKey(afterKey(WHOLE, '+', frame)!, '=', frame)!;
  expect(near.scale).toBe(2.25);
  expect(afterKey(near, 'ArrowRight', frame)!.x).toBeLessThan(near.x);
  expect(afterKey(near, 'ArrowUp', frame)!.y).toBeGreaterThan(near.y);
  expect(afterKey(near, '-', frame)!.scale).toBe(1.5);
  expect(afterKey(near, '0', frame)).toEqual(WHOLE);
  expect(afterKey(near, 'a', frame)).toBeUndefined();
});
