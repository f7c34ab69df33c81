import { n, tag } from '@skarb/server/breeding/art/picture.ts';
import type { Random } from '@skarb/server/breeding/art/random.ts';

/**
 * Cut-paper silhouettes. The foot of each is at (x, y) and its height is `size` units. All paths have the same winding
 * direction, so that they merge with the sheet below.
 */

/** A fir with three tiers. */
export function fir(x: number, y: number, size: number): string {
  const w = size * 0.21;
  return (
    `M${n(x)} ${n(y - size)}L${n(x + w * 0.62)} ${n(y - size * 0.62)}L${n(x + w * 0.32)} ${n(y - size * 0.64)}L${n(x + w * 0.88)} ${n(y - size * 0.34)}L${n(x + w * 0.44)} ${n(y - size * 0.37)}` +
    `L${n(x + w * 1.1)} ${n(y - size * 0.06)}L${n(x + w * 0.2)} ${n(y - size * 0.09)}V${n(y + size * 0.12)}H${n(x - w * 0.2)}V${n(y - size * 0.09)}L${n(x - w * 1.1)} ${n(y - size * 0.06)}` +
    `L${n(x - w * 0.44)} ${n(y - size * 0.37)}L${n(x - w * 0.88)} ${n(y - size * 0.34)}L${n(x - w * 0.32)} ${n(y - size * 0.64)}L${n(x - w * 0.62)} ${n(y - size * 0.62)}Z`
  );
}

/** An oak: a trunk, and discs for the crown. */
export function oak(x: number, y: number, size: number): string {
  let path = `M${n(x - size * 0.035)} ${n(y - size * 0.5)}L${n(x + size * 0.035)} ${n(y - size * 0.5)}L${n(x + size * 0.085)} ${n(y + 6)}L${n(x - size * 0.085)} ${n(y + 6)}Z`;
  for (const [dx, dy, r] of [
    [0, -0.74, 0.22],
    [-0.2, -0.62, 0.17],
    [0.2, -0.62, 0.18],
    [-0.1, -0.86, 0.15],
    [0.12, -0.86, 0.14],
    [-0.31, -0.54, 0.1],
    [0.32, -0.53, 0.11],
    [0, -0.56, 0.16],
  ] as const) {
    const [cx, cy, radius] = [x + dx * size, y + dy * size, r * size];
    path += `M${n(cx - radius)} ${n(cy)}a${n(radius)} ${n(radius)} 0 1 1 ${n(radius * 2)} 0a${n(radius)} ${n(radius)} 0 1 1 ${n(-radius * 2)} 0Z`;
  }
  return path;
}

const dome = (x: number, y: number, w: number, h: number): string =>
  `M${n(x - w * 0.5)} ${n(y)}C${n(x - w * 0.78)} ${n(y - h * 0.3)} ${n(x - w * 0.3)} ${n(y - h * 0.52)} ${n(x - w * 0.07)} ${n(y - h * 0.68)}V${n(y - h * 0.8)}H${n(x - w * 0.2)}V${n(y - h * 0.86)}H${n(x - w * 0.07)}V${n(y - h)}H${n(x + w * 0.07)}V${n(y - h * 0.86)}H${n(x + w * 0.2)}V${n(y - h * 0.8)}H${n(x + w * 0.07)}V${n(y - h * 0.68)}C${n(x + w * 0.3)} ${n(y - h * 0.52)} ${n(x + w * 0.78)} ${n(y - h * 0.3)} ${n(x + w * 0.5)} ${n(y)}Z`;

/** A wooden church with three domes, as in the Carpathians. */
export function church(x: number, y: number, size: number): string {
  const box = (cx: number, w: number, h: number): string =>
    `M${n(cx - w / 2)} ${n(y - h)}H${n(cx + w / 2)}V${n(y + 10)}H${n(cx - w / 2)}Z`;
  const roof = (cx: number, w: number, h: number, rise: number): string =>
    `M${n(cx - w / 2)} ${n(y - h)}L${n(cx - w * 0.2)} ${n(y - h - rise)}H${n(cx + w * 0.2)}L${n(cx + w / 2)} ${n(y - h)}Z`;
  const side = size * 0.3;
  return (
    box(x, size * 0.34, size * 0.34) +
    roof(x, size * 0.46, size * 0.33, size * 0.18) +
    box(x, size * 0.17, size * 0.62) +
    dome(x, y - size * 0.6, size * 0.2, size * 0.4) +
    [-1, 1]
      .map(
        (s) =>
          box(x + s * side, size * 0.26, size * 0.25) +
          roof(x + s * side, size * 0.36, size * 0.24, size * 0.14) +
          box(x + s * side, size * 0.11, size * 0.45) +
          dome(x + s * side, y - size * 0.43, size * 0.13, size * 0.27),
      )
      .join('')
  );
}
church.windows = (x: number, y: number, size: number, colour: string): string =>
  [-0.3, -0.06, 0.06, 0.3]
    .map((dx) =>
      tag('path', {
        d: `M${n(x + dx * size - size * 0.018)} ${n(y - size * 0.08)}v${n(-size * 0.08)}a${n(size * 0.018)} ${n(size * 0.018)} 0 0 1 ${n(size * 0.036)} 0v${n(size * 0.08)}Z`,
        fill: colour,
      }),
    )
    .join('');

/** A hut with a steep roof and a chimney. */
export function cabin(x: number, y: number, size: number): string {
  return (
    `M${n(x - size * 0.42)} ${n(y - size * 0.36)}H${n(x + size * 0.42)}V${n(y + 10)}H${n(x - size * 0.42)}Z` +
    `M${n(x)} ${n(y - size)}L${n(x + size * 0.62)} ${n(y - size * 0.3)}H${n(x - size * 0.62)}Z` +
    `M${n(x + size * 0.24)} ${n(y - size * 0.98)}h${n(size * 0.13)}v${n(size * 0.4)}h${n(-size * 0.13)}Z`
  );
}
cabin.windows = (x: number, y: number, size: number, colour: string, smoke: string): string => {
  let body = '';
  for (const dx of [-0.26, 0.06]) {
    body += tag('rect', {
      x: x + dx * size,
      y: y - size * 0.25,
      width: size * 0.18,
      height: size * 0.16,
      fill: colour,
      rx: 1,
    });
  }
  const [sx, sy] = [x + size * 0.3, y - size * 1.02];
  return (
    body +
    tag('path', {
      d: `M${n(sx)} ${n(sy)}c${n(-size * 0.2)} ${n(-size * 0.2)} ${n(size * 0.26)} ${n(-size * 0.34)} ${n(size * 0.06)} ${n(-size * 0.6)}c${n(-size * 0.14)} ${n(-size * 0.2)} ${n(size * 0.2)} ${n(-size * 0.3)} ${n(size * 0.16)} ${n(-size * 0.5)}`,
      fill: 'none',
      stroke: smoke,
      'stroke-width': size * 0.07,
      'stroke-linecap': 'round',
      opacity: 0.7,
    })
  );
};

/** A stag looking left. */
export function deer(x: number, y: number, size: number): string {
  const at = (px: number, py: number): string => `${n(x + (px - 50) * size * 0.01)} ${n(y + (py - 100) * size * 0.01)}`;
  const body = `M${at(24, 36)}C${at(20, 38)} ${at(12, 41)} ${at(11, 44)}C${at(12, 47)} ${at(20, 47)} ${at(25, 46)}C${at(28, 52)} ${at(29, 58)} ${at(33, 64)}L${at(31, 80)}L${at(33, 103)}L${at(37, 103)}L${at(38, 82)}L${at(42, 70)}C${at(52, 73)} ${at(60, 72)} ${at(66, 69)}L${at(69, 82)}L${at(71, 103)}L${at(75, 103)}L${at(75, 80)}L${at(78, 66)}C${at(82, 58)} ${at(80, 50)} ${at(76, 48)}C${at(64, 45)} ${at(50, 50)} ${at(41, 48)}C${at(38, 44)} ${at(34, 38)} ${at(31, 35)}Z`;
  const antler = (dx: number): string =>
    `M${at(28 + dx, 37)}C${at(24 + dx, 26)} ${at(22 + dx, 16)} ${at(26 + dx, 4)}L${at(28 + dx, 5)}C${at(25.5 + dx, 14)} ${at(27 + dx, 18)} ${at(28 + dx, 22)}C${at(32 + dx, 18)} ${at(35 + dx, 14)} ${at(36 + dx, 8)}L${at(38 + dx, 9)}C${at(37 + dx, 17)} ${at(34 + dx, 22)} ${at(29.5 + dx, 26)}C${at(30 + dx, 30)} ${at(31 + dx, 33)} ${at(31.5 + dx, 37)}Z`;
  return body + antler(0) + antler(3);
}

/** Two or three strips with round ends. */
export function cloud(random: Random, x: number, y: number, length: number): string {
  let path = '';
  const rows = random.int(2, 3);
  const thick = length * random.range(0.055, 0.075);
  for (let i = 0; i < rows; i++) {
    const reach = length * (1 - Math.abs(i - rows / 2 + 0.3) * 0.32) * random.range(0.75, 1);
    const left = x - reach / 2 + random.range(-0.16, 0.16) * length;
    const top = y + i * thick * 1.05;
    const r = thick * 0.62;
    path += `M${n(left)} ${n(top)}h${n(reach)}a${n(r)} ${n(r)} 0 0 1 0 ${n(r * 2)}h${n(-reach)}a${n(r)} ${n(r)} 0 0 1 0 ${n(-r * 2)}Z`;
  }
  return path;
}

export function circle(cx: number, cy: number, r: number): string {
  return `M${n(cx - r)} ${n(cy)}a${n(r)} ${n(r)} 0 1 0 ${n(r * 2)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-r * 2)} 0Z`;
}

/** A soft shadow from many faint strokes of increasing width: a blur filter would be slower than the whole drawing. */
export function softShadow(
  path: string,
  reach: number,
  strength: number,
  colour: string,
  lift: number,
  steps = 7,
): string {
  let body = '';
  for (let i = 1; i <= steps; i++) {
    body += tag('path', {
      d: path,
      fill: 'none',
      stroke: colour,
      'stroke-width': (reach * 2 * i) / steps,
      opacity: strength / steps,
      'stroke-linejoin': 'round',
    });
  }
  return tag('g', { transform: `translate(0 ${n(lift)})` }, body);
}
