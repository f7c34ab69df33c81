import { mix, shade } from './colour.ts';
import { accents, coats, type CreatureGenes } from './creature-traits.ts';
import { n, smooth, tag, type Point } from './picture.ts';

/** Where a body lets its parts be put on. */
export interface Frame {
  x: number;
  top: number;
  /** Half the body's width at a height. */
  half: (y: number) => number;
  /** The height of the crown above a place left or right of the axis. */
  crown: (dx: number) => number;
  clip: string;
}

/** A tapering limb along points, `from` to `to` units thick, as one shape. */
function tube(points: readonly Point[], from: number, to: number): string {
  const sides: [Point[], Point[]] = [[], []];
  for (const [i, [x, y]] of points.entries()) {
    const [a, b] = [points[Math.max(0, i - 1)]!, points[Math.min(points.length - 1, i + 1)]!];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const w = (from + ((to - from) * i) / (points.length - 1)) / 2;
    const [nx, ny] = [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
    sides[0].push([x + nx * w, y + ny * w]);
    sides[1].unshift([x - nx * w, y - ny * w]);
  }
  return smooth([...sides[0], ...sides[1]], true);
}

const both = (draw: (side: number) => string): string => draw(-1) + draw(1);

export function horns(genes: CreatureGenes, frame: Frame): string {
  const [dark, body, light] = accents[genes.Accent];
  const coat = coats[genes.Coat];
  const spread = Math.min(128, frame.half(frame.top + 70) * 0.62);
  const at = (side: number, share = 1): Point => [frame.x + side * spread * share, frame.crown(spread * share) + 16];
  const fill = (d: string, colour = body): string => tag('path', { d, fill: colour });
  const bands = (points: readonly Point[], from: number, to: number, colour: string): string =>
    points
      .slice(1, -1)
      .map(([x, y], i) => {
        const [a, b] = [points[i]!, points[i + 2]!];
        const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
        const w = ((from + ((to - from) * (i + 1)) / (points.length - 1)) / 2) * 0.92;
        const [nx, ny] = [(-(b[1] - a[1]) / length) * w, ((b[0] - a[0]) / length) * w];
        return tag('path', {
          d: `M${n(x + nx)} ${n(y + ny)}Q${n(x + (b[0] - a[0]) * 0.12)} ${n(y + (b[1] - a[1]) * 0.12)} ${n(x - nx)} ${n(y - ny)}`,
          fill: 'none',
          stroke: colour,
          'stroke-width': 6,
          'stroke-linecap': 'round',
        });
      })
      .join('');
  switch (genes.Horns) {
    case 'Nubs':
      return both((side) => {
        const [x, y] = at(side);
        return (
          fill(
            `M${n(x - 36)} ${n(y + 18)}C${n(x - 44)} ${n(y - 118)} ${n(x + 44)} ${n(y - 118)} ${n(x + 36)} ${n(y + 18)}Z`,
          ) +
          tag('path', {
            d: `M${n(x - 18)} ${n(y - 46)}q4-22 18-24`,
            stroke: light,
            'stroke-width': 8,
            fill: 'none',
            'stroke-linecap': 'round',
          })
        );
      });
    case 'Sprout': {
      const [x, y] = [frame.x, frame.crown(0) + 12];
      const leaf = (side: number, reach: number, lift: number): string => {
        const [tx, ty] = [x + side * reach, y - lift];
        return (
          fill(
            `M${n(x)} ${n(y - 88)}C${n(x + side * 20)} ${n(ty - 24)} ${n(tx - side * 40)} ${n(ty - 44)} ${n(tx)} ${n(ty)}C${n(tx - side * 18)} ${n(ty + 46)} ${n(x + side * 40)} ${n(y - 64)} ${n(x)} ${n(y - 88)}Z`,
            side < 0 ? '#4FA83A' : '#7CC84A',
          ) +
          tag('path', {
            d: `M${n(x + side * 12)} ${n(y - 92)}Q${n(x + side * reach * 0.5)} ${n(ty + 6)} ${n(tx - side * 16)} ${n(ty + 1)}`,
            fill: 'none',
            stroke: '#2C6E22',
            'stroke-width': 4.5,
            'stroke-linecap': 'round',
          })
        );
      };
      return (
        tag('path', {
          d: `M${n(x)} ${n(y + 10)}Q${n(x - 10)} ${n(y - 50)} ${n(x)} ${n(y - 92)}`,
          fill: 'none',
          stroke: '#3C8A2E',
          'stroke-width': 15,
          'stroke-linecap': 'round',
        }) +
        leaf(-1, 122, 118) +
        leaf(1, 104, 152) +
        tag('circle', { cx: x, cy: y - 100, r: 19, fill: body }) +
        tag('circle', { cx: x - 5, cy: y - 106, r: 6, fill: light })
      );
    }
    case 'Bull':
      return both((side) => {
        const [x, y] = at(side, 1.12);
        const points: Point[] = [
          [x - side * 18, y + 22],
          [x + side * 40, y - 10],
          [x + side * 92, y - 50],
          [x + side * 106, y - 112],
          [x + side * 84, y - 160],
        ];
        return fill(tube(points, 74, 5)) + bands(points.slice(0, 4), 74, 26, dark);
      });
    case 'Antennae':
      return both((side) => {
        const [x, y] = at(side, 0.5);
        const [ex, ey] = [x + side * 74, y - 158];
        return (
          tag('path', {
            d: `M${n(x)} ${n(y + 8)}C${n(x - side * 8)} ${n(y - 90)} ${n(x + side * 20)} ${n(y - 150)} ${n(ex)} ${n(ey)}`,
            fill: 'none',
            stroke: coat.dark,
            'stroke-width': 13,
            'stroke-linecap': 'round',
          }) +
          tag('circle', { cx: ex, cy: ey, r: 33, fill: body }) +
          tag('circle', { cx: ex - 10, cy: ey - 11, r: 11, fill: light })
        );
      });
    case 'Ram':
      return both((side) => {
        const [x, y] = at(side, 1.12);
        const points: Point[] = [];
        for (let i = 0; i <= 14; i++) {
          const t = i / 14;
          const angle = Math.PI * (0.93 + t * 2.05);
          const r = 86 - t * 58;
          points.push([x + side * (58 + Math.cos(angle) * r * 1.08), y - 12 + Math.sin(angle) * r]);
        }
        return (
          fill(tube(points, 68, 8)) +
          bands(
            points.filter((_, i) => i % 2 === 0),
            66,
            12,
            dark,
          )
        );
      });
    case 'Unicorn': {
      const [x, y] = [frame.x, frame.crown(0) + 24];
      let stripes = '';
      for (let i = 0; i < 5; i++) {
        const [w, h] = [38 - i * 6.6, y - 20 - i * 36];
        stripes += `M${n(x - w)} ${n(h)}Q${n(x)} ${n(h + 14)} ${n(x + w * 0.9)} ${n(h - 18)}`;
      }
      return (
        fill(
          `M${n(x - 44)} ${n(y)}Q${n(x - 26)} ${n(y - 110)} ${n(x + 8)} ${n(y - 214)}Q${n(x + 34)} ${n(y - 100)} ${n(x + 44)} ${n(y)}Z`,
        ) +
        fill(
          `M${n(x + 8)} ${n(y - 214)}Q${n(x + 34)} ${n(y - 100)} ${n(x + 44)} ${n(y)}H${n(x + 12)}Q${n(x + 16)} ${n(y - 100)} ${n(x + 8)} ${n(y - 214)}Z`,
          shade(body, -0.07),
        ) +
        tag('path', { d: stripes, fill: 'none', stroke: dark, 'stroke-width': 6, 'stroke-linecap': 'round' })
      );
    }
    case 'Mushrooms':
      return [
        [-0.62, 92, 62],
        [0.2, 132, 78],
        [0.86, 70, 48],
      ]
        .map(([share, tall, cap]) => {
          const [x, y] = [frame.x + share! * spread, frame.crown(Math.abs(share!) * spread) + 18];
          const top = y - tall!;
          const r = cap!;
          let body2 = fill(
            `M${n(x - 17)} ${n(y)}Q${n(x - 11)} ${n(top + 30)} ${n(x - 14)} ${n(top)}H${n(x + 14)}Q${n(x + 11)} ${n(top + 30)} ${n(x + 17)} ${n(y)}Z`,
            '#F6EAD2',
          );
          body2 += fill(
            `M${n(x - r)} ${n(top + 6)}C${n(x - r)} ${n(top - r * 1.1)} ${n(x + r)} ${n(top - r * 1.1)} ${n(x + r)} ${n(top + 6)}Q${n(x)} ${n(top + 26)} ${n(x - r)} ${n(top + 6)}Z`,
          );
          for (const [dx, dy, s] of [
            [-0.45, -0.25, 0.14],
            [0.05, -0.55, 0.17],
            [0.5, -0.22, 0.12],
          ] as const)
            body2 += tag('circle', { cx: x + dx * r, cy: top + dy * r, r: s * r, fill: light });
          return body2;
        })
        .join('');
    case 'Antlers':
      return both((side) => {
        const [x, y] = at(side, 0.7);
        const p = (dx: number, dy: number): string => `${n(x + side * dx)} ${n(y - dy)}`;
        const d = `M${p(0, -10)}C${p(6, 60)} ${p(60, 70)} ${p(84, 190)}M${p(18, 62)}C${p(60, 60)} ${p(104, 66)} ${p(128, 104)}M${p(52, 96)}C${p(40, 130)} ${p(34, 150)} ${p(36, 178)}M${p(100, 76)}C${p(124, 70)} ${p(146, 66)} ${p(166, 74)}`;
        return (
          tag('path', {
            d,
            fill: 'none',
            stroke: dark,
            'stroke-width': 29,
            'stroke-linecap': 'round',
            'stroke-linejoin': 'round',
          }) +
          tag('path', {
            d,
            fill: 'none',
            stroke: body,
            'stroke-width': 20,
            'stroke-linecap': 'round',
            'stroke-linejoin': 'round',
          })
        );
      });
    case 'Crown': {
      const [x, y] = [frame.x, frame.crown(0) + 30];
      const w = Math.min(120, spread * 1.12);
      const gems = [-1, 0, 1]
        .map((i) =>
          tag('circle', { cx: x + i * w * 0.62, cy: y - 20, r: 12, fill: ['#D42A52', '#3AA3E8', '#2FB36A'][i + 1] }),
        )
        .join('');
      const tips = [-1, -0.5, 0, 0.5, 1]
        .map((i) =>
          tag('circle', {
            cx: x + i * w * 1.06,
            cy: y - (Math.abs(i) === 0.5 ? 104 : i === 0 ? 140 : 120),
            r: 13,
            fill: '#FFE9A0',
          }),
        )
        .join('');
      return (
        fill(
          `M${n(x - w)} ${n(y)}L${n(x - w * 1.06)} ${n(y - 112)}L${n(x - w * 0.72)} ${n(y - 60)}L${n(x - w * 0.52)} ${n(y - 98)}L${n(x - w * 0.28)} ${n(y - 58)}L${n(x)} ${n(y - 134)}L${n(x + w * 0.28)} ${n(y - 58)}L${n(x + w * 0.52)} ${n(y - 98)}L${n(x + w * 0.72)} ${n(y - 60)}L${n(x + w * 1.06)} ${n(y - 112)}L${n(x + w)} ${n(y)}Q${n(x)} ${n(y + 26)} ${n(x - w)} ${n(y)}Z`,
          '#F2BD3A',
        ) +
        tag('path', {
          d: `M${n(x - w)} ${n(y - 2)}Q${n(x)} ${n(y + 24)} ${n(x + w)} ${n(y - 2)}`,
          fill: 'none',
          stroke: '#B57A10',
          'stroke-width': 8,
        }) +
        gems +
        tips
      );
    }
  }
}

export function ears(genes: CreatureGenes, frame: Frame): string {
  const coat = coats[genes.Coat];
  const inner = mix(coat.light, coat.cheek, 0.45);
  const y = frame.top + 108;
  return both((side) => {
    const x = frame.x + side * (frame.half(y) - 26);
    const p = (dx: number, dy: number): string => `${n(x + side * dx)} ${n(y + dy)}`;
    const shape = (d: string, colour: string): string => tag('path', { d, fill: colour });
    switch (genes.Ears) {
      case 'None':
        return '';
      case 'Round':
        return (
          tag('circle', { cx: x + side * 30, cy: y - 40, r: 74, fill: shade(coat.body, -0.04) }) +
          tag('circle', { cx: x + side * 34, cy: y - 42, r: 44, fill: inner })
        );
      case 'Pointed':
        return (
          shape(
            `M${p(-30, 40)}C${p(0, -60)} ${p(60, -130)} ${p(112, -168)}C${p(128, -80)} ${p(100, 20)} ${p(20, 80)}Z`,
            shade(coat.body, -0.04),
          ) +
          shape(
            `M${p(14, 14)}C${p(34, -48)} ${p(66, -96)} ${p(94, -122)}C${p(100, -66)} ${p(80, 0)} ${p(30, 42)}Z`,
            inner,
          )
        );
      case 'Floppy':
        return (
          shape(
            `M${p(-40, -20)}C${p(30, -84)} ${p(118, -60)} ${p(132, 50)}C${p(142, 150)} ${p(112, 214)} ${p(76, 208)}C${p(34, 200)} ${p(44, 100)} ${p(-10, 62)}Z`,
            shade(coat.body, -0.1),
          ) +
          shape(
            `M${p(40, -4)}C${p(92, 8)} ${p(106, 70)} ${p(102, 150)}C${p(98, 186)} ${p(72, 184)} ${p(70, 140)}C${p(68, 80)} ${p(60, 40)} ${p(40, -4)}Z`,
            inner,
          )
        );
      case 'Bat':
        return (
          shape(
            `M${p(-30, 60)}C${p(-10, -60)} ${p(50, -150)} ${p(160, -176)}C${p(146, -130)} ${p(160, -96)} ${p(176, -70)}C${p(146, -60)} ${p(136, -30)} ${p(140, 6)}C${p(104, 0)} ${p(64, 30)} ${p(40, 90)}Z`,
            shade(coat.body, -0.1),
          ) +
          tag('path', {
            d: `M${p(6, 30)}Q${p(60, -80)} ${p(136, -150)}M${p(12, 34)}Q${p(80, -40)} ${p(150, -68)}M${p(20, 44)}Q${p(80, 0)} ${p(126, -4)}`,
            fill: 'none',
            stroke: inner,
            'stroke-width': 9,
            'stroke-linecap': 'round',
          })
        );
      case 'Fins': {
        const [dark, body, light] = accents[genes.Accent];
        return (
          shape(
            `M${p(-20, -50)}Q${p(80, -110)} ${p(146, -92)}Q${p(118, -54)} ${p(158, -14)}Q${p(110, 6)} ${p(132, 66)}Q${p(70, 56)} ${p(-10, 90)}Z`,
            body,
          ) +
          tag('path', {
            d: `M${p(4, -26)}Q${p(70, -72)} ${p(120, -80)}M${p(10, 6)}L${p(130, -14)}M${p(6, 44)}Q${p(60, 30)} ${p(112, 52)}`,
            fill: 'none',
            stroke: dark,
            'stroke-width': 7,
            'stroke-linecap': 'round',
          }) +
          tag('path', { d: `M${p(10, -8)}L${p(96, -40)}`, stroke: light, 'stroke-width': 5, 'stroke-linecap': 'round' })
        );
      }
    }
  });
}

/** Arms or what stands for them. `behind` is what the body hides in part, `front` lies on it. Feet are always behind. */
export function limbs(genes: CreatureGenes, frame: Frame): { behind: string; front: string } {
  const coat = coats[genes.Coat];
  const limb = shade(coat.body, -0.065);
  const y = 1006 - (1006 - frame.top) * 0.43;
  const foot = both((side) => {
    const x = frame.x + side * frame.half(930) * 0.52;
    return (
      tag('ellipse', { cx: x, cy: 1004, rx: 84, ry: 44, fill: coat.dark }) +
      [-1, 0, 1]
        .map((i) => tag('ellipse', { cx: x + i * 44, cy: 1028, rx: 24, ry: 17, fill: mix(coat.dark, coat.light, 0.4) }))
        .join('')
    );
  });
  const edge = frame.half(y);
  // Wide bodies leave less room beside them.
  const spare = Math.min(1, (506 - edge) / 194);
  const arm = (points: (side: number) => Point[], from: number, to: number): string =>
    both((side) => tag('path', { d: tube(points(side), from, to), fill: limb }));
  switch (genes.Limbs) {
    case 'Stubs':
      return {
        behind:
          foot +
          arm(
            (s) => [
              [frame.x + s * (edge - 60), y - 16],
              [frame.x + s * (edge + 26), y + 30],
              [frame.x + s * (edge + 66), y + 92],
            ],
            96,
            66,
          ),
        front: '',
      };
    case 'Paws': {
      const paws = both((s) => {
        const [x, py] = [frame.x + s * Math.min(132, edge * 0.5), y + 104];
        return (
          tag('ellipse', { cx: x, cy: py + 6, rx: 66, ry: 62, fill: coat.dark, opacity: 0.35 }) +
          tag('ellipse', { cx: x, cy: py, rx: 62, ry: 58, fill: limb }) +
          tag('ellipse', { cx: x, cy: py + 12, rx: 25, ry: 20, fill: coat.cheek, opacity: 0.8 }) +
          [-1, 0, 1]
            .map((i) =>
              tag('circle', { cx: x + i * 26, cy: py - 20 - (i === 0 ? 9 : 0), r: 11, fill: coat.cheek, opacity: 0.8 }),
            )
            .join('')
        );
      });
      return { behind: foot, front: paws };
    }
    case 'Hugging':
      return {
        behind: foot,
        front: both(
          (s) =>
            tag('path', {
              d: tube(
                [
                  [frame.x + s * (edge - 4), y - 8],
                  [frame.x + s * (edge + 4), y + 62],
                  [frame.x + s * (edge * 0.62), y + 124],
                  [frame.x + s * edge * 0.24, y + 110],
                ],
                84,
                62,
              ),
              fill: coat.dark,
              opacity: 0.3,
              transform: 'translate(0 9)',
            }) +
            tag('path', {
              d: tube(
                [
                  [frame.x + s * (edge - 4), y - 8],
                  [frame.x + s * (edge + 4), y + 62],
                  [frame.x + s * (edge * 0.62), y + 124],
                  [frame.x + s * edge * 0.24, y + 110],
                ],
                84,
                62,
              ),
              fill: limb,
            }),
        ),
      };
    case 'Waving':
      return {
        behind:
          foot +
          tag('path', {
            d: tube(
              [
                [frame.x - edge + 60, y + 10],
                [frame.x - edge - 30, y + 40],
                [frame.x - edge - 64, y + 108],
              ],
              92,
              64,
            ),
            fill: limb,
          }) +
          tag('path', {
            d: tube(
              [
                [frame.x + edge - 60, y + 10],
                [frame.x + edge + 40, y - 26],
                [frame.x + edge + 92, y - 130],
              ],
              92,
              68,
            ),
            fill: limb,
          }) +
          [-1, 0, 1]
            .map((i) =>
              tag('circle', {
                cx: frame.x + edge + 98 + i * 30,
                cy: y - 162 + Math.abs(i) * 13 + i * 8,
                r: 19,
                fill: limb,
              }),
            )
            .join(''),
        front: '',
      };
    case 'Wings': {
      const [dark, body, light] = accents[genes.Accent];
      return {
        behind:
          foot +
          both((s) => {
            const p = (dx: number, dy: number): string => `${n(frame.x + s * (edge - 30 + dx * spare))} ${n(y + dy)}`;
            return (
              tag('path', {
                d: `M${p(-20, 0)}C${p(60, -130)} ${p(150, -190)} ${p(224, -178)}C${p(216, -120)} ${p(206, -100)} ${p(186, -84)}C${p(210, -70)} ${p(208, -34)} ${p(172, -18)}C${p(186, 14)} ${p(166, 40)} ${p(122, 40)}C${p(110, 74)} ${p(40, 80)} ${p(-20, 70)}Z`,
                fill: body,
              }) +
              tag('path', {
                d: `M${p(30, -10)}Q${p(110, -120)} ${p(196, -160)}M${p(40, 10)}Q${p(110, -60)} ${p(178, -80)}M${p(40, 34)}Q${p(100, -4)} ${p(160, -18)}`,
                fill: 'none',
                stroke: dark,
                'stroke-width': 8,
                'stroke-linecap': 'round',
              }) +
              tag('path', {
                d: `M${p(60, -84)}Q${p(130, -156)} ${p(196, -170)}`,
                fill: 'none',
                stroke: light,
                'stroke-width': 6,
                'stroke-linecap': 'round',
              })
            );
          }),
        front: '',
      };
    }
    case 'Twigs':
      return {
        behind:
          foot +
          both((s) => {
            const p = (dx: number, dy: number): string => `${n(frame.x + s * (edge - 26 + dx * spare))} ${n(y + dy)}`;
            return (
              tag('path', {
                d: `M${p(0, 30)}Q${p(70, 10)} ${p(150, -70)}M${p(84, 0)}Q${p(120, 10)} ${p(158, 4)}M${p(118, -34)}Q${p(116, -76)} ${p(124, -104)}`,
                fill: 'none',
                stroke: '#6B4226',
                'stroke-width': 23,
                'stroke-linecap': 'round',
              }) +
              [
                [158, -82, -40],
                [170, 2, 12],
                [124, -120, -80],
              ]
                .map(([dx, dy, turn]) =>
                  tag('path', {
                    d: 'M0 0C14-22 44-22 58 0C44 22 14 22 0 0Z',
                    fill: '#6DB544',
                    transform: `translate(${p(dx! - 8, dy!).replace(' ', ',')}) scale(${s} 1) rotate(${turn})`,
                  }),
                )
                .join('')
            );
          }),
        front: '',
      };
  }
}
