/**
 * Colours are mixed in OKLab (Björn Ottosson, 2020), where equal steps look equal and the path between two
 * bright colours does not pass through grey.
 */
type Lab = readonly [lightness: number, a: number, b: number];

const toLinear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const fromLinear = (c: number): number => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055);

function parse(hex: string): Lab {
  const value = Number.parseInt(hex.slice(1), 16);
  const r = toLinear(((value >> 16) & 255) / 255);
  const g = toLinear(((value >> 8) & 255) / 255);
  const b = toLinear((value & 255) / 255);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function format([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels
    .map((c) =>
      Math.round(Math.min(1, Math.max(0, fromLinear(Math.max(0, c)))) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** The colour a share `t` (0 to 1) of the way from one hex colour to another. */
export function mix(from: string, to: string, t: number): string {
  const a = parse(from);
  const b = parse(to);
  return format([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]);
}

/** Changes lightness by `amount` (-1 to 1) and keeps hue; `chroma` scales the strength of the colour. */
export function shade(hex: string, amount: number, chroma = 1): string {
  const [l, a, b] = parse(hex);
  return format([Math.min(1, Math.max(0, l + amount)), a * chroma, b * chroma]);
}

/** A ramp through the given stops; `t` runs from 0 to 1. */
export function ramp(stops: readonly string[], t: number): string {
  const place = Math.min(1, Math.max(0, t)) * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(place));
  return stops.length === 1 ? stops[0]! : mix(stops[i]!, stops[i + 1]!, place - i);
}
