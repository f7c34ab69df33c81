import { shade } from './colour.ts';
import { both, tube, type Frame } from './creature-frame.ts';
import { accents, coats, type CreatureGenes } from './creature-traits.ts';
import { n, tag, type Point } from './picture.ts';

/** The horns or other parts on the crown. */
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
