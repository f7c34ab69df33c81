import { mix, shade } from './colour.ts';
import { both, tube, type Frame } from './creature-frame.ts';
import { accents, coats, type CreatureGenes } from './creature-traits.ts';
import { n, tag, type Point } from './picture.ts';

/** The ears or other parts at the sides of the head. */
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

/** Arms or their equivalent, and feet. `behind` is drawn below the body, `front` above it. Feet are always behind. */
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
