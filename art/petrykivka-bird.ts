import { Brush } from './petrykivka-brush.ts';
import type { Paints } from './petrykivka-paints.ts';
import { tag } from '@skarb/server/breeding/art/picture.ts';
import type { Random } from '@skarb/server/breeding/art/random.ts';

/** Draws a firebird of about a hundred strokes, looking left, within about 300 units of the centre. */
export function firebird(random: Random, p: Paints): Brush {
  const bird = new Brush(random);
  const [a, b, c] = p.flowers;
  const tails: [number, number, number][] = [
    [300, -250, 0.3],
    [355, -150, 0.26],
    [375, -40, 0.18],
    [360, 70, 0.08],
    [310, 165, -0.05],
    [235, 235, -0.16],
  ];
  for (const [i, [x, y, bend]] of tails.entries()) {
    const tones = [a, b, c][i % 3]!;
    bird.comma([x, y], [40, 40], 58, bend, tones, 0.16);
    for (let k = 0; k < 7; k++) {
      const angle = Math.atan2(y - 40, x - 40) + (k - 3) * 0.42;
      bird.comma([x + Math.cos(angle) * 46, y + Math.sin(angle) * 46], [x, y], 17, 0.1, [a, b, c][(i + 1) % 3]!);
    }
    bird.dot(x, y, 13, p.heart);
  }
  bird.line(
    [
      [-40, 130],
      [-52, 190],
      [-50, 236],
    ],
    6,
    p.heart[1],
  );
  bird.line(
    [
      [5, 135],
      [0, 190],
      [8, 236],
    ],
    6,
    p.heart[1],
  );
  for (const x of [-50, 8])
    for (const dx of [-20, 0, 18])
      bird.line(
        [
          [x, 232],
          [x + dx, 250],
        ],
        4.5,
        p.heart[1],
      );
  bird.comma([-118, 18], [110, 62], 190, 0.16, a, 0.42);
  bird.comma([-172, -150], [-66, 90], 96, 0.28, a, 0.2);
  for (let row = 0; row < 4; row++)
    for (let k = 0; k < 5 + row; k++) {
      const angle = ((200 + k * (80 / (4 + row))) * Math.PI) / 180;
      const reach = 34 + row * 25;
      const [x, y] = [-70 + Math.cos(angle) * reach * 0.9, 62 - Math.sin(angle) * reach * 0.95];
      bird.comma([x, y], [x + 20, y - 22], 15, 0.12, [c, p.heart, b, c][row]!);
    }
  for (let k = 0; k < 6; k++)
    bird.comma([-60 + k * 34, -70 + k * 4], [70 + k * 12, 74 - k * 2], 40, 0.2, [b, c][k % 2]!, 0.2);
  for (let k = 0; k < 5; k++)
    bird.comma([-70 + k * 26, -26 + k * 8], [40 + k * 8, 72], 24, 0.18, k % 2 ? p.heart : p.leaf, 0.25);
  for (let k = 0; k < 5; k++)
    bird.comma([-190 + k * 17, -262 + Math.abs(k - 2) * 9], [-166, -176], 16, 0.06, [b, c, p.heart, c, b][k]!);
  for (let k = 0; k < 5; k++) bird.dot(-190 + k * 17, -272 + Math.abs(k - 2) * 9, 6.5, p.berry);
  bird.body += tag('circle', { cx: -172, cy: -146, r: 42, fill: a[1] });
  bird.comma([-206, -146], [-254, -126], 26, -0.12, p.heart, 0.25);
  bird.body +=
    tag('circle', { cx: -182, cy: -154, r: 13, fill: '#FFFDF4' }) +
    tag('circle', { cx: -185, cy: -153, r: 7, fill: '#120C12' });
  for (let k = 0; k < 6; k++) bird.dot(-150 + k * 7, -92 + k * 17, 5.5, p.heart);
  return bird;
}
