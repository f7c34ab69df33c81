import { cx } from './class-name.ts';

const hashOf = (text: string): number => {
  let hash = 2166136261;
  for (const letter of text.toLowerCase()) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  return hash >>> 0;
};
/** Pairs of palette colours: background and figure. */
const PAIRS = [
  ['gold-400', 'ink-900'],
  ['blue-400', 'ink-900'],
  ['green-400', 'ink-900'],
  ['red-400', 'ink-900'],
  ['ink-200', 'ink-800'],
  ['gold-600', 'ink-950'],
] as const;

/** The figure for a seed (an id or an address), five by five cells, mirrored, as an SVG path. */
const figureOf = (seed: string): string => {
  const second = hashOf(`${seed}/`);
  const cells: string[] = [];
  for (let y = 0; y < 5; y++)
    for (let x = 0; x < 3; x++) {
      if (!((second >>> (y * 3 + x)) & 1)) continue;
      cells.push(`M${x} ${y}h1v1h-1z`);
      if (x < 2) cells.push(`M${4 - x} ${y}h1v1h-1z`);
    }
  return cells.join('');
};

const Woven = ({ seed }: { seed: string }) => {
  const [figure, ground] = PAIRS[hashOf(seed) % PAIRS.length] ?? PAIRS[0];
  return (
    <svg viewBox="-1 -1 7 7" aria-hidden className="size-full" shapeRendering="crispEdges">
      <rect x="-1" y="-1" width="7" height="7" fill={`var(--color-${ground})`} />
      <path d={figureOf(seed)} fill={`var(--color-${figure})`} />
    </svg>
  );
};

/** A user's picture, or a figure generated from `seed`. Its alt is empty, because the user's name is beside it. */
export const Avatar = ({ src, seed, className }: { src?: string | null; seed: string; className?: string }) => (
  <span className={cx('inline-block shrink-0 overflow-hidden rounded-full bg-ink-800', className ?? 'size-8')}>
    {src ? <img src={src} alt="" loading="lazy" className="size-full object-cover" /> : <Woven seed={seed} />}
  </span>
);

/** A background of the same figure, for a user without a picture. */
export const WovenBand = ({ seed, className }: { seed: string; className?: string }) => (
  <svg aria-hidden className={cx('size-full', className)} shapeRendering="crispEdges">
    <defs>
      <pattern id="woven-band" width="84" height="84" patternUnits="userSpaceOnUse">
        <path d={figureOf(seed)} transform="translate(6 6) scale(6)" className="fill-ink-800" />
        <path d={figureOf(seed)} transform="translate(48 48) scale(6)" className="fill-ink-800" />
      </pattern>
    </defs>
    <rect width="100%" height="100%" fill="url(#woven-band)" />
  </svg>
);
