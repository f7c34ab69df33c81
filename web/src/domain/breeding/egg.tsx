import { useId } from 'react';
import { cx } from '../../ui/class-name.ts';

const SHELL = 'M100 34c36 0 62 56 62 98 0 41-27 68-62 68s-62-27-62-68c0-42 26-98 62-98Z';
/** Rhombi of the middle band, by the x of their centre. */
const RHOMBI = [52, 84, 116, 148];
const zigzag = (y: number, height: number): string =>
  `M36 ${y}${Array.from({ length: 8 }, (_, step) => `l16 ${step % 2 === 0 ? -height : height}`).join('')}`;

/** A drawn pysanka: it glows while a child is expected, and its shell cracks when the child is about to hatch. */
export const EggPicture = ({ isReady, className }: { isReady: boolean; className?: string }) => {
  const id = useId();
  return (
    <svg viewBox="0 0 200 240" aria-hidden className={cx('overflow-visible', className)}>
      <defs>
        <radialGradient id={`${id}glow`}>
          <stop offset="0.3" stopColor="var(--color-gold-400)" stopOpacity="0.34" />
          <stop offset="1" stopColor="var(--color-gold-400)" stopOpacity="0" />
        </radialGradient>
        <radialGradient id={`${id}shade`} cx="38%" cy="32%" r="78%">
          <stop offset="0.45" stopColor="var(--color-ink-950)" stopOpacity="0" />
          <stop offset="1" stopColor="var(--color-ink-950)" stopOpacity="0.5" />
        </radialGradient>
        <clipPath id={`${id}shell`}>
          <path d={SHELL} />
        </clipPath>
      </defs>
      <ellipse
        cx="100"
        cy="122"
        rx="132"
        ry="136"
        fill={`url(#${id}glow)`}
        className="animate-[breathe_3.2s_ease-in-out_infinite] motion-reduce:animate-none"
      />
      <g clipPath={`url(#${id}shell)`}>
        <path d={SHELL} fill="var(--color-ink-50)" />
        <path d="M30 92h140v56H30Z" fill="var(--color-ink-900)" />
        <path d="M30 92h140M30 148h140" stroke="var(--color-gold-400)" strokeWidth="5" />
        {RHOMBI.map((x) => (
          <g key={x}>
            <path d={`M${x} 100l13 20-13 20-13-20Z`} fill="var(--color-red-400)" />
            <path d={`M${x} 111l6 9-6 9-6-9Z`} fill="var(--color-ink-50)" />
          </g>
        ))}
        <path
          d={`${zigzag(82, 12)}${zigzag(172, 12)}`}
          fill="none"
          stroke="var(--color-red-400)"
          strokeWidth="4"
          strokeLinejoin="round"
        />
        <path d={zigzag(186, 12)} fill="none" stroke="var(--color-ink-900)" strokeWidth="4" strokeLinejoin="round" />
        <path d="M100 48l5 10 11 1-8 8 2 11-10-6-10 6 2-11-8-8 11-1Z" fill="var(--color-gold-400)" />
        <path d={SHELL} fill={`url(#${id}shade)`} />
      </g>
      {isReady && (
        <path
          d="M40 116l20 12 12-18 16 22 14-20 15 20 13-16 16 14 14-10"
          fill="none"
          stroke="var(--color-ink-950)"
          strokeWidth="4"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      )}
    </svg>
  );
};
