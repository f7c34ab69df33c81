/** The result of every series. */
export interface Picture {
  /** A complete SVG document. Its long side is 1200 units. */
  svg: string;
  width: number;
  height: number;
  traits: Trait[];
}

export interface Trait {
  name: string;
  value: string | number;
}

/** Size in SVG units; a series arranges its drawing for the given aspect ratio. */
export interface DrawOptions {
  width?: number;
  height?: number;
}

export type Draw = (seed: number, options?: DrawOptions) => Picture;

export type Point = readonly [x: number, y: number];

/** A number rounded to `digits` decimals, without trailing zeros. */
export function n(value: number, digits = 1): string {
  const text = value.toFixed(digits);
  // regexp: its input is a short number from toFixed
  return digits > 0 ? text.replace(/\.?0+$/, '').replace(/^-0$/, '0') : text;
}

/** Wraps a drawing into an SVG document. */
export function frame(width: number, height: number, body: string, defs = ''): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${n(width)} ${n(height)}" ` +
    `width="${n(width)}" height="${n(height)}">${defs ? `<defs>${defs}</defs>` : ''}${body}</svg>`
  );
}

/** A path of straight segments. */
export function polyline(points: readonly Point[], closed = false, digits = 1): string {
  let path = '';
  for (let i = 0; i < points.length; i++)
    path += `${i === 0 ? 'M' : 'L'}${n(points[i]![0], digits)} ${n(points[i]![1], digits)}`;
  return closed ? `${path}Z` : path;
}

/** A smooth path through the points: Catmull–Rom segments written as cubic Béziers. */
export function smooth(points: readonly Point[], closed = false, tension = 1 / 6): string {
  const count = points.length;
  if (count < 3) return polyline(points, closed);
  const at = (i: number): Point => points[closed ? (i + count) % count : Math.min(count - 1, Math.max(0, i))]!;
  let path = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    path +=
      `C${n(p1[0] + (p2[0] - p0[0]) * tension)} ${n(p1[1] + (p2[1] - p0[1]) * tension)} ` +
      `${n(p2[0] - (p3[0] - p1[0]) * tension)} ${n(p2[1] - (p3[1] - p1[1]) * tension)} ${n(p2[0])} ${n(p2[1])}`;
  }
  return closed ? `${path}Z` : path;
}

/**
 * An element with attributes; undefined attributes are omitted. The opacity of a childless element becomes
 * `fill-opacity` and `stroke-opacity`: librsvg renders every element with `opacity` on a separate surface, which is
 * five times slower.
 */
export function tag(name: string, attributes: Record<string, string | number | undefined>, body?: string): string {
  let text = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    const written = typeof value === 'number' ? n(value, 2) : value;
    text +=
      key === 'opacity' && body === undefined
        ? ` fill-opacity="${written}" stroke-opacity="${written}"`
        : ` ${key}="${written}"`;
  }
  return body === undefined ? `${text}/>` : `${text}>${body}</${name}>`;
}
