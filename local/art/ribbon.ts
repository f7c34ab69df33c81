import { shade } from './colour.ts';
import { n, tag } from './picture.ts';

/** A ribbon to lay: its whole way, and the short pieces of it that pass over another ribbon. */
export interface Ribbon {
  path: string;
  over: readonly string[];
  colour: string;
  closed: boolean;
}

export interface RibbonStyle {
  width: number;
  /** The colour of the gap left beside a ribbon where it passes over another. */
  gap: string;
  /** How wide that gap is, in units. */
  clearance: number;
  /** A line along the middle: lighter, darker or none. */
  core: 'light' | 'dark' | 'pair' | 'none';
}

function layers(path: string, colour: string, style: RibbonStyle): string {
  const { width, core } = style;
  const line = (stroke: string, share: number): string =>
    tag('path', { d: path, stroke, 'stroke-width': n(width * share, 2) });
  const body =
    line(shade(colour, -0.22), 1) +
    line(shade(colour, -0.06), 0.84) +
    line(colour, 0.66) +
    line(shade(colour, 0.06), 0.36);
  if (core === 'light') return body + line(shade(colour, 0.2, 0.7), 0.1);
  if (core === 'dark') return body + line(shade(colour, -0.26), 0.14);
  if (core === 'pair') return body + line(shade(colour, -0.26), 0.36) + line(shade(colour, 0.08), 0.2);
  return body;
}

/** Lays ribbons so that each passes over and under the others: whole ways first, then every "over" piece on top with a gap beside it. */
export function layRibbons(ribbons: readonly Ribbon[], style: RibbonStyle): string {
  let body = '';
  for (const ribbon of ribbons) {
    body += tag('path', { d: ribbon.path, stroke: style.gap, 'stroke-width': style.width + style.clearance * 2 });
    body += layers(ribbon.path, ribbon.colour, style);
  }
  for (const ribbon of ribbons) {
    const path = ribbon.over.join('');
    if (!path) continue;
    body += tag('path', { d: path, stroke: style.gap, 'stroke-width': style.width + style.clearance * 2 });
  }
  for (const ribbon of ribbons) {
    const path = ribbon.over.join('');
    if (path) body += layers(path, ribbon.colour, style);
  }
  return tag('g', { fill: 'none', 'stroke-linejoin': 'round' }, body);
}
