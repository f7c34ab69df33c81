import { shade } from './colour.ts';
import { accents, coats, type CreatureGenes } from './creature-traits.ts';
import { n, tag } from './picture.ts';
import { starPath } from './sky-marks.ts';

const ink = '#1A1320';

function eyeball(
  x: number,
  y: number,
  r: number,
  iris: string,
  look: number,
  lid?: { colour: string; cover: number },
): string {
  const [px, py] = [x + look * r * 0.2, y + r * 0.06];
  let body =
    tag('circle', { cx: x, cy: y + r * 0.07, r: r * 1.06, fill: ink, opacity: 0.2 }) +
    tag('circle', { cx: x, cy: y, r, fill: '#FFFDF8' }) +
    tag('circle', { cx: px, cy: py, r: r * 0.66, fill: shade(iris, -0.12) }) +
    tag('circle', { cx: px, cy: py, r: r * 0.58, fill: iris }) +
    tag('circle', { cx: px, cy: py, r: r * 0.37, fill: ink }) +
    tag('circle', { cx: px - r * 0.2, cy: py - r * 0.24, r: r * 0.19, fill: '#FFFFFF' }) +
    tag('circle', { cx: px + r * 0.2, cy: py + r * 0.2, r: r * 0.09, fill: '#FFFFFF', opacity: 0.9 });
  if (lid) {
    const drop = -r + lid.cover * r * 2;
    const reach = Math.sqrt(Math.max(0, r * r - drop * drop)) * 1.06;
    body += tag('path', {
      d: `M${n(x - reach)} ${n(y + drop)}A${n(r * 1.06)} ${n(r * 1.06)} 0 ${lid.cover > 0.5 ? 1 : 0} 1 ${n(x + reach)} ${n(y + drop)}Q${n(x)} ${n(y + drop + r * 0.24)} ${n(x - reach)} ${n(y + drop)}Z`,
      fill: lid.colour,
    });
    body += tag('path', {
      d: `M${n(x - reach)} ${n(y + drop)}Q${n(x)} ${n(y + drop + r * 0.24)} ${n(x + reach)} ${n(y + drop)}`,
      fill: 'none',
      stroke: ink,
      'stroke-width': r * 0.1,
      'stroke-linecap': 'round',
    });
  }
  return body;
}

/** Eyes around (x, y); `room` is half the width of the face there. */
export function eyes(genes: CreatureGenes, x: number, y: number, room: number): string {
  const coat = coats[genes.Coat];
  const iris = accents[genes.Accent][genes.Accent === 'Cream' ? 0 : 1];
  const gap = Math.min(112, room * 0.47);
  const r = Math.min(70, gap * 0.7);
  const pair = (draw: (at: number, side: number) => string): string => draw(x - gap, -1) + draw(x + gap, 1);
  const lash = (at: number, side: number, reach: number): string =>
    tag('path', {
      d: `M${n(at + side * reach * 0.62)} ${n(y - reach * 0.82)}l${n(side * 17)} ${n(-15)}M${n(at + side * reach * 0.9)} ${n(y - reach * 0.46)}l${n(side * 21)} ${n(-9)}`,
      stroke: ink,
      'stroke-width': 6.5,
      'stroke-linecap': 'round',
    });
  switch (genes.Eyes) {
    case 'Round':
      return pair((at, side) => eyeball(at, y, r, iris, -side * 0.5) + lash(at, side, r));
    case 'Sleepy':
      return pair((at, side) => eyeball(at, y, r, iris, -side * 0.3, { colour: shade(coat.body, -0.06), cover: 0.46 }));
    case 'Button':
      return pair(
        (at) =>
          tag('circle', { cx: at, cy: y, r: r * 0.58, fill: ink }) +
          tag('circle', { cx: at - r * 0.18, cy: y - r * 0.2, r: r * 0.19, fill: '#FFFFFF' }) +
          tag('circle', { cx: at + r * 0.2, cy: y + r * 0.2, r: r * 0.08, fill: '#FFFFFF', opacity: 0.8 }),
      );
    case 'Happy':
      return pair((at) =>
        tag('path', {
          d: `M${n(at - r * 0.72)} ${n(y + r * 0.22)}Q${n(at)} ${n(y - r * 0.95)} ${n(at + r * 0.72)} ${n(y + r * 0.22)}`,
          fill: 'none',
          stroke: genes.Coat === 'Ink' ? '#F3E9FF' : ink,
          'stroke-width': 17,
          'stroke-linecap': 'round',
        }),
      );
    case 'Cyclops':
      return (
        eyeball(x, y, Math.min(112, room * 0.56), iris, 0.15) +
        tag('path', {
          d: `M${n(x - 86)} ${n(y - r * 1.5)}Q${n(x)} ${n(y - r * 1.5 - 52)} ${n(x + 86)} ${n(y - r * 1.5)}`,
          fill: 'none',
          stroke: coat.dark,
          'stroke-width': 17,
          'stroke-linecap': 'round',
        })
      );
    case 'Owl':
      return (
        pair(
          (at) =>
            tag('circle', { cx: at, cy: y, r: r * 1.5, fill: coat.light }) +
            tag('circle', {
              cx: at,
              cy: y,
              r: r * 1.5,
              fill: 'none',
              stroke: coat.dark,
              'stroke-width': 5,
              'stroke-dasharray': '3 15',
              'stroke-linecap': 'round',
            }),
        ) + pair((at, side) => eyeball(at, y, r * 1.06, iris, -side * 0.2))
      );
    case 'Three':
      return (
        pair((at, side) => eyeball(at, y + r * 0.25, r * 0.82, iris, -side * 0.3)) +
        eyeball(x, y - r * 1.05, r * 0.66, iris, 0)
      );
    case 'Starry':
      return pair(
        (at) =>
          tag('circle', { cx: at, cy: y, r: r * 1.05, fill: ink }) +
          tag('path', { d: starPath(at, y + 2, r * 0.82, 5, 0.46), fill: accents[genes.Accent][1] }) +
          tag('circle', { cx: at - r * 0.4, cy: y - r * 0.46, r: r * 0.14, fill: '#FFFFFF' }),
      );
  }
}

/** The mouth, with cheeks either side. */
export function mouth(genes: CreatureGenes, x: number, y: number, room: number): string {
  const coat = coats[genes.Coat];
  const line = genes.Coat === 'Ink' ? '#0B0C18' : ink;
  const light = genes.Coat === 'Ink' ? '#F3E9FF' : line;
  const stroke = (d: string, width = 11): string =>
    tag('path', {
      d,
      fill: 'none',
      stroke: light,
      'stroke-width': width,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    });
  const cheeks = [-1, 1]
    .map((side) =>
      tag('ellipse', {
        cx: x + side * Math.min(room * 0.68, 176),
        cy: y - 18,
        rx: 38,
        ry: 25,
        fill: coat.cheek,
        opacity: 0.62,
      }),
    )
    .join('');
  const open = (w: number, h: number): string =>
    `M${n(x - w)} ${n(y - 8)}Q${n(x)} ${n(y + 8)} ${n(x + w)} ${n(y - 8)}Q${n(x + w * 0.8)} ${n(y + h)} ${n(x)} ${n(y + h)}Q${n(x - w * 0.8)} ${n(y + h)} ${n(x - w)} ${n(y - 8)}Z`;
  switch (genes.Mouth) {
    case 'Smile':
      return cheeks + stroke(`M${x - 56} ${y - 8}Q${x} ${y + 48} ${x + 56} ${y - 8}`);
    case 'Fangs':
      return (
        cheeks +
        stroke(`M${x - 70} ${y}Q${x} ${y + 34} ${x + 70} ${y}`) +
        [-1, 1]
          .map((side) =>
            tag('path', {
              d: `M${x + side * 48 - 15} ${y + 10}L${x + side * 48} ${y + 50}L${x + side * 48 + 15} ${y + 10}Z`,
              fill: '#FFFDF4',
              stroke: line,
              'stroke-width': 4,
              'stroke-linejoin': 'round',
            }),
          )
          .join('')
      );
    case 'Cat':
      return (
        cheeks +
        stroke(
          `M${x - 52} ${y - 4}Q${x - 44} ${y + 30} ${x - 18} ${y + 26}Q${x} ${y + 22} ${x} ${y - 4}Q${x} ${y + 22} ${x + 18} ${y + 26}Q${x + 44} ${y + 30} ${x + 52} ${y - 4}`,
          10,
        ) +
        tag('path', {
          d: `M${x - 20} ${y - 24}Q${x} ${y - 34} ${x + 20} ${y - 24}Q${x + 12} ${y - 2} ${x} ${y}Q${x - 12} ${y - 2} ${x - 20} ${y - 24}Z`,
          fill: coat.cheek,
        })
      );
    case 'Singing':
      return (
        cheeks +
        tag('ellipse', { cx: x, cy: y + 18, rx: 30, ry: 38, fill: line }) +
        tag('ellipse', { cx: x, cy: y + 40, rx: 20, ry: 15, fill: '#F0566E' })
      );
    case 'Tongue':
      return (
        cheeks +
        tag('path', { d: `M${x + 2} ${y + 18}V${y + 50}A24 26 0 0 0 ${x + 50} ${y + 50}V${y + 8}Z`, fill: '#F0607A' }) +
        tag('path', {
          d: `M${x + 26} ${y + 22}V${y + 48}`,
          stroke: '#B8324E',
          'stroke-width': 4,
          'stroke-linecap': 'round',
        }) +
        stroke(`M${x - 64} ${y - 8}Q${x} ${y + 44} ${x + 64} ${y - 8}`)
      );
    case 'Grin': {
      const shape = open(88, 64);
      let teeth = '';
      for (let i = -2; i <= 2; i++)
        teeth += tag('path', {
          d: `M${x + i * 32 - 15} ${y - 10}h30v${30 - Math.abs(i) * 4}q-15 8-30 0Z`,
          fill: '#FFFDF4',
        });
      return (
        cheeks +
        tag('clipPath', { id: 'grin' }, tag('path', { d: shape })) +
        tag('path', { d: shape, fill: line }) +
        tag(
          'g',
          { 'clip-path': 'url(#grin)' },
          teeth + tag('ellipse', { cx: x, cy: y + 66, rx: 46, ry: 22, fill: '#F0566E' }),
        ) +
        tag('path', { d: shape, fill: 'none', stroke: line, 'stroke-width': 7, 'stroke-linejoin': 'round' })
      );
    }
    case 'Beak': {
      const [dark, body, pale] = accents[genes.Accent];
      return (
        cheeks +
        tag('path', {
          d: `M${x - 50} ${y - 16}Q${x} ${y - 62} ${x + 50} ${y - 16}Q${x + 24} ${y + 44} ${x} ${y + 60}Q${x - 24} ${y + 44} ${x - 50} ${y - 16}Z`,
          fill: body,
          stroke: dark,
          'stroke-width': 5,
        }) +
        tag('path', {
          d: `M${x - 50} ${y - 16}Q${x} ${y + 14} ${x + 50} ${y - 16}`,
          fill: 'none',
          stroke: dark,
          'stroke-width': 6,
          'stroke-linecap': 'round',
        }) +
        tag('path', {
          d: `M${x - 22} ${y - 30}Q${x - 8} ${y - 42} ${x + 8} ${y - 40}`,
          fill: 'none',
          stroke: pale,
          'stroke-width': 6,
          'stroke-linecap': 'round',
        })
      );
    }
    case 'Moustache': {
      const hair = genes.Coat === 'Snow' ? '#6B4A36' : coat.dark;
      const half = (side: number): string =>
        `M${x} ${y - 14}C${x + side * 34} ${y - 46} ${x + side * 92} ${y - 26} ${x + side * 104} ${y + 18}C${x + side * 112} ${y + 40} ${x + side * 142} ${y + 34} ${x + side * 146} ${y + 8}C${x + side * 154} ${y + 62} ${x + side * 60} ${y + 74} ${x} ${y + 10}Z`;
      return (
        cheeks +
        tag('path', { d: `M${x - 26} ${y + 34}Q${x} ${y + 66} ${x + 26} ${y + 34}Z`, fill: line }) +
        tag('path', { d: half(-1) + half(1), fill: hair }) +
        tag('ellipse', { cx: x, cy: y - 20, rx: 24, ry: 18, fill: coat.cheek })
      );
    }
  }
}
